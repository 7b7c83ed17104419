//! What can be subscribed to.
use super::changed::Record;
use crate::{
    kernel::{call::Call, operation::Operation, platform::Platform},
    refusals::{error::Result, scope::Scope},
};
use futures_util::future::BoxFuture;
use std::{any::Any, fmt, sync::Arc};
use uuid::Uuid;

/// A kind of record whose changes the database notices.
pub struct RecordKind {
    /// Its name, as the triggers of the database write it.
    pub name: &'static str,
    /// The scope that a look at it needs.
    pub scope: Scope,
    /// The record of this identity, as the caller sees it.
    pub load: Load,
    /// What such records are part of, where they can be watched by that.
    pub whole: Option<Whole>,
}

/// The record of an identity, as a caller sees it.
pub(crate) type Load = for<'a> fn(&'a Platform, &'a Call, Uuid) -> BoxFuture<'a, Result<Record>>;

/// What records of a kind are part of.
pub struct Whole {
    /// That of this identity, as the caller sees it.
    pub load: Load,
    /// The identity of that which a record is part of.
    pub of: fn(&Record) -> Option<Uuid>,
}

/// What can be subscribed to: all records of some kinds, or one of them.
#[derive(Debug)]
pub struct Topic {
    /// Its name everywhere, like that of an operation.
    pub id: &'static str,
    /// The kinds of records that it is about.
    pub kinds: &'static [RecordKind],
    /// What else must be so.
    pub requires: Option<Requirement>,
}

/// Refuses callers who may not subscribe, whatever their scopes.
pub type Requirement = for<'a> fn(&'a Platform, &'a Call) -> BoxFuture<'a, Result<()>>;

impl Topic {
    /// The kinds that `call` may see; refused where there are none.
    pub(super) fn allowed(&self, call: &Call) -> Result<Vec<&'static RecordKind>> {
        let (mut kinds, mut refusal) = (Vec::new(), None);
        for kind in self.kinds {
            match call.allow(kind.scope) {
                Ok(()) => kinds.push(kind),
                Err(cause) => refusal = refusal.or(Some(cause)),
            }
        }
        match refusal {
            Some(refusal) if kinds.is_empty() => Err(refusal),
            _ => Ok(kinds),
        }
    }
}

/// Says of which identity a `T` is part.
pub fn part_of<T: Any>(record: &Record, of: fn(&T) -> Uuid) -> Option<Uuid> {
    record.downcast_ref().map(of)
}

/// What `operation`, a look at one record, shows to the caller.
pub fn load<'a, O: Operation>(
    platform: &'a Platform,
    call: &'a Call,
    operation: O,
) -> BoxFuture<'a, Result<Record>> {
    Box::pin(async move { Ok(Arc::new(platform.load(call, operation).await?) as Record) })
}

impl fmt::Debug for RecordKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RecordKind({})", self.name)
    }
}
