//! Removing what is no longer kept, a batch at a time.
use crate::{database::Database, refusals::error::Result};
use sea_orm::{ConnectionTrait, sea_query::DeleteStatement};

/// Does `delete`, which removes up to `batch` rows, until nothing is left for it: other writes wait no longer
/// than for one batch.
pub(crate) async fn purge(db: &Database, delete: DeleteStatement, batch: u64) -> Result<()> {
    loop {
        let delete = delete.clone();
        let removed = db
            .write(move |db| Box::pin(async move { Ok(db.execute(&delete).await?.rows_affected()) }))
            .await?;
        if removed < batch {
            return Ok(());
        }
    }
}
