//! The rows of a plan on their way into the database.
use super::{known::CHUNK, plan::Plan, sandbox};
use crate::{
    domains::{self, dns},
    email, hosting, instances,
    refusals::error::Result,
    search, services,
};
use sea_orm::{
    DatabaseExecutor, EntityTrait, IntoActiveModel, Iterable, PrimaryKeyToColumn, sea_query::OnConflict,
};

impl Plan {
    /// Writes what is different: each thing after what it belongs to.
    pub async fn write(self, db: &DatabaseExecutor<'_>) -> Result<()> {
        put::<search::price::Entity>(db, self.prices).await?;
        put::<crate::kernel::account::Entity>(db, self.accounts).await?;
        put::<services::service::Entity>(db, self.services).await?;
        put::<email::row::Entity>(db, self.emails).await?;
        put::<hosting::row::Entity>(db, self.sites).await?;
        put::<sandbox::site::Entity>(db, self.sandbox_sites).await?;
        put::<instances::instance::Entity>(db, self.instances).await?;
        put::<instances::snapshot::Entity>(db, self.snapshots).await?;
        put::<sandbox::instance::Entity>(db, self.machines).await?;
        put::<sandbox::snapshot::Entity>(db, self.kept).await?;
        put::<domains::domain::Entity>(db, self.domains).await?;
        put::<dns::record::Entity>(db, self.records).await?;
        put::<sandbox::registrar::Entity>(db, self.registrations).await?;
        put::<sandbox::dns::Entity>(db, self.sets).await
    }
}

/// Adds the rows, or puts them in the place of those with the same key.
async fn put<E>(db: &DatabaseExecutor<'_>, rows: Vec<E::Model>) -> Result<()>
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
