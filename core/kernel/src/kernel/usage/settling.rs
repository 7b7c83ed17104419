//! What entries say at last: it is settled in the moment in which they are written.
use super::entry::{EntryStatus, Model as UsageEntry};
use crate::{kernel::ending::Ending, refusals::code::Code};

/// What the entries of a request say where its time was over before they were written.
#[derive(Clone, Debug)]
pub(crate) struct Settling {
    ending: Ending,
    /// The HTTP status of that.
    status: u16,
}

impl Settling {
    pub fn new(ending: Ending, status: u16) -> Self {
        Self { ending, status }
    }

    /// They are written now: what was told meanwhile is what they say.
    pub fn settle<'a>(&self, entries: impl IntoIterator<Item = &'a mut UsageEntry>) {
        if !self.ending.write_down() {
            entries.into_iter().for_each(|entry| refuse(entry, self.status, Code::Overloaded));
        }
    }
}

/// The entry says that it was refused so.
pub(crate) fn refuse(entry: &mut UsageEntry, status: u16, code: Code) {
    entry.status = EntryStatus::Rejected;
    entry.http_status = status.into();
    entry.error_code = Some(code.to_string());
}

/// Whether nothing was done for whom the entry is about: too much was asked for.
pub(crate) fn was_turned_away(entry: &UsageEntry) -> bool {
    let codes = [Code::RateLimitExceeded, Code::Overloaded].map(Code::as_str);
    entry.error_code.as_deref().is_some_and(|code| codes.contains(&code))
}
