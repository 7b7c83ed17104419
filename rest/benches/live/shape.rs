//! Who watches what.
use std::fmt;

/// Who watches what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Each the one domain of an account of its own.
    AccountEach,
    /// All the domains of one account.
    OneAccount,
}

/// Domains of the account that all watch.
const DOMAINS: u32 = 100;

impl Shape {
    /// Accounts, and the domains of each.
    pub const fn accounts(self, subscribers: u32) -> (u32, u32) {
        match self {
            Self::AccountEach => (subscribers, 1),
            Self::OneAccount => (1, DOMAINS),
        }
    }

    /// Those who are told of one change.
    pub const fn told(self, subscribers: u32) -> u32 {
        match self {
            Self::AccountEach => 1,
            Self::OneAccount => subscribers,
        }
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::AccountEach => "an account each",
            Self::OneAccount => "one account",
        })
    }
}
