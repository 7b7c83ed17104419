//! What queued work is about.
use super::task::Completion;
use crate::refusals::error::Result;
use futures_util::future::BoxFuture;
use std::fmt;
use uuid::Uuid;

/// A sort of things that queued work is about: the work on each of them is done in order.
pub struct Subject {
    /// What the names of such subjects begin with, before a colon and the identity.
    pub name: &'static str,
    /// Notes that nothing comes of what waits for work on it, unless that is still queued: some was given up that
    /// nobody could read. The text is for the customer.
    pub abandon: for<'a> fn(&'a Completion<'a>, Uuid, &'a str) -> BoxFuture<'a, Result<()>>,
}

impl Subject {
    /// The identity in the name of a subject, if it is one of these.
    pub(super) fn identity(&self, subject: &str) -> Option<Uuid> {
        subject.strip_prefix(self.name)?.strip_prefix(':')?.parse().ok()
    }
}

impl fmt::Debug for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Subject({})", self.name)
    }
}
