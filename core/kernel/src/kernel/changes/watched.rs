//! Which records somebody watches.
use super::changed::Record;
use uuid::Uuid;

/// Which records of a topic are watched: all of the account unless said.
#[derive(Clone, Copy, Debug, Default)]
pub struct Watched {
    /// Only this one.
    pub record: Option<Uuid>,
    /// Only those that are part of this one.
    pub whole: Option<Uuid>,
}

/// A kind of record that somebody watches.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// Its name, as the triggers of the database write it.
    pub name: &'static str,
    /// The identity of that which such a record is part of.
    pub whole: Option<fn(&Record) -> Option<Uuid>>,
}
