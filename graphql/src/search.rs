//! The public search in the graph.
use async_graphql::Object;

/// What anyone can ask.
#[derive(Default)]
pub struct SearchQueries;

#[Object]
impl SearchQueries {
    /// Placeholder until the search file lands.
    async fn search_placeholder(&self) -> bool {
        true
    }
}
