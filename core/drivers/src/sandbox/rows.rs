//! Rows of the sandboxes on their way into the database.
use hosting_kernel::{database::Database, refusals::error::Result};
use sea_orm::{EntityTrait, IntoActiveModel, sea_query::OnConflict};

/// Rows in one statement, which has at most 32,766 parameters on `SQLite`.
pub(super) const MANY: usize = 500;

/// Writes `rows`, all of them or none; `upsert` says what becomes of those that are there.
pub(super) async fn put<E>(db: &Database, rows: Vec<E::Model>, upsert: OnConflict) -> Result<()>
where
    E: EntityTrait<Model: IntoActiveModel<E::ActiveModel>>,
    E::ActiveModel: Send,
{
    let mut rows = rows.into_iter().map(IntoActiveModel::into_active_model).peekable();
    let write = db.write(move |db| {
        Box::pin(async move {
            while rows.peek().is_some() {
                let insert = E::insert_many(rows.by_ref().take(MANY)).on_conflict(upsert.clone());
                insert.exec_without_returning(db).await?;
            }
            Ok(())
        })
    });
    write.await
}
