//! Which backend records name, and how many do.
#![expect(clippy::disallowed_methods, reason = "the operator sees every account")]
use hosting_core::{
    database::{Database, executor::Executor},
    domains::{backends_of_domains, backends_of_zones},
    email, hosting,
    instances::{InstanceKind, instance},
    providers::{Port, panel::SiteState},
    refusals::error::Result,
    services::level::{Level, row as level},
};
use sea_orm::{
    QueryOrder, QuerySelect, Select,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, IntoIden, Query, SimpleExpr},
};

/// A backend that records name, or none, and how many do.
pub type Named = (Port, Option<String>, i64);

/// The backends of each port that records name; what a backend has removed already needs it no longer.
pub async fn named(db: &Database) -> Result<Vec<Named>> {
    let mut found: Vec<Named> = Vec::new();
    let names = backends_of_domains(db).await?.into_iter();
    found.extend(names.map(|(id, count)| (Port::Registrar, Some(id), count)));
    let zones = backends_of_zones(db).await?.into_iter();
    found.extend(zones.map(|(id, count)| (Port::Dns, Some(id), count)));
    let reader = db.reader(false).await?;
    let db = &reader.executor();
    for (kind, port) in [(InstanceKind::Lxc, Port::Containers), (InstanceKind::Kvm, Port::Machines)] {
        use instance::{Column, Entity};
        let those = Entity::find().filter(Column::Kind.eq(kind)).filter(is_kept(Entity, Column::ServiceId));
        found.extend(count(db, port, those, Column::Backend).await?);
    }
    {
        use email::row::{Column, Entity};
        let those = Entity::find().filter(is_kept(Entity, Column::ServiceId));
        found.extend(count(db, Port::Mail, those, Column::Backend).await?);
    }
    {
        use hosting::row::{Column, Entity};
        let kept = Column::SiteState.is_null().or(Column::SiteState.ne(SiteState::Removed));
        found.extend(count(db, Port::Panel, Entity::find().filter(kept), Column::Backend).await?);
    }
    Ok(found)
}

/// What its backend has not removed by now.
fn is_kept(table: impl IntoIden, service: impl IntoIden) -> SimpleExpr {
    let removed = Query::select()
        .expr(Expr::val(1))
        .from(level::Entity)
        .and_where(Expr::col((level::Entity, level::Column::ServiceId)).equals((table, service)))
        .and_where(level::Column::Level.eq(Level::Removed))
        .take();
    Expr::exists(removed).not()
}

async fn count<E: EntityTrait>(
    db: &Executor<'_>,
    port: Port,
    those: Select<E>,
    backend: impl ColumnTrait,
) -> Result<Vec<Named>> {
    let each = those.select_only().column(backend).column_as(Expr::val(1).count(), "total");
    let each: Vec<(Option<String>, i64)> =
        each.group_by(backend).order_by_asc(backend).into_tuple().all(db).await?;
    Ok(each.into_iter().map(|(id, count)| (port, id, count)).collect())
}

/// Gives what names no backend of `port` the one called `id`: it keeps that from now on, whichever is the default.
pub async fn name_backend(db: &Database, port: Port, id: &str) -> Result<()> {
    let id = id.to_owned();
    let name = db.write(move |db| {
        Box::pin(async move {
            match port {
                Port::Registrar | Port::Dns | Port::Billing => {}
                Port::Containers => name_instances(db, InstanceKind::Lxc, id).await?,
                Port::Machines => name_instances(db, InstanceKind::Kvm, id).await?,
                Port::Mail => {
                    use email::row::{Column, Entity};
                    let name = Entity::update_many().col_expr(Column::Backend, Expr::val(id));
                    name.filter(Column::Backend.is_null()).exec(db).await?;
                }
                Port::Panel => {
                    use hosting::row::{Column, Entity};
                    let name = Entity::update_many().col_expr(Column::Backend, Expr::val(id));
                    name.filter(Column::Backend.is_null()).exec(db).await?;
                }
            }
            Ok(())
        })
    });
    name.await
}

async fn name_instances(db: &Executor<'_>, kind: InstanceKind, id: String) -> Result<()> {
    use instance::{Column, Entity};
    let name = Entity::update_many().col_expr(Column::Backend, Expr::val(id));
    name.filter(Column::Kind.eq(kind)).filter(Column::Backend.is_null()).exec(db).await?;
    Ok(())
}
