//! A record as it is after a change.
use std::{any::Any, sync::Arc};
use uuid::Uuid;

/// A record of whichever kind, as its owner sees it.
pub type Record = Arc<dyn Any + Send + Sync>;

/// A record as its owner sees it after a change.
#[derive(Clone, Debug)]
pub struct Changed {
    /// The name of its kind.
    pub(super) kind: &'static str,
    pub(super) id: Uuid,
    pub(super) record: Record,
}

impl Changed {
    /// The record, if it is a `T`.
    pub fn get<T: Any>(&self) -> Option<&T> {
        self.record.downcast_ref()
    }
}
