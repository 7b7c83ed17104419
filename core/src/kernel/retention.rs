//! What is kept only for a while: used keys (`contract.md` §4) and usage entries (§6).
#![expect(clippy::disallowed_methods, reason = "what is too old is removed for every account")]
use super::{account, idempotency, platform::Platform, purge::purge, usage::entry};
use crate::refusals::error::Result;
use sea_orm::{
    Order, QuerySelect,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, Query},
};

/// Rows that are removed in one transaction.
const BATCH: u64 = 500;

/// Removes the idempotency keys that are kept no longer.
pub(crate) async fn purge_keys(platform: &Platform) -> Result<()> {
    use idempotency::{Column, Entity};
    let before = platform.clock().now().plus(-platform.retention().keys);
    let columns = [Column::AccountId, Column::Key];
    let old = Query::select()
        .columns(columns)
        .from(Entity)
        .and_where(Column::CreatedAt.lt(before))
        .limit(BATCH)
        .take();
    let key = Expr::tuple(columns.map(Expr::col));
    let delete = Query::delete().from_table(Entity).and_where(key.in_subquery(old)).take();
    purge(platform.database(), delete, BATCH).await
}

/// Removes the usage entries that are kept no longer, account by account.
pub(crate) async fn purge_usage(platform: &Platform) -> Result<()> {
    let before = platform.clock().now().plus(-platform.retention().usage);
    // Ids are ordered by time: the oldest that is kept starts with the moment itself.
    let first = uuid::Builder::from_unix_timestamp_millis(before.millis().unsigned_abs(), &[0; 10]);
    let first = first.into_uuid();
    let reader = platform.database().reader(false).await?;
    let accounts = account::Entity::find().select_only().column(account::Column::Id);
    let accounts: Vec<Uuid> = accounts.into_tuple().all(&reader.executor()).await?;
    drop(reader);
    for account in accounts {
        purge_usage_of(platform, account, first).await?;
    }
    Ok(())
}

async fn purge_usage_of(platform: &Platform, account: Uuid, first: Uuid) -> Result<()> {
    use entry::{Column, Entity};
    let mine = Column::AccountId.eq(account);
    let old = Query::select()
        .column(Column::Id)
        .from(Entity)
        .and_where(mine.clone().and(Column::Id.lt(first)))
        .order_by(Column::Id, Order::Asc)
        .limit(BATCH)
        .take();
    let old = Column::Id.in_subquery(old);
    let delete = Query::delete().from_table(Entity).and_where(mine).and_where(old).take();
    purge(platform.database(), delete, BATCH).await
}
