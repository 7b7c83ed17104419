//! Long lists as connections (GraphQL Cursor Connections).
use crate::{
    perform::{edge, perform},
    types::CONNECTED,
};
use async_graphql::{
    Context, OutputType, Result,
    connection::{Connection, Edge},
};
use hosting_core::{Batched, Operation, Page, page::Backward};

/// A list as a connection.
pub(crate) type Connected<T> = Connection<String, T>;

/// Which part of a list is asked for.
pub(crate) struct Part {
    /// How many of the first.
    pub limit: Option<u32>,
    /// Behind what.
    pub cursor: Option<String>,
    /// What else is asked for.
    pub backward: Option<Backward>,
}

impl Part {
    /// What `first`, `after`, `last` and `before` ask for: the first so many unless said.
    pub fn new(first: Option<u32>, after: Option<String>, last: Option<u32>, before: Option<String>) -> Self {
        let limit = first.or(if last.is_none() { Some(CONNECTED) } else { None });
        Self { limit, cursor: after, backward: Some(Backward { last, before }) }
    }
}

/// The list that `operation` gives.
pub(crate) async fn connection<R, O, T>(cx: &Context<'_>, operation: O) -> Result<Option<Connected<T>>>
where
    O: Operation<Output = Page<R>>,
    T: OutputType + From<R>,
{
    let page: Option<Page<R>> = perform(cx, operation, None).await?;
    Ok(page.map(connected))
}

/// The same for a list that hangs on a record.
pub(crate) async fn connection_edge<R, O, T>(cx: &Context<'_>, operation: O) -> Result<Option<Connected<T>>>
where
    O: Batched<Output = Page<R>>,
    T: OutputType + From<R>,
{
    let page: Option<Page<R>> = edge(cx, operation).await?;
    Ok(page.map(connected))
}

/// `page` as a connection.
pub(crate) fn connected<R, T: OutputType + From<R>>(page: Page<R>) -> Connected<T> {
    let mut connection = Connection::new(page.previous, page.next.is_some());
    let edges = page.items.into_iter().map(|one| Edge::new((page.key)(&one), T::from(one)));
    connection.edges.extend(edges);
    connection
}
