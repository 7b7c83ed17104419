//! Changes are kept for as long as a process may take to read them, or until they are told.
#![expect(clippy::disallowed_methods, reason = "changes of every account are kept for the same time")]
use super::{
    feed::postgres,
    row::{Column, Entity, last},
};
use crate::{
    kernel::{platform::Platform, purge::purge},
    refusals::error::Result,
};
use chrono::TimeDelta;
use sea_orm::{QueryFilter, QueryOrder, QuerySelect, QueryTrait, entity::prelude::*, sea_query::Query};

/// How long a process may take to read them.
const KEPT: TimeDelta = TimeDelta::minutes(5);
/// Changes that are removed in one transaction.
const BATCH: u64 = 2000;

/// Removes the changes that every process has long read; tells those that nobody has told, where they are told.
pub(crate) async fn purge_changes(platform: &Platform) -> Result<()> {
    let db = platform.database();
    // Who is told, and where, is not known here: a replica of an earlier version may listen.
    if !db.is_file() {
        return postgres::tell_all(db).await;
    }
    let now = platform.clock().now();
    let old = platform.changes().mark(now, last(db).await?, now.plus(-KEPT));
    let Some(old) = old else { return Ok(()) };
    let old = Entity::find().filter(Column::Id.lte(old)).order_by_asc(Column::Id);
    let old = old.select_only().column(Column::Id).limit(BATCH).into_query();
    let delete = Query::delete().from_table(Entity).and_where(Column::Id.in_subquery(old)).take();
    purge(db, delete, BATCH).await
}
