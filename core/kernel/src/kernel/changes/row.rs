//! Where `SQLite` keeps changes for a while.
#![expect(clippy::disallowed_methods, reason = "changes of every account are read, and told to their owners")]
use super::change::Change;
use crate::{database::Database, refusals::error::Result};
use sea_orm::{QueryFilter, QueryOrder, QuerySelect, entity::prelude::*};

/// A change, in the order of the commits.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "change")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    /// The name of its kind.
    pub kind: String,
    pub account_id: Uuid,
    pub record_id: Uuid,
}

/// Records are joined by what asks for them, not by their entity.
#[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// Changes that are read at once.
const MOST: u64 = 1000;

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
