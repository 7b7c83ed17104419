//! Points that are shown no longer go.
use super::point::{Column, Entity};
use chrono::TimeDelta;
use hosting_kernel::{
    kernel::{platform::Platform, purge::purge},
    refusals::error::Result,
};
use sea_orm::{
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, Query},
};

/// How long points are kept: a little longer than they are shown.
const RETENTION: TimeDelta = TimeDelta::hours(25);
/// Points that are removed in one transaction.
const BATCH: u64 = 2000;

/// Removes the points that are shown no longer.
pub(crate) async fn purge_points(platform: &Platform) -> Result<()> {
    let before = platform.clock().now().plus(-RETENTION).millis();
    let columns = [Column::ServiceId, Column::Bucket];
    let old = Query::select()
        .columns(columns)
        .from(Entity)
        .and_where(Column::Bucket.lt(before))
        .limit(BATCH)
        .take();
    let key = Expr::tuple(columns.map(Expr::col));
    let delete = Query::delete().from_table(Entity).and_where(key.in_subquery(old)).take();
    purge(platform.database(), delete, BATCH).await
}
