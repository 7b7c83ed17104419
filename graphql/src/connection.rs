//! Long lists as connections (GraphQL Cursor Connections).
use crate::{
    members::{Members, Unwritable},
    perform::{edge, perform},
    record::{Held, Record},
    shown::Shown,
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

impl<T: OutputType + Record> Record for Connected<T> {
    fn type_name(&self) -> Cow<'static, str> {
        <Self as TypeName>::type_name()
    }

    fn write(&self, mut members: Members<'_, '_>) -> Result<(), Unwritable> {
        members.one("totalCount", &self.total.into());
        Ok(())
    }

    fn held(&self, name: &str) -> Option<Held<'_>> {
        Some(match name {
            "edges" => Held::Many(self.edges.iter().map(|link| link as &dyn Record).collect()),
            "nodes" => Held::Many(self.edges.iter().map(|link| &link.node as &dyn Record).collect()),
            "pageInfo" => Held::One(&self.page_info),
            _ => return None,
        })
    }
}

impl Record for PageInfo {
    fn type_name(&self) -> Cow<'static, str> {
        <Self as OutputType>::type_name()
    }

    fn write(&self, mut members: Members<'_, '_>) -> Result<(), Unwritable> {
        members.one("hasPreviousPage", &self.has_previous_page.into());
        members.one("hasNextPage", &self.has_next_page.into());
        members.one("startCursor", &self.start_cursor.as_deref().into());
        members.one("endCursor", &self.end_cursor.as_deref().into());
        Ok(())
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

impl<T: OutputType + Record> Record for Link<T> {
    fn type_name(&self) -> Cow<'static, str> {
        <Self as TypeName>::type_name()
    }

    fn write(&self, mut members: Members<'_, '_>) -> Result<(), Unwritable> {
        members.one("cursor", &self.cursor.as_str().into());
        Ok(())
    }

    fn held(&self, name: &str) -> Option<Held<'_>> {
        (name == "node").then_some(Held::One(&self.node))
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
pub(crate) async fn connection<R, O, T>(cx: &Context<'_>, operation: O) -> Result<Option<Shown<Connected<T>>>>
where
    O: Operation<Output = Page<R>>,
    T: OutputType + From<R>,
{
    let page: Option<Page<R>> = perform(cx, operation, None).await?;
    Ok(page.map(connected))
}

/// The same for a list that hangs on a record.
pub(crate) async fn connection_edge<R, O, T>(
    cx: &Context<'_>,
    operation: O,
) -> Result<Option<Shown<Connected<T>>>>
where
    O: Batched<Output = Page<R>>,
    T: OutputType + From<R>,
{
    let page: Option<Page<R>> = edge(cx, operation).await?;
    Ok(page.map(connected))
}

/// `page` as a connection.
pub(crate) fn connected<R, T: OutputType + From<R>>(page: Page<R>) -> Shown<Connected<T>> {
    let link = |one: R| Link { cursor: (page.key)(&one), node: T::from(one) };
    let edges: Vec<_> = page.items.into_iter().map(link).collect();
    let page_info = PageInfo {
        has_previous_page: page.previous,
        has_next_page: page.next.is_some(),
        start_cursor: edges.first().map(|edge| edge.cursor.clone()),
        end_cursor: edges.last().map(|edge| edge.cursor.clone()),
    };
    Shown(Connected { edges, page_info, total: page.total })
}
