//! What backends make of a service: it is let be, stopped or removed as its status says, and looked at again.
#![expect(clippy::disallowed_methods, reason = "time passes for every account")]
pub mod row;

use super::service::{Column, Entity, Model as Service, ServiceStatus, ServiceType};
use futures_util::future::BoxFuture;
use hosting_kernel::{
    database::executor::Executor, kernel::platform::Platform, refusals::error::Result, values::time::Time,
};
use sea_orm::{
    IntoActiveModel, QueryFilter, QuerySelect, Set,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, LockBehavior, LockType, OnConflict, Query, SimpleExpr},
};

/// Services that are looked at in one transaction: other writes wait no longer than for these.
const SLICE: usize = 100;

/// Nobody uses these, and their data is kept.
const STOPPED: [ServiceStatus; 2] = [ServiceStatus::Suspended, ServiceStatus::Cancelled];

/// What a backend makes of a service.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::None)", rename_all = "snake_case")]
pub enum Level {
    /// It is there for its customer.
    InUse,
    /// It does nothing, and keeps its data.
    Stopped,
    /// It is gone, with its data.
    Removed,
}

impl Level {
    /// What is to be made of a service that stands so.
    pub const fn of(status: ServiceStatus) -> Self {
        match status {
            ServiceStatus::Provisioning | ServiceStatus::Active | ServiceStatus::PastDue => Self::InUse,
            ServiceStatus::Suspended | ServiceStatus::Cancelled => Self::Stopped,
            ServiceStatus::Terminated => Self::Removed,
        }
    }
}

/// Queues that a service is brought to its level, unless that is queued already; the service is locked.
pub type Queue = for<'a> fn(&'a Platform, &'a Executor<'a>, &'a Service, Time) -> BoxFuture<'a, Result<()>>;

/// Queues it for each service of these types whose backend was brought to something else.
pub async fn bring_about(platform: &Platform, types: &'static [ServiceType], queue: Queue) -> Result<()> {
    for differing in [over, in_use] {
        let reader = platform.database().reader(false).await?;
        let all = Entity::find().filter(differing(types)).all(&reader.executor()).await?;
        drop(reader);
        let ids: Vec<Uuid> = all.into_iter().map(|service| service.id).collect();
        for some in ids.chunks(SLICE) {
            let (of, now, some) = (platform.clone(), platform.clock().now(), some.to_vec());
            let queued = platform.database().write(move |db| {
                Box::pin(async move {
                    let these = Entity::find().filter(Column::Id.is_in(some)).filter(differing(types));
                    let these = these.lock_with_behavior(LockType::Update, LockBehavior::SkipLocked);
                    for service in these.all(db).await? {
                        queue(&of, db, &service, now).await?;
                    }
                    Ok(())
                })
            });
            queued.await?;
            platform.wake();
        }
    }
    Ok(())
}

/// The services of these types that are not in use, and whose backend was not brought to that.
fn over(types: &'static [ServiceType]) -> SimpleExpr {
    let stopped = Column::Status.is_in(STOPPED).and(brought_to(Level::Stopped).not());
    let removed = Column::Status.eq(ServiceStatus::Terminated).and(brought_to(Level::Removed).not());
    Entity::over().and(of(types)).and(stopped.or(removed))
}

/// Those that are in use again.
fn in_use(types: &'static [ServiceType]) -> SimpleExpr {
    let noted = Query::select().column(row::Column::ServiceId).from(row::Entity).take();
    Column::Id.in_subquery(noted).and(of(types)).and(Entity::over().not())
}

fn of(types: &'static [ServiceType]) -> SimpleExpr {
    Column::ServiceType.is_in(types.iter().copied())
}

fn brought_to(level: Level) -> SimpleExpr {
    Expr::exists(rows().and_where(row::Column::Level.eq(level)).take())
}

/// What is noted of the service that is asked for.
fn rows() -> sea_orm::sea_query::SelectStatement {
    Query::select()
        .expr(Expr::val(1))
        .from(row::Entity)
        .and_where(Expr::col((row::Entity, row::Column::ServiceId)).equals((Entity, Column::Id)))
        .take()
}

/// Notes that a service which is about to be stopped ran, or not, until now; what was noted before stays.
pub async fn note_before(db: &Executor<'_>, service_id: Uuid, resumes: bool) -> Result<()> {
    let row = row::Model { service_id, level: Level::InUse, resumes };
    let known = OnConflict::column(row::Column::ServiceId).do_nothing().to_owned();
    row::Entity::insert(row.into_active_model()).on_conflict(known).exec_without_returning(db).await?;
    Ok(())
}

/// Whether a service runs again once it is in use.
pub async fn resumes(db: &Executor<'_>, service_id: Uuid) -> Result<bool> {
    let row = row::Entity::find_by_id(service_id).one(db).await?;
    Ok(row.is_some_and(|row| row.resumes))
}

/// Notes what the backend of a service was brought to.
pub async fn note(db: &Executor<'_>, service_id: Uuid, level: Level) -> Result<()> {
    if level == Level::InUse {
        row::Entity::delete_by_id(service_id).exec(db).await?;
        return Ok(());
    }
    let row = row::Model { service_id, level, resumes: false };
    let known = OnConflict::column(row::Column::ServiceId).update_column(row::Column::Level).to_owned();
    row::Entity::insert(row.into_active_model()).on_conflict(known).exec_without_returning(db).await?;
    Ok(())
}

/// Whether the backend of a service was last brought to something else than to let it be.
pub async fn is_noted(db: &Executor<'_>, service_id: Uuid) -> Result<bool> {
    Ok(row::Entity::find_by_id(service_id).one(db).await?.is_some())
}

/// Those whose backend was brought to something that is to be looked at again.
pub async fn held(platform: &Platform) -> Result<Vec<row::Model>> {
    let reader = platform.database().reader(false).await?;
    let held = row::Entity::find().filter(row::Column::Level.ne(Level::InUse));
    Ok(held.all(&reader.executor()).await?)
}

/// Somebody else has changed these at their backend: they are brought to their level again.
pub async fn forget(platform: &Platform, ids: Vec<Uuid>) -> Result<()> {
    if ids.is_empty() {
        return Ok(());
    }
    let write = platform.database().write(move |db| {
        Box::pin(async move {
            let again = row::ActiveModel { level: Set(Level::InUse), ..Default::default() };
            let these = row::Entity::update_many().set(again).filter(row::Column::ServiceId.is_in(ids));
            these.exec(db).await?;
            Ok(())
        })
    });
    write.await
}
