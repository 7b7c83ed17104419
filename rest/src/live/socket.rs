//! The graph over a WebSocket (RFC 6455).
use super::{
    origin,
    session::{self, Session},
};
use crate::{
    App,
    answer::Refusal,
    call,
    connections::{
        Connection,
        websocket::{self, Close},
    },
    panics,
    places::Holder,
};
use axum::{
    extract::{
        FromRequestParts, Request as HttpRequest,
        ws::{WebSocket, WebSocketUpgrade},
    },
    http::{HeaderMap, header, request::Parts},
    response::{IntoResponse, Response},
};
use futures_util::StreamExt;
use hosting_core::{Error, Facade, Request, Result};

/// What is spoken (<https://github.com/enisdenjo/graphql-ws/blob/master/PROTOCOL.md>).
const PROTOCOL: &str = "graphql-transport-ws";
/// Bytes of a message of the client.
const MESSAGE: usize = call::BODY;

const NO_PROTOCOL: Close = Close::new(4406, "Subprotocol not acceptable");
const FAILED: Close = Close::new(session::INTERNAL, "internal_error");

/// The request that opened a socket.
pub struct Handshake {
    pub app: App,
    request: Request,
    /// The credential, if one came with the request already.
    pub token: Option<String>,
}

impl Handshake {
    /// A request of its own for each operation.
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
    match upgrade(app, &mut parts).await {
        Ok(response) => response,
        Err(error) => Refusal { request_id, error }.into_response(),
    }
}

async fn upgrade(app: App, parts: &mut Parts) -> Result<Response> {
    let upgrade = WebSocketUpgrade::from_request_parts(parts, &app).await.map_err(|_| {
        Error::invalid("", "upgrade", "this is no proper handshake of a WebSocket (RFC 6455 section 4.1)")
    })?;
    origin::check(&app.options, &parts.headers)?;
    let address = call::of(&parts.extensions).address;
    let connection = app.live.meet(Holder::at(address))?;
    let request = call::request(parts, Facade::GraphQl, "/graphql".to_owned());
    let token = call::token(&parts.headers).map(str::to_owned);
    let handshake = Handshake { app, request, token };
    let upgrade = upgrade
        .protocols([PROTOCOL])
        .max_message_size(MESSAGE)
        .max_frame_size(MESSAGE)
        .read_buffer_size(4 << 10)
        .write_buffer_size(0);
    Ok(upgrade.on_upgrade(move |socket| serve(socket, handshake, connection)))
}

/// Runs a session until there is a reason to close, and closes it.
async fn serve(socket: WebSocket, handshake: Handshake, mut connection: Connection) {
    let request_id = handshake.request.id;
    let agreed = socket.protocol().is_some();
    let (mut sender, mut receiver) = socket.split();
    let close = match agreed {
        true => {
            let session = Session::new(handshake, &mut connection, &mut sender).run(&mut receiver);
            panics::caught(request_id, Box::pin(session)).await.unwrap_or(FAILED)
        }
        false => NO_PROTOCOL,
    };
    tracing::info!(%request_id, code = close.code, reason = %close.reason, "a socket was closed");
    websocket::close(sender, receiver, close).await;
}
