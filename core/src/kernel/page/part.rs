//! Which part of a list is asked for, and how it is found.
use super::{MOST, Order, Page, unknown};
use crate::{
    kernel::context::Context,
    refusals::error::{Error, Result},
};
use sea_orm::{
    ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait, Select, TryIntoModel,
    sea_query::{
        Expr, ExprTrait,
        Order::{Asc, Desc},
        Query, SelectStatement, UnionType,
    },
};

/// What is asked of a list besides its beginning, as connections of the graph do
/// (GraphQL Cursor Connections, section 4).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
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
    select: Select<E>,
    order: Order<E::Model>,
    part: Part<'_>,
) -> Result<Page<E::Model>> {
    let (select, cut) = narrow(select, &order, &part)?;
    let mut items = cx.all(select).await?;
    if cut.from_the_end {
        items.reverse();
    }
    Ok(cut.page(items, order.key))
}

/// The same part of each of `lists`, in one go; `of` says which of them a record is in: their place.
pub(crate) async fn list_each<E: EntityTrait<ActiveModel: TryIntoModel<E::Model>>>(
    cx: &Context<'_>,
    lists: Vec<Select<E>>,
    id: E::Column,
    order: Order<E::Model>,
    part: Part<'_>,
    of: impl Fn(&E::Model) -> Option<usize>,
) -> Result<Vec<Page<E::Model>>> {
    let mut found: Vec<Vec<E::Model>> = lists.iter().map(|_| Vec::new()).collect();
    let mut cut = None;
    let mut lists = lists.into_iter().peekable();
    while lists.peek().is_some() {
        let mut union: Option<SelectStatement> = None;
        for select in lists.by_ref().take(UNITED) {
            let (select, of_all) = narrow(select.select_only().column(id), &order, &part)?;
            cut = Some(of_all);
            let ids = Query::select().column(id).from_subquery(select.into_query(), "part").take();
            match &mut union {
                Some(union) => {
                    union.union(UnionType::All, ids);
                }
                None => union = Some(ids),
            }
        }
        #[expect(clippy::disallowed_methods, reason = "each list is of records that the caller may see")]
        let mut all = E::find().filter(id.in_subquery(union.expect("a list was there")));
        for by in &order.by {
            all = all.order_by(by.clone(), if order.descending { Desc } else { Asc });
        }
        for record in cx.all(all).await? {
            if let Some(place) = of(&record) {
                found[place].push(record);
            }
        }
    }
    let Some(cut) = cut else { return Ok(Vec::new()) };
    Ok(found.into_iter().map(|items| cut.page(items, order.key)).collect())
}

/// Lists that are asked for in one statement at most: SQLite takes no more than 500.
const UNITED: usize = 250;

/// `select` in `order`, as far as `part` asks for it and one more.
fn narrow<E: EntityTrait>(
    mut select: Select<E>,
    order: &Order<E::Model>,
    part: &Part<'_>,
) -> Result<(Select<E>, Cut)> {
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
    for by in &order.by {
        select = select.order_by(by.clone(), if falling { Desc } else { Asc });
    }
    let cut = Cut { count, from_the_end, after: part.cursor.is_some(), before: before.is_some() };
    Ok((select.limit(count as u64 + 1), cut))
}

/// How a page is cut out of what was found for it.
struct Cut {
    count: usize,
    from_the_end: bool,
    after: bool,
    before: bool,
}

impl Cut {
    /// The page of `items`, which are in the order of the list, and may be one too many.
    fn page<T>(&self, mut items: Vec<T>, key: fn(&T) -> String) -> Page<T> {
        let more = items.len() > self.count;
        if more && self.from_the_end {
            items.remove(0);
        }
        items.truncate(self.count);
        let (previous, following) = if self.from_the_end { (more, self.before) } else { (self.after, more) };
        let next = items.last().filter(|_| following).map(key);
        Page { items, next, previous, key }
    }
}
