//! The public search: which names are free, and what they cost (`contract.md` §9).
//!
//! Anyone may ask, so it stands beside the door: it has an allowance per client, and no operation,
//! credential or usage entry.
mod answers;
mod asked;
mod error;
mod perform;
pub mod price;
mod price_list;
mod registrable;
mod result;
mod sorted;
#[cfg(test)]
mod tests;

pub use asked::{Asked, SHAPES};
pub use error::SearchError;
pub use perform::{allow, answer};
pub use result::{CheckFailure, RegistrarAnswer, SearchResult, SearchResultItem, Status};

use std::time::Duration;

/// Names that one search may ask for.
pub const NAMES: usize = 20;

/// What the public search keeps between two searches.
#[derive(Debug)]
pub struct Search {
    /// How long one check may take.
    patience: Duration,
    prices: price_list::Recent,
    answers: answers::Recent,
}

impl Default for Search {
    fn default() -> Self {
        Self {
            patience: Duration::from_secs(2),
            prices: price_list::Recent::default(),
            answers: answers::Recent::default(),
        }
    }
}
