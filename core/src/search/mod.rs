//! The public search: which names are free, and what they cost.
pub mod price;

/// The public search.
#[derive(Debug, Default)]
pub struct Search {}
