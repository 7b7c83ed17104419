//! Records as the graph shows them: what they say, what they hold, and what leads on from them.
use crate::members::{Members, Unwritable};
use async_graphql::{
    ComplexObject, Context, OutputType, ServerResult, Value,
    futures_util::future::{BoxFuture, ready},
};
use serde::Serialize;
use std::borrow::Cow;

/// What a field gives that is no plain member of its record; nothing if there is no such field.
pub type Lead<'a> = BoxFuture<'a, ServerResult<Option<Value>>>;

/// A record as the graph shows it.
pub trait Record: Send + Sync {
    /// The name of its type.
    fn type_name(&self) -> Cow<'static, str>;

    /// Writes what is asked for of its plain members.
    fn write(&self, members: Members<'_, '_>) -> Result<(), Unwritable>;

    /// The records that it holds under `name`.
    fn held(&self, _name: &str) -> Option<Held<'_>> {
        None
    }

    /// What is found elsewhere, or worked out.
    fn lead<'a>(&'a self, _cx: &'a Context<'a>) -> Lead<'a> {
        Box::pin(ready(Ok(None)))
    }
}

/// Records within a record.
pub enum Held<'a> {
    /// One.
    One(&'a dyn Record),
    /// A list of them.
    Many(Vec<&'a dyn Record>),
}

/// What is a record, or one of several kinds of them.
pub trait Shows {
    /// The record.
    fn record(&self) -> &dyn Record;
}

impl<T: Record> Shows for T {
    fn record(&self) -> &dyn Record {
        self
    }
}

/// A record that shows one of the platform's, and adds what leads on from it.
pub trait View: ComplexObject + OutputType {
    /// What it shows.
    type Of: ComplexObject + Serialize + Sync;

    /// The record of the platform.
    fn of(&self) -> &Self::Of;
}

impl<T: View> Record for T {
    fn type_name(&self) -> Cow<'static, str> {
        <T as OutputType>::type_name()
    }

    fn write(&self, members: Members<'_, '_>) -> Result<(), Unwritable> {
        members.of(self.of())
    }

    fn lead<'a>(&'a self, cx: &'a Context<'a>) -> Lead<'a> {
        Box::pin(async move {
            match self.resolve_field(cx).await? {
                None => self.of().resolve_field(cx).await,
                found => Ok(found),
            }
        })
    }
}
