//! The rows of a plan on their way into the database.
use crate::{lookup::CHUNK, plan::Rows, removal::delete};
use hosting_core::{
    database::executor::Executor,
    domains::{dns::record, domain},
    email, hosting,
    instances::{instance, snapshot},
    kernel::account,
    refusals::error::Result,
    search::price,
    services::service,
};
use sea_orm::{EntityTrait, IntoActiveModel, Iterable, PrimaryKeyToColumn, sea_query::OnConflict};

/// Writes `rows`: each thing after what it belongs to.
pub async fn write(db: &Executor<'_>, rows: Rows) -> Result<()> {
    put::<price::Entity>(db, rows.prices).await?;
    put::<account::Entity>(db, rows.accounts).await?;
    put::<service::Entity>(db, rows.services).await?;
    put::<email::row::Entity>(db, rows.emails).await?;
    put::<hosting::row::Entity>(db, rows.sites).await?;
    put::<instance::Entity>(db, rows.instances).await?;
    put::<snapshot::Entity>(db, rows.snapshots).await?;
    put::<domain::Entity>(db, rows.domains).await?;
    delete(db, "dns_record", "id", &rows.renamed).await?;
    put::<record::Entity>(db, rows.records).await
}

/// Adds the rows, or puts them in the place of those with the same key.
async fn put<E>(db: &Executor<'_>, rows: Vec<E::Model>) -> Result<()>
where
    E: EntityTrait<Model: IntoActiveModel<E::ActiveModel>>,
    E::ActiveModel: Send,
{
    let key = || E::PrimaryKey::iter().map(PrimaryKeyToColumn::into_column);
    let rest =
        E::Column::iter().filter(|column| key().all(|key| format!("{key:?}") != format!("{column:?}")));
    let upsert = OnConflict::columns(key()).update_columns(rest).to_owned();
    let mut rows = rows.into_iter().map(IntoActiveModel::into_active_model).peekable();
    while rows.peek().is_some() {
        let some = rows.by_ref().take(CHUNK);
        E::insert_many(some).on_conflict(upsert.clone()).exec_without_returning(db).await?;
    }
    Ok(())
}
