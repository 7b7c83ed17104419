//! Removing what is no longer kept, a slice at a time.
use crate::{database::Database, refusals::error::Result};
use sea_orm::{ConnectionTrait, sea_query::DeleteStatement};

/// Does `delete`, which removes up to `slice` rows, until nothing is left for it: other writes wait no longer
/// than for one slice.
pub(crate) async fn purge(db: &Database, delete: DeleteStatement, slice: u64) -> Result<()> {
    loop {
        let delete = delete.clone();
        let removed = db
            .write(move |db| Box::pin(async move { Ok(db.execute(&delete).await?.rows_affected()) }))
            .await?;
        if removed < slice {
            return Ok(());
        }
    }
}
