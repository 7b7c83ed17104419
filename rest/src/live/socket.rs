//! The graph over a WebSocket (RFC 6455).
use super::{
    origin,
    places::Place,
    talk::{End, Talk},
};
use crate::{App, answer::Refusal, call};
use axum::{
    extract::{
        FromRequestParts, Request as HttpRequest,
        ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade},
    },
    http::{HeaderMap, header, request::Parts},
    response::{IntoResponse, Response},
};
use futures_util::{SinkExt, StreamExt};
use hosting_core::{Error, Facade, Request, Result};
use std::time::Duration;
use tokio::time::timeout;

/// What is spoken (<https://github.com/enisdenjo/graphql-ws/blob/master/PROTOCOL.md>).
const PROTOCOL: &str = "graphql-transport-ws";
/// Bytes of what a client says.
const MESSAGE: usize = call::BODY;
/// How long a client has to answer a close.
const FAREWELL: Duration = Duration::from_secs(2);

const NO_PROTOCOL: End = End::of(4406, "Subprotocol not acceptable");

/// Who opened a socket, as HTTP said it.
pub struct Visitor {
    pub app: App,
    request: Request,
    /// The credential, if one came with the request already.
    pub token: Option<String>,
}

impl Visitor {
    /// A request of its own for each thing that is asked.
    pub fn request(&self) -> Request {
        let clock = self.app.platform.clock();
        Request { id: clock.id(), at: clock.now(), key: None, ..self.request.clone() }
    }
}

/// Whether a request is for a socket.
pub fn wanted(headers: &HeaderMap) -> bool {
    let upgrade = headers.get(header::UPGRADE).and_then(|value| value.to_str().ok());
    upgrade.is_some_and(|value| value.eq_ignore_ascii_case("websocket"))
}

/// Opens a socket; who is at the other end, its first message says.
pub async fn open(app: App, request: HttpRequest) -> Response {
    let request_id = call::of(request.extensions()).request_id;
    let (mut parts, _) = request.into_parts();
    match begin(app, &mut parts).await {
        Ok(response) => response,
        Err(error) => Refusal { request_id, error }.into_response(),
    }
}

async fn begin(app: App, parts: &mut Parts) -> Result<Response> {
    let upgrade = WebSocketUpgrade::from_request_parts(parts, &app).await.map_err(|_| {
        Error::invalid("", "upgrade", "this is no proper handshake of a WebSocket (RFC 6455 section 4.1)")
    })?;
    origin::check(&app.options, &parts.headers)?;
    let place = app.live.take()?;
    let request = call::request(parts, Facade::GraphQl, "/graphql".to_owned());
    let token = call::token(&parts.headers).map(str::to_owned);
    let visitor = Visitor { app, request, token };
    let upgrade = upgrade
        .protocols([PROTOCOL])
        .max_message_size(MESSAGE)
        .max_frame_size(MESSAGE)
        .read_buffer_size(4 << 10)
        .write_buffer_size(0);
    Ok(upgrade.on_upgrade(move |socket| hold(socket, visitor, place)))
}

/// Talks until there is a reason to end, and says it.
async fn hold(socket: WebSocket, visitor: Visitor, place: Place) {
    let spoken = socket.protocol().is_some();
    let (mut to_client, mut from_client) = socket.split();
    let end = match spoken {
        true => Talk::new(visitor, place).run(&mut to_client, &mut from_client).await,
        false => NO_PROTOCOL,
    };
    tracing::info!(code = end.code, reason = %end.reason, "a socket ended");
    let close = Message::Close(Some(CloseFrame { code: end.code, reason: end.reason.as_ref().into() }));
    let farewell = async {
        to_client.send(close).await?;
        // The client's own close ends the stream (RFC 6455 section 7.1.2).
        while let Some(Ok(_)) = from_client.next().await {}
        Ok::<_, axum::Error>(())
    };
    let _ = timeout(FAREWELL, farewell).await;
}
