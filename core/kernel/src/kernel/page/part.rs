//! Which part of a list is asked for, and how it is found.
use super::{MOST, Order, Page, unknown};
use crate::{
    kernel::context::Context,
    refusals::error::{Error, Result},
};
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait, Select,
    TryIntoModel,
    sea_query::{
        Expr, ExprTrait, Func,
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
    /// Whether all that are in the list are counted.
    pub count: bool,
}

/// Which part of a list is asked for.
pub struct Part<'a> {
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

    /// Whether all that are in the list are counted.
    fn counts(&self) -> bool {
        self.backward.is_some_and(|backward| backward.count)
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
pub async fn list<E: EntityTrait<ActiveModel: TryIntoModel<E::Model>>>(
    cx: &Context<'_>,
    select: Select<E>,
    order: Order<E::Model>,
    part: Part<'_>,
) -> Result<Page<E::Model>> {
    let total = match part.counts() {
        true => totals(cx, std::slice::from_ref(&select)).await?.pop(),
        false => None,
    };
    let (select, cut) = narrow(select, &order, &part)?;
    let mut items = cx.all(select).await?;
    if cut.from_the_end {
        items.reverse();
    }
    Ok(Page { total, ..cut.page(items, order.key) })
}

/// The same part of each of `lists`, in one go; `of` says which of them a record is in: their place.
pub async fn list_each<E: EntityTrait<ActiveModel: TryIntoModel<E::Model>>>(
    cx: &Context<'_>,
    lists: Vec<Select<E>>,
    id: E::Column,
    order: Order<E::Model>,
    part: Part<'_>,
    of: impl Fn(&E::Model) -> Option<usize>,
) -> Result<Vec<Page<E::Model>>> {
    let mut found: Vec<Vec<E::Model>> = lists.iter().map(|_| Vec::new()).collect();
    let totals = if part.counts() { Some(totals(cx, &lists).await?) } else { None };
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
    let total = |place: usize| totals.as_ref().and_then(|totals| totals.get(place).copied());
    let page = |(place, items)| Page { total: total(place), ..cut.page(items, order.key) };
    Ok(found.into_iter().enumerate().map(page).collect())
}

/// How many are in each of `lists`, in one go.
async fn totals<E: EntityTrait>(cx: &Context<'_>, lists: &[Select<E>]) -> Result<Vec<u64>> {
    let mut totals = Vec::new();
    for some in lists.chunks(UNITED) {
        let mut rows = Vec::new();
        let counted = some.iter().zip(0_i64..).map(|(select, place)| {
            let list = select.clone().select_only().expr(Expr::cust("1")).into_query();
            let count = Expr::expr(Func::count(Expr::val(1)));
            Query::select().expr(Expr::val(place)).expr(count).from_subquery(list, "list").take()
        });
        if let Some(union) = counted.reduce(|mut union, one| union.union(UnionType::All, one).take()) {
            rows = cx.db.query_all(&union).await?;
        }
        let mut of_some = vec![0; some.len()];
        for row in rows {
            let (place, count): (i64, i64) = (row.try_get_by_index(0)?, row.try_get_by_index(1)?);
            if let Some(total) = usize::try_from(place).ok().and_then(|place| of_some.get_mut(place)) {
                *total = u64::try_from(count).unwrap_or_default();
            }
        }
        totals.extend(of_some);
    }
    Ok(totals)
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
        Page { items, next, previous, total: None, key }
    }
}
