//! Refusals as the graph reports them.
use crate::{Client, argument};
use async_graphql::{
    Error, ErrorExtensions, Response, ServerError, Value, parser::types::ExecutableDocument,
};
use hosting_core::{Call, Detail, Error as Refusal, Platform};
use uuid::Uuid;

/// A refusal of a field.
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

/// The same by the platform: what REST calls `limit` and `cursor`, the graph calls `first` and `after`.
pub(crate) fn in_words_of_the_graph(request_id: Uuid, error: &Refusal) -> Error {
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

/// The same in the place of an answer: it belongs to no field, and has no place in the document.
pub fn refused_whole(request_id: Uuid, error: &Refusal) -> Response {
    let refusal = refusal(request_id, error);
    let mut whole = ServerError::new(refusal.message, None);
    whole.extensions = refusal.extensions;
    Response::from_errors(vec![whole])
}

/// Whether any field was executed: an error that belongs to no field means that none was.
pub fn executed(response: &Response) -> bool {
    response.errors.iter().all(|error| !error.path.is_empty())
}

/// Gives what the graph itself refused its code, and records it; `document` is what was asked, where it could
/// be read.
pub(crate) async fn encode(
    response: &mut Response,
    document: Option<&ExecutableDocument>,
    platform: &Platform,
    client: Client,
    call: Option<&Call>,
) {
    let ours =
        |error: &ServerError| error.extensions.as_ref().is_some_and(|all| all.get("requestId").is_some());
    let Some(first) = response.errors.iter().find(|error| !ours(error)) else { return };
    let mut outcome = Refusal::invalid("", "graphql", first.message.clone());
    if let Some(call) = call {
        outcome = platform.refuse(call, outcome).await;
    }
    for error in response.errors.iter_mut().filter(|error| !ours(error)) {
        let code = error.extensions.as_ref().and_then(|all| all.get("code").cloned());
        let told = match &outcome {
            Refusal::InvalidRequest(_) => &misread(error, document),
            other => other,
        };
        error.extensions = refusal(client.request_id, told).extensions;
        let Some(extensions) = &mut error.extensions else { continue };
        if let Some(code) = code {
            extensions.set("code", code);
        }
        if !matches!(outcome, Refusal::InvalidRequest(_)) {
            error.message = outcome.to_string();
        }
    }
}

/// What could not be read, and which argument that was, where it was one.
fn misread(error: &ServerError, document: Option<&ExecutableDocument>) -> Refusal {
    let place = error.locations.first().copied();
    let argument = document.zip(place).and_then(|(document, place)| argument::named_at(document, place));
    let detail = |name| Detail::new(format!("/{name}"), "type", error.message.clone());
    Refusal::InvalidRequest(argument.map(detail).into_iter().collect())
}
