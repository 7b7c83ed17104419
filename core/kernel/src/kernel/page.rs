//! Long lists, a page at a time (keyset paging: `contract.md` §1).
mod filter;
mod order;
mod part;

pub use filter::{contains, of_the_calendar};
pub use order::{NEVER, Order, moment_key, never, text_key};
pub use part::Backward;
pub use part::{Part, list, list_each};

use crate::refusals::error::{Error, Result};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;

/// Records in a page at most, and unless the caller asks for less.
pub const MOST: u32 = 1000;

/// Part of a list: written as the list alone, the ways on stand beside it.
#[derive(Clone, Debug)]
pub struct Page<T> {
    /// The records.
    pub items: Vec<T>,
    /// What to ask with for those that follow, if any do.
    pub next: Option<String>,
    /// Whether others stand before them, as far as that is known: after a cursor they do.
    pub previous: bool,
    /// How many there are in the whole list, where that was asked.
    pub total: Option<u64>,
    /// The cursor of a record in the order of this list.
    pub key: fn(&T) -> String,
}

impl<T> Default for Page<T> {
    fn default() -> Self {
        Self { items: Vec::new(), next: None, previous: false, total: None, key: |_| String::new() }
    }
}

impl<T> Page<T> {
    /// A page of other records, in the same place of the list; `key` writes the same cursors.
    pub fn map<U>(self, mut change: impl FnMut(T) -> U, key: fn(&U) -> String) -> Page<U> {
        self.filter_map(|one| Some(change(one)), key)
    }

    /// The same of those that there are others for.
    pub fn filter_map<U>(self, change: impl FnMut(T) -> Option<U>, key: fn(&U) -> String) -> Page<U> {
        let items = self.items.into_iter().filter_map(change).collect();
        Page { items, next: self.next, previous: self.previous, total: self.total, key }
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
        Ok(Self { items: Vec::deserialize(deserializer)?, ..Self::default() })
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

/// The refusal of a cursor at `pointer` that no page of the list gave in this order.
fn unknown(pointer: &str) -> Error {
    Error::invalid(pointer, "cursor", "is not a cursor that a page of this list gave in this order")
}
