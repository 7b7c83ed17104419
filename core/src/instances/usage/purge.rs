//! Points that are shown no longer go.
use super::point::{Column, Entity};
use crate::{kernel::platform::Platform, refusals::error::Result};
use chrono::TimeDelta;
use sea_orm::{
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, Query},
};

/// How long points are kept: a little longer than they are shown.
const RETENTION: TimeDelta = TimeDelta::hours(25);
/// Points that are removed in one transaction: other writes wait no longer than for these.
const BATCH: u64 = 2000;

/// Removes the points that are shown no longer.
pub(in crate::instances) async fn purge(platform: &Platform) -> Result<()> {
    let before = platform.clock().now().plus(-RETENTION).millis();
    loop {
        let removed = platform.database().write(move |db| {
            Box::pin(async move {
                let old = Query::select()
                    .columns([Column::ServiceId, Column::Bucket])
                    .from(Entity)
                    .and_where(Column::Bucket.lt(before))
                    .limit(BATCH)
                    .take();
                let key = Expr::tuple([Expr::col(Column::ServiceId), Expr::col(Column::Bucket)]);
                let removed = Entity::delete_many().filter(key.in_subquery(old)).exec(db).await?;
                Ok(removed.rows_affected)
            })
        });
        if removed.await? < BATCH {
            return Ok(());
        }
    }
}
