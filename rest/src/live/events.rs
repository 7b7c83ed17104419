//! The graph as events of one answer (server-sent events; the distinct connections of `graphql-sse`).
use super::{message, operations::isolated};
use crate::{
    App,
    answer::Logged,
    connections::{Connection, websocket::WRITE_TIMEOUT},
    graphql::{Judged, known_by},
    places::{Holder, Place, Seat},
    serve::WriteTimeout,
};
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
use hosting_graphql::{Client, OperationType, Response as GraphResponse, body, refused_whole};
use std::{convert::Infallible, time::Duration};
use tokio::time::timeout;

const MEDIA_TYPE: &str = "text/event-stream";
/// How often something is sent, be it nothing: a proxy closes a silent connection.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

const COMPLETE: &str = "event: complete\ndata:\n\n";
const COMMENT: &str = ":\n\n";

/// Answers with events, until there is nothing more to say.
pub fn answer(
    app: &App,
    extensions: &Extensions,
    client: Client,
    call: Option<&Call>,
    prepared: Judged,
) -> Result<Response> {
    let holder =
        call.map_or_else(|| Holder::at(client.address), |call| Holder::Account(call.credential.account));
    let connection = app.live.open_for(holder)?;
    // What does not watch is worked on until it is answered.
    let watches = prepared.as_ref().is_ok_and(|prepared| prepared.kind() == OperationType::Subscription);
    let place = extensions.get::<Seat>().filter(|_| !watches).and_then(Seat::leave);
    let document = prepared.as_ref().ok().map(known_by);
    // From here on a client that does not read is not waited for.
    if let Some(timeout) = extensions.get::<WriteTimeout>() {
        timeout.set(WRITE_TIMEOUT);
    }
    let responses = app.graph.stream(&app.platform, client, call, prepared);
    let responses = isolated(client.request_id, responses);
    let events = Events { responses, connection, client, _place: place };
    let body = stream::unfold(Some(events), async |events| {
        let (event, more) = events?.next().await;
        Some((Ok::<_, Infallible>(Bytes::from(event)), more))
    });
    let mut response = Response::new(Body::from_stream(body));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(MEDIA_TYPE));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no"));
    let account = call.map(|call| call.credential.account);
    response.extensions_mut().insert(Logged { operation: Some("graphql"), account, document });
    Ok(response)
}

struct Events {
    responses: BoxStream<'static, GraphResponse>,
    connection: Connection,
    client: Client,
    _place: Option<Place>,
}

impl Events {
    /// The next event, and what may follow.
    async fn next(mut self) -> (String, Option<Self>) {
        let next = tokio::select! {
            next = timeout(KEEP_ALIVE, self.responses.next()) => next,
            () = self.connection.shutdown() => {
                Ok(Some(refused_whole(self.client.request_id, &Error::ShuttingDown)))
            }
        };
        match next {
            Err(_) => (COMMENT.to_owned(), Some(self)),
            Ok(None) => (COMPLETE.to_owned(), None),
            Ok(Some(response)) if message::is_refusal(&response) => (event(&response) + COMPLETE, None),
            Ok(Some(response)) => (event(&response), Some(self)),
        }
    }
}

/// One line of data: JSON has no line breaks of its own.
fn event(response: &GraphResponse) -> String {
    format!("event: next\ndata: {}\n\n", body(response))
}
