//! Where `SQLite` keeps changes for a while.
#![expect(clippy::disallowed_methods, reason = "changes of every account are read, and told to their owners")]
use super::change::{Change, Kind};
use crate::{database::Database, kernel::platform::Platform, refusals::error::Result};
use chrono::TimeDelta;
use sea_orm::{QueryFilter, QueryOrder, QuerySelect, QueryTrait, entity::prelude::*};

/// A change, in the order of the commits.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "change")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub kind: Kind,
    pub account_id: Uuid,
    pub record_id: Uuid,
}

/// Records are joined by what asks for them, not by their entity.
#[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// Changes that are read at once.
const MOST: u64 = 1000;
/// How long a process may take to read them.
const KEPT: TimeDelta = TimeDelta::minutes(5);
/// Changes that are removed in one transaction: other writes wait no longer than for these.
const SLICE: u64 = 2000;

/// The changes after `last`, and the last of them.
pub async fn after(db: &Database, last: i64) -> Result<(Vec<Change>, i64)> {
    let reader = db.reader(false).await?;
    let rows = Entity::find().filter(Column::Id.gt(last)).order_by_asc(Column::Id).limit(MOST);
    let rows = rows.all(&reader.executor()).await?;
    let last = rows.last().map_or(last, |row| row.id);
    let change = |row: Model| Change { kind: row.kind, account: row.account_id, record: row.record_id };
    Ok((rows.into_iter().map(change).collect(), last))
}

/// The last change so far.
pub async fn last(db: &Database) -> Result<i64> {
    let reader = db.reader(false).await?;
    let newest = Entity::find()
        .filter(Column::Id.gt(0))
        .order_by_desc(Column::Id)
        .limit(1)
        .one(&reader.executor())
        .await?;
    Ok(newest.map_or(0, |row| row.id))
}

impl Platform {
    /// Removes the changes that every process has long read.
    pub(crate) async fn forget_changes(&self) -> Result<()> {
        let db = self.database();
        if db.pool().is_some() {
            return Ok(());
        }
        let now = self.clock().now();
        let old = self.changes().mark(now, last(db).await?, now.plus(-KEPT));
        let Some(old) = old else { return Ok(()) };
        loop {
            let removed = db.write(move |db| {
                Box::pin(async move {
                    let rows = Entity::find().filter(Column::Id.lte(old)).order_by_asc(Column::Id);
                    let ids = rows.select_only().column(Column::Id).limit(SLICE).into_query();
                    let removed = Entity::delete_many().filter(Column::Id.in_subquery(ids)).exec(db).await?;
                    Ok(removed.rows_affected)
                })
            });
            if removed.await? < SLICE {
                return Ok(());
            }
        }
    }
}
