//! Removing what is no longer kept, a batch at a time.
use crate::{
    database::{Database, executor::Executor},
    refusals::error::Result,
};
use sea_orm::{ConnectionTrait, DbBackend, DbErr, Statement, sea_query::DeleteStatement};

/// Does `delete`, which removes up to `batch` rows, until nothing is left for it: other writes wait no longer
/// than for one batch. What another process is removing is left to that.
pub async fn purge(db: &Database, delete: DeleteStatement, batch: u64) -> Result<()> {
    loop {
        let delete = delete.clone();
        let purge = db.write(move |db| {
            Box::pin(async move {
                match is_alone(db, &delete).await? {
                    true => Ok(db.execute(&delete).await?.rows_affected()),
                    false => Ok(0),
                }
            })
        });
        if purge.await? < batch {
            return Ok(());
        }
    }
}

/// Whether no other process is doing this `delete`, until the transaction ends; a file has one writer anyway.
async fn is_alone(db: &Executor<'_>, delete: &DeleteStatement) -> Result<bool, DbErr> {
    let backend = db.get_database_backend();
    if backend != DbBackend::Postgres {
        return Ok(true);
    }
    let lock = "SELECT pg_try_advisory_xact_lock(hashtext($1)) AS alone";
    let lock = Statement::from_sql_and_values(backend, lock, [backend.build(delete).sql.into()]);
    match db.query_one_raw(lock).await? {
        Some(row) => row.try_get("", "alone"),
        None => Ok(false),
    }
}
