//! Long lists as connections (GraphQL Cursor Connections).
use crate::{
    perform::{edge, perform},
    types::CONNECTED,
};
use async_graphql::{
    ComplexObject, Context, OutputType, Result, SimpleObject, TypeName, connection::PageInfo,
};
use hosting_core::{Batched, Operation, Page, page::Backward};
use std::borrow::Cow;

/// A part of a long list, and how the list goes on.
#[derive(SimpleObject)]
#[graphql(complex, name_type)]
pub struct Connected<T: OutputType> {
    /// The records, each with its place in the list.
    edges: Vec<Link<T>>,
    /// Where this part stands in the list.
    page_info: PageInfo,
    #[graphql(skip)]
    total: Option<u64>,
}

impl<T: OutputType> TypeName for Connected<T> {
    fn type_name() -> Cow<'static, str> {
        format!("{}Connection", T::type_name()).into()
    }
}

#[ComplexObject]
impl<T: OutputType> Connected<T> {
    /// The records alone.
    async fn nodes(&self) -> Vec<&T> {
        self.edges.iter().map(|edge| &edge.node).collect()
    }

    /// How many records the whole list has, on all its pages; what it is narrowed to counts. They are counted
    /// only where this is asked for.
    async fn total_count(&self) -> Option<u64> {
        self.total
    }
}

/// A record, and its place in a list.
#[derive(SimpleObject)]
#[graphql(name_type)]
pub struct Link<T: OutputType> {
    /// Its place, for `after` and `before`.
    cursor: String,
    /// The record.
    node: T,
}

impl<T: OutputType> TypeName for Link<T> {
    fn type_name() -> Cow<'static, str> {
        format!("{}Edge", T::type_name()).into()
    }
}

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
    pub fn new(
        cx: &Context<'_>,
        first: Option<u32>,
        after: Option<String>,
        last: Option<u32>,
        before: Option<String>,
    ) -> Self {
        let limit = first.or(if last.is_none() { Some(CONNECTED) } else { None });
        Self {
            limit,
            cursor: after,
            backward: Some(Backward { last, before, count: cx.look_ahead().field("totalCount").exists() }),
        }
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
    let link = |one: R| Link { cursor: (page.key)(&one), node: T::from(one) };
    let edges: Vec<_> = page.items.into_iter().map(link).collect();
    let page_info = PageInfo {
        has_previous_page: page.previous,
        has_next_page: page.next.is_some(),
        start_cursor: edges.first().map(|edge| edge.cursor.clone()),
        end_cursor: edges.last().map(|edge| edge.cursor.clone()),
    };
    Connected { edges, page_info, total: page.total }
}
