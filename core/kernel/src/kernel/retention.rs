//! What is kept only for a while: used keys (`contract.md` §4) and usage entries (§6).
#![expect(clippy::disallowed_methods, reason = "what is too old is removed for every account")]
use super::{account, idempotency, platform::Platform, purge::purge, usage::entry};
use crate::refusals::error::Result;
use sea_orm::{
    QuerySelect,
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

/// Removes the usage entries that are kept no longer, of whatever accounts.
pub(crate) async fn purge_usage(platform: &Platform) -> Result<()> {
    use entry::{Column, Entity};
    let before = platform.clock().now().plus(-platform.retention().usage);
    // Ids are ordered by time: the oldest that is kept starts with the moment itself.
    let first = uuid::Builder::from_unix_timestamp_millis(before.millis().unsigned_abs(), &[0; 10]);
    // The index has the ids of each account.
    let accounts = Query::select().column(account::Column::Id).from(account::Entity).take();
    let old = Column::AccountId.in_subquery(accounts).and(Column::Id.lt(first.into_uuid()));
    let db = platform.database();
    let reader = db.reader(false).await?;
    let any = Entity::find().filter(old.clone()).limit(1).one(&reader.executor()).await?;
    drop(reader);
    // Mostly there are none: that needs no transaction.
    if any.is_none() {
        return Ok(());
    }
    let columns = [Column::AccountId, Column::Id];
    let old = Query::select().columns(columns).from(Entity).and_where(old).limit(BATCH).take();
    let key = Expr::tuple(columns.map(Expr::col));
    let delete = Query::delete().from_table(Entity).and_where(key.in_subquery(old)).take();
    purge(db, delete, BATCH).await
}
