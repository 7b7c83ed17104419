//! From a field to the door.
use crate::door::Door;
use async_graphql::{
    Context, Error, ErrorExtensions, Response, Result, ServerError, Value, dataloader::DataLoader,
};
use hosting_core::{Batched, Call, Error as Refusal, Operation, Page, Platform, code::Kind};
use std::net::IpAddr;
use uuid::Uuid;

/// Who is at the other end of a request.
#[derive(Clone, Copy, Debug)]
pub struct Client {
    /// Where the request came from.
    pub address: IpAddr,
    /// Identifies the request.
    pub request_id: Uuid,
}

/// Performs `operation` for the caller of this request; without a credential nobody asks.
///
/// A refused field is null, and the rest of the request is answered.
pub(crate) async fn perform<O: Operation, T: From<O::Output>>(
    cx: &Context<'_>,
    operation: O,
    key: Option<String>,
) -> Result<Option<T>> {
    let client = cx.data::<Client>()?;
    match outcome(cx, operation, key).await {
        Ok(data) => Ok(Some(T::from(data))),
        Err(error) => Err(in_words_of_the_graph(client.request_id, &error)),
    }
}

/// The same for what may not be there: that is null, and no refusal.
pub(crate) async fn find<O: Operation, T: From<O::Output>>(
    cx: &Context<'_>,
    operation: O,
) -> Result<Option<T>> {
    let client = cx.data::<Client>()?;
    match outcome(cx, operation, None).await {
        Ok(data) => Ok(Some(T::from(data))),
        Err(error) if error.kind() == Kind::NotFound => Ok(None),
        Err(error) => Err(in_words_of_the_graph(client.request_id, &error)),
    }
}

async fn outcome<O: Operation>(
    cx: &Context<'_>,
    operation: O,
    key: Option<String>,
) -> hosting_core::Result<O::Output> {
    let Some(call) = cx.data_opt::<Call>() else { return Err(Refusal::InvalidToken) };
    let platform = cx.data::<Platform>().map_err(|cause| Refusal::Internal(cause.message))?;
    let mut call = call.clone();
    call.request.key = key;
    platform.perform(&call, Ok(operation)).await?.data()
}

/// The same for a list, without the way on.
pub(crate) async fn list<R, O: Operation<Output = Page<R>>, T: From<R>>(
    cx: &Context<'_>,
    operation: O,
) -> Result<Option<Vec<T>>> {
    let page: Option<Page<R>> = perform(cx, operation, None).await?;
    Ok(page.map(|page| page.items.into_iter().map(T::from).collect()))
}

/// What hangs on a record: loaded with what hangs on the others of its page.
///
/// What is not there is null; what is refused is null with an error.
pub(crate) async fn edge<O: Batched, T: From<O::Output>>(
    cx: &Context<'_>,
    operation: O,
) -> Result<Option<T>> {
    let client = cx.data::<Client>()?;
    let Some(door) = cx.data_opt::<DataLoader<Door>>() else {
        return Err(refusal(client.request_id, &Refusal::InvalidToken));
    };
    match door.load_one(operation).await {
        Ok(Some(Ok(found))) => Ok(Some(T::from(found))),
        Ok(None) => Ok(None),
        Ok(Some(Err(error))) if error.kind() == Kind::NotFound => Ok(None),
        Ok(Some(Err(error))) | Err(error) => Err(in_words_of_the_graph(client.request_id, &error)),
    }
}

/// The same for a list of them.
pub(crate) async fn edges<R, O, T: From<R>>(cx: &Context<'_>, operation: O) -> Result<Option<Vec<T>>>
where
    O: Batched<Output: IntoIterator<Item = R>>,
{
    let found: Option<O::Output> = edge(cx, operation).await?;
    Ok(found.map(|found| found.into_iter().map(T::from).collect()))
}

/// A refusal by the platform: what REST calls `limit` and `cursor`, the graph calls `first` and `after`.
fn in_words_of_the_graph(request_id: Uuid, error: &Refusal) -> Error {
    let Refusal::InvalidRequest(details) = error else { return refusal(request_id, error) };
    let mut details = details.clone();
    for detail in &mut details {
        match detail.pointer.as_str() {
            "/limit" => "/first".clone_into(&mut detail.pointer),
            "/cursor" => "/after".clone_into(&mut detail.pointer),
            _ => {}
        }
    }
    refusal(request_id, &Refusal::InvalidRequest(details))
}

/// A refusal as the graph reports it.
pub(crate) fn refusal(request_id: Uuid, error: &Refusal) -> Error {
    let details: Vec<Value> = error
        .details()
        .into_iter()
        .filter_map(|detail| serde_json::to_value(detail).ok())
        .filter_map(|detail| Value::from_json(detail).ok())
        .collect();
    Error::new(error.to_string()).extend_with(|_, extensions| {
        extensions.set("code", error.code().as_str());
        extensions.set("requestId", request_id.to_string());
        if !details.is_empty() {
            extensions.set("details", details);
        }
        if let Some(seconds) = error.retry_after() {
            extensions.set("retryAfter", seconds);
        }
    })
}

/// The same in the place of an answer: it belongs to no field, and has no place in the document.
pub fn refused_whole(request_id: Uuid, error: &Refusal) -> Response {
    let told = refusal(request_id, error);
    let mut why = ServerError::new(told.message, None);
    why.extensions = told.extensions;
    Response::from_errors(vec![why])
}
