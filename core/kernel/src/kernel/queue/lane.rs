//! Ways for work of different sorts: what one backend does slowly holds up no other.
use crate::providers::{Port, Providers, SANDBOX};
use std::{borrow::Cow, time::Duration};

/// A way for work of one sort, with hands of its own; mostly that of one backend (`contract.md` §13).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Lane {
    sort: Sort,
    name: Cow<'static, str>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Sort {
    Backend(Port),
    Platform,
    Converter,
}

impl Lane {
    /// What no backend is asked for.
    pub const PLATFORM: Self = Self { sort: Sort::Platform, name: Cow::Borrowed("platform") };
    /// What keeps a processor busy.
    pub const CONVERTER: Self = Self { sort: Sort::Converter, name: Cow::Borrowed("converter") };

    /// What the only backend of a port is told that is named by none: its sandbox.
    pub const fn of(port: Port) -> Self {
        Self { sort: Sort::Backend(port), name: Cow::Borrowed(port.name()) }
    }

    /// What the `backend` of a port is told.
    pub fn to(port: Port, backend: &str) -> Self {
        let sandbox = Self::of(port);
        if backend == SANDBOX { sandbox } else { Self { name: Cow::Owned(backend.to_owned()), ..sandbox } }
    }

    /// What the backend of a port is told that a record names, or names none of: then it is the default's work, in a lane
    /// of its own.
    pub fn at(port: Port, named: Option<&str>) -> Self {
        named.map_or_else(|| Self::of(port), |id| Self::to(port, id))
    }

    /// For how long what it leads to is left alone because it could not be reached; nothing where that is asked.
    pub(super) fn alone_for(&self, providers: &Providers) -> Option<Duration> {
        let Sort::Backend(port) = self.sort else { return None };
        providers.alone_for(port, &self.name)
    }

    /// Its name in the queue: the backend's id; of the sandbox that is named by none, the port's.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The names under which its work stands in the queue: earlier versions gave none.
    pub(super) fn names(&self) -> Vec<&str> {
        match self.sort {
            Sort::Platform => vec![&self.name, ""],
            _ => vec![&self.name],
        }
    }

    /// How much of its work a process does at once that converts so much: what waits for a backend costs it little.
    pub(super) const fn hands(&self, conversions: usize) -> usize {
        match self.sort {
            Sort::Converter => conversions,
            // A guest takes its time, and some never listen.
            Sort::Backend(Port::Containers | Port::Machines) => 32,
            _ => 16,
        }
    }

    /// How many of its hands one account may have at once; what keeps a processor busy goes in turn alone.
    pub(super) const fn share(&self, conversions: usize) -> usize {
        match self.sort {
            Sort::Converter => conversions,
            _ => self.hands(conversions) / 4,
        }
    }
}
