//! The public search: which names are free, and what they cost.
pub mod price;

/// The public search.
#[derive(Debug, Default)]
pub struct Search {}

/// Stand-in until the search lands.
#[derive(Debug, serde::Serialize, schemars::JsonSchema)]
pub struct SearchResult {}
