//! Usage entries of all accounts, for who bills them.
#![expect(clippy::disallowed_methods, reason = "the operator sees every account")]
use hosting_core::{
    database::Database,
    refusals::error::Result,
    usage::entry::{Column, Entity, Model},
    values::time::Time,
};
use sea_orm::{QueryOrder, QuerySelect, entity::prelude::*, sea_query::ExprTrait};
use uuid::{Builder, Uuid};

/// Entries that are read at once.
const PAGE: u64 = 1_000;

/// Hands the entries of `account` from `from` until before `until` to `take`, the oldest first.
///
/// They are read a page at a time: what is written meanwhile comes along if it is later.
pub async fn entries<E>(
    db: &Database,
    account: Uuid,
    (from, until): (Time, Time),
    mut take: impl FnMut(Model) -> Result<(), E>,
) -> Result<(), E>
where
    E: From<hosting_core::Error>,
{
    // Ids are ordered by time: the first of a moment starts with it.
    let first =
        |time: Time| Builder::from_unix_timestamp_millis(time.millis().unsigned_abs(), &[0; 10]).into_uuid();
    let (mut start, end) = (first(from), first(until));
    loop {
        let of = Column::AccountId.eq(account).and(Column::Id.gte(start)).and(Column::Id.lt(end));
        let select = Entity::find().filter(of).order_by_asc(Column::Id).limit(PAGE);
        let reader = db.reader(false).await?;
        let page = select.all(&reader.executor()).await.map_err(hosting_core::Error::from)?;
        drop(reader);
        let Some(last) = page.last().map(|entry| entry.id) else { return Ok(()) };
        let whole = page.len() as u64 == PAGE;
        for entry in page {
            take(entry)?;
        }
        if !whole {
            return Ok(());
        }
        start = Uuid::from_u128(last.as_u128() + 1);
    }
}
