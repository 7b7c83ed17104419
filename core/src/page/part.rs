//! Which part of a list is asked for, and how it is found.
use super::{MOST, Order, Page, unknown};
use crate::{Context, Error, Result};
use sea_orm::{
    EntityTrait, QueryFilter, QueryOrder, QuerySelect, Select, TryIntoModel,
    sea_query::{self, Expr, ExprTrait},
};

/// What is asked of a list besides its beginning, as connections of the graph do
/// (GraphQL Cursor Connections, section 4).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Backward {
    /// So many of the last, instead of the first.
    pub last: Option<u32>,
    /// Only what stands before this cursor.
    pub before: Option<String>,
}

/// Which part of a list is asked for.
pub(crate) struct Part<'a> {
    /// How many of the first.
    pub limit: Option<u32>,
    /// How many unless said.
    pub usual: u32,
    /// Only what stands behind this cursor.
    pub cursor: Option<&'a str>,
    /// What else connections ask.
    pub backward: Option<&'a Backward>,
}

impl<'a> Part<'a> {
    /// What every list can be asked for: so many behind a cursor.
    pub const fn forward(limit: Option<u32>, cursor: Option<&'a str>) -> Self {
        Self { limit, usual: MOST, cursor, backward: None }
    }

    /// How many records, and whether they are the last instead of the first.
    fn count(&self) -> Result<(usize, bool)> {
        let last = self.backward.and_then(|backward| backward.last);
        match (self.limit, last) {
            (Some(_), Some(_)) => {
                Err(Error::invalid("/last", "bounds", "cannot be asked for together with the first"))
            }
            (None, Some(last)) if !(1..=MOST).contains(&last) => {
                Err(Error::invalid("/last", "bounds", format!("must be from 1 to {MOST}")))
            }
            (first, last) => {
                let count = last.or(first).unwrap_or(self.usual);
                Ok((usize::try_from(count).unwrap_or(usize::MAX), last.is_some()))
            }
        }
    }
}

/// The records of `select` in `order`, as far as they are asked for.
pub(crate) async fn list<E: EntityTrait<ActiveModel: TryIntoModel<E::Model>>>(
    cx: &Context<'_>,
    mut select: Select<E>,
    order: Order<E::Model>,
    part: Part<'_>,
) -> Result<Page<E::Model>> {
    let (count, from_the_end) = part.count()?;
    let before = part.backward.and_then(|backward| backward.before.as_deref());
    for (pointer, cursor, less) in
        [("/cursor", part.cursor, order.descending), ("/before", before, !order.descending)]
    {
        let Some(cursor) = cursor else { continue };
        let key = Expr::tuple(order.read(cursor).ok_or_else(|| unknown(pointer))?);
        let place = Expr::tuple(order.by.clone());
        select = select.filter(if less { place.lt(key) } else { place.gt(key) });
    }
    let falling = order.descending != from_the_end;
    for by in order.by {
        select = select.order_by(by, if falling { sea_query::Order::Desc } else { sea_query::Order::Asc });
    }
    let mut items = cx.all(select.limit(count as u64 + 1)).await?;
    let more = items.len() > count;
    items.truncate(count);
    if from_the_end {
        items.reverse();
    }
    let (previous, following) =
        if from_the_end { (more, before.is_some()) } else { (part.cursor.is_some(), more) };
    let next = items.last().filter(|_| following).map(order.key);
    Ok(Page { items, next, previous, key: order.key })
}
