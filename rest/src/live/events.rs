//! The graph as events of one answer (server-sent events; the distinct connections of `graphql-sse`).
use super::{STUCK, message, places::Place};
use crate::{App, answer::Logged, graphql::Judged, serve::Patience};
use axum::{
    body::{Body, Bytes},
    http::{Extensions, HeaderName, HeaderValue, header},
    response::Response,
};
use futures_util::{
    StreamExt,
    stream::{self, BoxStream},
};
use hosting_core::{Call, Error, Result};
use hosting_graphql::{Client, Response as Told, refused_whole};
use std::{convert::Infallible, time::Duration};
use tokio::time::timeout;

/// What these answers are.
const KIND: &str = "text/event-stream";
/// How often something is said, be it nothing: what stands in between closes a silent connection.
const BREATH: Duration = Duration::from_secs(15);

const COMPLETE: &str = "event: complete\ndata:\n\n";
const NOTHING: &str = ":\n\n";

/// Answers with events, until there is nothing more to say.
pub fn answer(
    app: &App,
    extensions: &Extensions,
    client: Client,
    call: Option<&Call>,
    prepared: Judged,
) -> Result<Response> {
    let place = app.live.take()?;
    // From here on a client that does not read is not waited for.
    if let Some(patience) = extensions.get::<Patience>() {
        patience.limit(STUCK);
    }
    let answers = app.graph.stream(&app.platform, client, call, prepared);
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
                Ok(Some(refused_whole(self.client.request_id, &Error::ShuttingDown)))
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
