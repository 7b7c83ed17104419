//! Long lists, a page at a time (keyset paging: `contract.md` §1).
use crate::{Context, Error, Result, Time};
use chrono::DateTime;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use sea_orm::{
    ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Select, TryIntoModel,
    sea_query::{Expr, ExprTrait},
};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use uuid::Uuid;

/// Records in a page at most, and unless the caller asks for less.
pub const MOST: u32 = 1000;

/// Part of a list: written as the list alone, the way on stands beside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page<T> {
    /// The records.
    pub items: Vec<T>,
    /// What to ask with for those that follow, if any do.
    pub next: Option<String>,
}

impl<T> Page<T> {
    /// A page of `limit` out of `found`, which was asked for one more; `key` names its last.
    pub fn cut(mut found: Vec<T>, limit: u64, key: impl Fn(&T) -> String) -> Self {
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let more = found.len() > limit;
        found.truncate(limit);
        let next = found.last().filter(|_| more).map(key);
        Self { items: found, next }
    }

    /// A page of other records, in the same place of the list.
    pub fn map<U>(self, change: impl FnMut(T) -> U) -> Page<U> {
        Page { items: self.items.into_iter().map(change).collect(), next: self.next }
    }
}

impl<T> IntoIterator for Page<T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.items.into_iter()
    }
}

impl<T: Serialize> Serialize for Page<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.items.serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Page<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self { items: Vec::deserialize(deserializer)?, next: None })
    }
}

impl<T: JsonSchema> JsonSchema for Page<T> {
    fn schema_name() -> Cow<'static, str> {
        Vec::<T>::schema_name()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Vec::<T>::json_schema(generator)
    }
}

/// The cursor of a record in a list that is newest first: when it was made, and its id.
pub(crate) fn moment_key(at: Time, id: Uuid) -> String {
    format!("{:x}.{}", at.millis(), id.simple())
}

/// What [`moment_key`] wrote.
pub(crate) fn moment(cursor: Option<&str>) -> Result<Option<(Time, Uuid)>> {
    let Some(cursor) = cursor else { return Ok(None) };
    let key = cursor.split_once('.').and_then(|(millis, id)| {
        let at = DateTime::from_timestamp_millis(i64::from_str_radix(millis, 16).ok()?)?;
        Some((Time::new(at), Uuid::try_parse(id).ok()?))
    });
    key.map(Some).ok_or_else(unknown)
}

/// The refusal of a cursor that no page gave.
pub(crate) fn unknown() -> Error {
    Error::invalid("/cursor", "cursor", "is not a cursor that a page of this list gave")
}

/// The records of `select` by the columns `newest` (when made, id), after the key `after`.
pub(crate) async fn newest_first<E: EntityTrait<ActiveModel: TryIntoModel<E::Model>>>(
    cx: &Context<'_>,
    select: Select<E>,
    newest: [E::Column; 2],
    after: Option<(Time, Uuid)>,
    limit: Option<u32>,
    key: impl Fn(&E::Model) -> String,
) -> Result<Page<E::Model>> {
    let [made, id] = newest;
    let limit = u64::from(limit.unwrap_or(MOST));
    let mut select = select.order_by_desc(made).order_by_desc(id).limit(limit + 1);
    if let Some((at, last)) = after {
        let key = Expr::tuple([Expr::val(at), Expr::val(last)]);
        select = select.filter(Expr::tuple([made.into_expr(), id.into_expr()]).lt(key));
    }
    Ok(Page::cut(cx.all(select).await?, limit, key))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_is_read_back_and_another_text_is_refused() {
        let key = (Time::new(DateTime::UNIX_EPOCH), Uuid::from_u128(7));
        assert_eq!(moment(Some(&moment_key(key.0, key.1))).unwrap(), Some(key));
        for wrong in ["", ".", "x.y", "1f", "zz.00000000000000000000000000000007", "é.é"] {
            assert!(moment(Some(wrong)).is_err(), "{wrong}");
        }
    }
}
