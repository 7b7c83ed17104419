//! The graph as events of one answer (server-sent events; the distinct connections of `graphql-sse`).
use super::{STUCK, message, places::Place};
use crate::{App, answer::Logged, serve::Patience};
use axum::{
    body::{Body, Bytes},
    http::{Extensions, HeaderMap, HeaderName, HeaderValue, header},
    response::Response,
};
use futures_util::{
    StreamExt,
    stream::{self, BoxStream},
};
use hosting_core::{Call, Error, Result};
use hosting_graphql::{Client, Request, Response as Told, schema};
use std::{convert::Infallible, time::Duration};
use tokio::time::timeout;

/// What these answers are.
const KIND: &str = "text/event-stream";
/// How often something is said, be it nothing: what stands in between closes a silent connection.
const BREATH: Duration = Duration::from_secs(15);

const COMPLETE: &str = "event: complete\ndata:\n\n";
const NOTHING: &str = ":\n\n";

/// Whether the client prefers events to JSON.
pub fn wanted(headers: &HeaderMap) -> bool {
    let lines = headers.get_all(header::ACCEPT).into_iter().filter_map(|line| line.to_str().ok());
    let mut kinds =
        lines.flat_map(|line| line.split(',')).map(|kind| kind.split(';').next().unwrap_or_default().trim());
    kinds.find(|kind| *kind == KIND || kind.ends_with("json") || kind.ends_with("/*")) == Some(KIND)
}

/// Answers with events, until there is nothing more to say.
pub fn answer(
    app: &App,
    extensions: &Extensions,
    client: Client,
    call: Option<&Call>,
    asked: Request,
) -> Result<Response> {
    let place = app.live.take()?;
    // From here on a client that does not read is not waited for.
    if let Some(patience) = extensions.get::<Patience>() {
        patience.limit(STUCK);
    }
    let answers = schema::stream(&app.schema, &app.platform, client, call, asked).boxed();
    let events = Events { answers, place, client };
    let body = stream::unfold(Some(events), async |events| {
        let (event, more) = events?.next().await;
        Some((Ok::<_, Infallible>(Bytes::from(event)), more))
    });
    let mut response = Response::new(Body::from_stream(body));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(KIND));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no"));
    let account = call.map(|call| call.credential.account);
    response.extensions_mut().insert(Logged { operation: Some("graphql"), account });
    Ok(response)
}

struct Events {
    answers: BoxStream<'static, Told>,
    place: Place,
    client: Client,
}

impl Events {
    /// The next event, and what may follow.
    async fn next(mut self) -> (String, Option<Self>) {
        let told = tokio::select! {
            told = timeout(BREATH, self.answers.next()) => told,
            () = self.place.ended() => {
                Ok(Some(message::refused(self.client.request_id, &Error::ShuttingDown)))
            }
        };
        match told {
            Err(_) => (NOTHING.to_owned(), Some(self)),
            Ok(None) => (COMPLETE.to_owned(), None),
            Ok(Some(told)) if message::is_refusal(&told) => (event(&told) + COMPLETE, None),
            Ok(Some(told)) => (event(&told), Some(self)),
        }
    }
}

/// One line of data: JSON has no line breaks of its own.
fn event(told: &Told) -> String {
    let mut body = serde_json::to_value(told).unwrap_or_default();
    if message::is_refusal(told)
        && let Some(body) = body.as_object_mut()
    {
        body.remove("data");
    }
    format!("event: next\ndata: {body}\n\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_for_those_who_prefer_them() {
        let wants = |accept: &str| {
            wanted(&HeaderMap::from_iter([(header::ACCEPT, accept.parse().expect("a header"))]))
        };
        for events in
            ["text/event-stream", "text/event-stream;q=1, application/json", "text/html, text/event-stream"]
        {
            assert!(wants(events), "{events}");
        }
        for json in ["*/*", "application/json, text/event-stream", "application/graphql-response+json", ""] {
            assert!(!wants(json), "{json}");
        }
    }
}
