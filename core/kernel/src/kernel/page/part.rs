//! Which part of a list is asked for, and how it is found.
use super::{MOST, Order, Page, unknown};
use crate::{
    kernel::context::Context,
    refusals::error::{Error, Result},
};
use sea_orm::{
    ColumnTrait, ConnectionTrait, DbBackend, EntityTrait, IdenStatic, JoinType, QueryFilter, QueryOrder,
    QueryResult, QuerySelect, QueryTrait, Select, TryIntoModel,
    sea_query::{
        Alias, Expr, ExprTrait, Func,
        Order::{Asc, Desc},
        Query,
    },
};
use serde_json::json;
use std::collections::HashMap;
use uuid::Uuid;

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
        true => Some(total(cx, &select).await?),
        false => None,
    };
    let (select, cut) = narrow(select, &order, &part)?;
    let mut items = cx.all(select).await?;
    if cut.from_the_end {
        items.reverse();
    }
    Ok(Page { total, ..cut.page(items, order.key) })
}

/// The same part of the list of each of `parents`, in their order and in one go: of those of `select` whose `parent` it
/// is, as `of` reads it off a record.
pub async fn list_each<E: EntityTrait<ActiveModel: TryIntoModel<E::Model>>>(
    cx: &Context<'_>,
    select: Select<E>,
    (parent, parents): (E::Column, &[Uuid]),
    id: E::Column,
    order: Order<E::Model>,
    part: Part<'_>,
    of: impl Fn(&E::Model) -> Uuid,
) -> Result<Vec<Page<E::Model>>> {
    let totals = match part.counts() {
        true => Some(totals(cx, &select, parent, parents).await?),
        false => None,
    };
    let (select, cut) = narrow(select, &order, &part)?;
    let mut all = match cx.db.get_database_backend() {
        DbBackend::Sqlite => of_each_in_file(select, parent, parents, id),
        _ => of_each_on_server(select, parent, parents),
    };
    for by in &order.by {
        all = all.order_by(by.clone(), if order.descending { Desc } else { Asc });
    }
    let mut found: HashMap<Uuid, Vec<E::Model>> = HashMap::new();
    for record in cx.all(all).await? {
        found.entry(of(&record)).or_default().push(record);
    }
    let page = |parent| {
        let total = totals.as_ref().map(|totals| totals.get(parent).copied().unwrap_or_default());
        Page { total, ..cut.page(found.remove(parent).unwrap_or_default(), order.key) }
    };
    Ok(parents.iter().map(page).collect())
}

/// What `select` finds for each of `parents`: `SQLite` looks for the ids of each anew.
fn of_each_in_file<E: EntityTrait>(
    select: Select<E>,
    parent: E::Column,
    parents: &[Uuid],
    id: E::Column,
) -> Select<E> {
    let ids: Vec<_> = parents.iter().map(|id| id.simple().to_string()).collect();
    let list = Func::cust("json_each").arg(Expr::val(json!(ids).to_string()));
    let of_one =
        select.select_only().column(id).filter(parent.into_expr().eq(Expr::cust("unhex(parent.value)")));
    #[expect(clippy::disallowed_methods, reason = "each list is of records that the caller may see")]
    let mut all = E::find().filter(id.in_subquery(of_one.into_query()));
    QuerySelect::query(&mut all).from_function(list, "parent");
    all
}

/// The same: a server joins each with what it has.
fn of_each_on_server<E: EntityTrait>(select: Select<E>, parent: E::Column, parents: &[Uuid]) -> Select<E> {
    let ids: Vec<_> = parents.iter().map(Uuid::to_string).collect();
    let list =
        Func::cust("unnest").arg(Expr::cust_with_values("string_to_array($1, ',')::uuid[]", [ids.join(",")]));
    let of_one = select.filter(parent.into_expr().eq(Expr::cust("parent.parent")));
    #[expect(clippy::disallowed_methods, reason = "each list is of records that the caller may see")]
    let mut all = E::find();
    let name = Alias::new(E::default().table_name());
    QuerySelect::query(&mut all).from_clear().from_function(list, "parent").join_lateral(
        JoinType::InnerJoin,
        of_one.into_query(),
        name,
        Expr::cust("TRUE"),
    );
    all
}

/// What a count is called.
const TOTAL: &str = "total";

/// How many `select` finds.
async fn total<E: EntityTrait>(cx: &Context<'_>, select: &Select<E>) -> Result<u64> {
    let list = select.clone().select_only().expr(Expr::cust("1")).into_query();
    let count = Query::select().expr_as(Func::count(Expr::val(1)), TOTAL).from_subquery(list, "list").take();
    match cx.db.query_one(&count).await? {
        Some(row) => counted(&row),
        None => Ok(0),
    }
}

/// The same of each of `parents`; nothing of those that have none.
async fn totals<E: EntityTrait>(
    cx: &Context<'_>,
    select: &Select<E>,
    parent: E::Column,
    parents: &[Uuid],
) -> Result<HashMap<Uuid, u64>> {
    let count = select.clone().filter(parent.is_in(parents.iter().copied())).select_only().column(parent);
    let count = count.expr_as(Func::count(Expr::val(1)), TOTAL).group_by(parent);
    let rows = cx.db.query_all(&count.into_query()).await?;
    rows.iter().map(|row| Ok((row.try_get("", parent.as_str())?, counted(row)?))).collect()
}

fn counted(row: &QueryResult) -> Result<u64> {
    Ok(u64::try_from(row.try_get::<i64>("", TOTAL)?).unwrap_or_default())
}

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
