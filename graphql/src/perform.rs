//! From a field to the door.
//!
//! What is generic in an operation is boxed and short: the rest of a field is compiled once.
use crate::{cost::Leading, door::Door, refusal::in_words_of_the_graph, shown::Many, types::LEADING};
use async_graphql::{Context, Result, dataloader::DataLoader, futures_util::future::BoxFuture};
use hosting_core::{
    Batched, Call, Error as Refusal, Operation, Page, Platform, Result as Outcome, code::Kind,
};
use std::{
    net::IpAddr,
    sync::atomic::{AtomicBool, Ordering},
};
use uuid::Uuid;

/// Who is at the other end of a request.
#[derive(Clone, Copy, Debug)]
pub struct Client {
    /// Where the request came from.
    pub address: IpAddr,
    /// Identifies the request.
    pub request_id: Uuid,
}

/// Performs `operation` for the caller of this request.
///
/// A refused field is null, and the rest of the request is answered.
pub(crate) fn perform<'a, O: Operation, T: From<O::Output>>(
    cx: &'a Context<'_>,
    operation: O,
    key: Option<String>,
) -> BoxFuture<'a, Result<Option<T>>> {
    Box::pin(async move {
        match outcome(cx, operation, key).await {
            Ok(data) => Ok(Some(T::from(data))),
            Err(error) => refused(cx, &error),
        }
    })
}

/// The same for what may not be there: that is null, and no refusal.
pub(crate) fn find<'a, O: Operation, T: From<O::Output>>(
    cx: &'a Context<'_>,
    operation: O,
) -> BoxFuture<'a, Result<Option<T>>> {
    Box::pin(async move {
        match outcome(cx, operation, None).await {
            Ok(data) => Ok(Some(T::from(data))),
            Err(error) => missing_or_refused(cx, &error),
        }
    })
}

async fn outcome<O: Operation>(cx: &Context<'_>, operation: O, key: Option<String>) -> Outcome<O::Output> {
    let (platform, call) = caller(cx, key, O::EFFECT.is_mutation()).await?;
    platform.perform(&call, Ok(operation)).await?.data()
}

/// Whether a change of this request was counted: the request itself counts as the first.
#[derive(Debug, Default)]
pub(crate) struct Counted(AtomicBool);

/// Who asks for this field, under `key`; without a credential nobody does. Each change counts as a request.
async fn caller<'a>(cx: &Context<'a>, key: Option<String>, changes: bool) -> Outcome<(&'a Platform, Call)> {
    let Some(call) = cx.data_opt::<Call>() else { return Err(Refusal::InvalidToken) };
    let platform = cx.data::<Platform>().map_err(|cause| Refusal::Internal(cause.message))?;
    let mut call = call.clone();
    // What stands for a key that was not sent.
    call.request.key = key.filter(|key| !key.is_empty());
    if changes && cx.data_opt::<Counted>().is_some_and(|counted| counted.0.swap(true, Ordering::Relaxed)) {
        platform.count_again(&mut call).await;
    }
    Ok((platform, call))
}

/// The same for a list, without the way on.
pub(crate) async fn list<R, O: Operation<Output = Page<R>>, T: From<R>>(
    cx: &Context<'_>,
    operation: O,
) -> Result<Option<Many<T>>> {
    let page: Option<Page<R>> = perform(cx, operation, None).await?;
    Ok(page.map(|page| page.items.into()))
}

/// How many of a plain list: as many as were asked for, and fewer unless said where each leads to others.
pub(crate) fn first(cx: &Context<'_>, first: Option<u32>) -> Option<u32> {
    first.or_else(|| {
        let Leading(names) = cx.data_opt::<Leading>()?;
        let name = cx.field().alias().unwrap_or(cx.field().name()).to_owned();
        names.contains(name.as_str()).then_some(LEADING)
    })
}

/// What hangs on a record: loaded with what hangs on the others of its page.
///
/// What is not there is null; what is refused is null with an error.
pub(crate) fn edge<'a, O: Batched, T: From<O::Output>>(
    cx: &'a Context<'_>,
    operation: O,
) -> BoxFuture<'a, Result<Option<T>>> {
    Box::pin(async move {
        let Some(door) = cx.data_opt::<DataLoader<Door>>() else {
            return refused(cx, &Refusal::InvalidToken);
        };
        match door.load_one(operation).await {
            Ok(Some(Ok(found))) => Ok(Some(T::from(found))),
            Ok(None) => Ok(None),
            Ok(Some(Err(error))) => missing_or_refused(cx, &error),
            Err(error) => refused(cx, &error),
        }
    })
}

/// The same for a list of them.
pub(crate) async fn edges<R, O, T: From<R>>(cx: &Context<'_>, operation: O) -> Result<Option<Many<T>>>
where
    O: Batched<Output: IntoIterator<Item = R>>,
{
    let found: Option<O::Output> = edge(cx, operation).await?;
    Ok(found.map(|found| Many(found.into_iter().map(T::from).collect())))
}

fn refused<T>(cx: &Context<'_>, error: &Refusal) -> Result<Option<T>> {
    Err(in_words_of_the_graph(cx.data::<Client>()?.request_id, error))
}

fn missing_or_refused<T>(cx: &Context<'_>, error: &Refusal) -> Result<Option<T>> {
    match error.kind() {
        Kind::NotFound => Ok(None),
        _ => refused(cx, error),
    }
}
