//! From a field to the door.
use async_graphql::{Context, Error, ErrorExtensions, Result, Value};
use hosting_core::{Call, Error as Refusal, Operation, Platform};
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
pub(crate) async fn perform<O: Operation>(
    cx: &Context<'_>,
    operation: O,
    key: Option<String>,
) -> Result<Option<O::Output>> {
    let client = cx.data::<Client>()?;
    let outcome = match cx.data_opt::<Call>() {
        None => Err(Refusal::InvalidToken),
        Some(call) => {
            let mut call = call.clone();
            call.request.key = key;
            cx.data::<Platform>()?.perform(&call, Ok(operation)).await
        }
    };
    let data = outcome.and_then(hosting_core::Answer::data);
    data.map(Some).map_err(|error| refusal(client.request_id, &in_words_of_the_graph(error)))
}

/// What REST calls `limit` and `cursor`, the graph calls `first` and `after`.
fn in_words_of_the_graph(error: Refusal) -> Refusal {
    let Refusal::InvalidRequest(mut details) = error else { return error };
    for detail in &mut details {
        match detail.pointer.as_str() {
            "/limit" => "/first".clone_into(&mut detail.pointer),
            "/cursor" => "/after".clone_into(&mut detail.pointer),
            _ => {}
        }
    }
    Refusal::InvalidRequest(details)
}

/// A refusal as the graph reports it.
pub fn refusal(request_id: Uuid, error: &Refusal) -> Error {
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
