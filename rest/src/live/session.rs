//! The session over one socket: the client says who it is, then runs operations, many at once.
use super::{
    message::{self, ClientMessage},
    operations::{Event, Operations, isolated},
    socket::Handshake,
};
use crate::{
    App,
    answer::Document,
    connections::{
        Connection,
        websocket::{self, CLIENT_LEFT, Close, Receiver, Sender},
    },
    graphql::{Judged, known_by},
    places::{Holder, Place},
};
use axum::{
    body::Bytes,
    extract::ws::{Message, close_code},
};
use futures_util::{
    StreamExt,
    stream::{self, BoxStream},
};
use hosting_core::{Call, Error};
use hosting_graphql::{Client, OperationType, Request, Response, refused_whole};
use serde_json::{Map, Value};
use std::time::Duration;
use tokio::time::{Instant, interval_at, sleep_until};

/// How long a client has to say who it is.
const INIT_TIMEOUT: Duration = Duration::from_secs(10);
/// How often the client is asked whether it is still there.
const PING: Duration = Duration::from_secs(25);
/// Operations of a client that run at once.
const OPERATIONS: usize = 50;

const SHUTTING_DOWN: Close = Close::new(close_code::AWAY, "shutting_down");
const TOO_SLOW: Close = Close::new(close_code::POLICY, "too slow: what is sent is not read");
const GONE: Close = Close::new(close_code::POLICY, "no answer to a ping");
const UNREADABLE: Close = Close::new(4400, "a message could not be read: it is text of at most 64 KiB");
const MALFORMED: Close = Close::new(4400, "Invalid message received");
const UNAUTHORIZED: Close = Close::new(4401, "Unauthorized");
const INIT_LATE: Close = Close::new(4408, "Connection initialisation timeout");
const INIT_TWICE: Close = Close::new(4429, "Too many initialisation requests");

/// The credential opens nothing, or nothing more; a code that says why is the reason.
const FORBIDDEN: u16 = 4403;
/// We failed; the code of that is the reason.
pub const INTERNAL: u16 = 4500;

type Result<T = (), E = Close> = std::result::Result<T, E>;

/// A session over one socket.
pub struct Session<'a> {
    handshake: Handshake,
    connection: &'a mut Connection,
    sender: &'a mut Sender,
    /// Whether it is known who the client is.
    initialised: bool,
    operations: Operations,
}

impl<'a> Session<'a> {
    pub fn new(handshake: Handshake, connection: &'a mut Connection, sender: &'a mut Sender) -> Self {
        Self { handshake, connection, sender, initialised: false, operations: Operations::default() }
    }

    /// Runs until there is a reason to close.
    pub async fn run(mut self, receiver: &mut Receiver) -> Close {
        let begun = Instant::now();
        let (mut pings, mut heard) = (interval_at(begun + PING, PING), begun);
        loop {
            let done = tokio::select! {
                message = receiver.next() => {
                    heard = Instant::now();
                    self.received(message).await
                }
                Some((id, event)) = self.operations.next() => self.send_event(&id, event).await,
                at = pings.tick() => match heard + 2 * PING <= at {
                    true => Err(GONE),
                    false => self.send(Message::Ping(Bytes::new())).await,
                },
                () = sleep_until(begun + INIT_TIMEOUT), if !self.initialised => Err(INIT_LATE),
                () = self.connection.shutdown() => Err(SHUTTING_DOWN),
            };
            if let Err(close) = done {
                return close;
            }
        }
    }

    async fn received(&mut self, message: Option<Result<Message, axum::Error>>) -> Result {
        let text = match message {
            None | Some(Ok(Message::Close(_))) => return Err(CLIENT_LEFT),
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => return Ok(()),
            Some(Ok(Message::Text(text))) => text,
            Some(Ok(Message::Binary(_)) | Err(_)) => return Err(UNREADABLE),
        };
        match message::read(&text).ok_or(MALFORMED)? {
            ClientMessage::ConnectionInit { .. } if self.initialised => Err(INIT_TWICE),
            ClientMessage::ConnectionInit { payload } => {
                self.initialise(&payload.unwrap_or_default()).await?;
                self.send(message::acknowledged()).await
            }
            ClientMessage::Ping { payload } => self.send(message::pong(payload)).await,
            ClientMessage::Pong => Ok(()),
            ClientMessage::Subscribe { .. } if !self.initialised => Err(UNAUTHORIZED),
            ClientMessage::Subscribe { id, payload } => self.start(id, *payload),
            ClientMessage::Complete { id } => {
                self.operations.stop(&id);
                Ok(())
            }
        }
    }

    /// The client says who it is.
    async fn initialise(&mut self, payload: &Map<String, Value>) -> Result {
        let token = ClientMessage::token(payload).or_else(|| self.handshake.token.take());
        let platform = self.handshake.app.platform.clone();
        let refused = match platform.recognise(token.as_deref(), self.handshake.request()).await {
            Err(error) => error,
            Ok(call) => match call.bar() {
                Err(barred) => platform.refuse(&call, barred).await,
                Ok(()) => match self.admit(&call) {
                    Err(full) => platform.refuse(&call, full).await,
                    Ok(()) => {
                        (self.initialised, self.handshake.token) = (true, token);
                        return Ok(());
                    }
                },
            },
        };
        let code = match refused {
            Error::Internal(_) => INTERNAL,
            Error::Overloaded | Error::DatabaseAway | Error::OutcomeUnknown | Error::TooManyAtOnce(_) => {
                close_code::AGAIN
            }
            _ => FORBIDDEN,
        };
        Err(Close { code, reason: refused.code().as_str().into() })
    }

    /// Counts the socket among those of the account.
    fn admit(&mut self, call: &Call) -> Result<(), Error> {
        let account = Holder::Account(call.credential.account);
        self.handshake.app.live.admit(self.connection, account)
    }

    /// Starts what the client asks for.
    fn start(&mut self, id: String, asked: Request) -> Result {
        if self.operations.runs(&id) {
            let reason = format!("Subscriber for {id} already exists");
            // What a close can carry (RFC 6455 section 5.5).
            let reason = if reason.len() > 123 { "Subscriber already exists".into() } else { reason.into() };
            return Err(Close { code: 4409, reason });
        }
        let room = self.operations.count() < OPERATIONS;
        self.operations.start(id, self.responses(asked, room));
        Ok(())
    }

    /// What comes of it; it counts like any request.
    fn responses(&self, asked: Request, room: bool) -> BoxStream<'static, Response> {
        let (app, request) = (self.handshake.app.clone(), self.handshake.request());
        let client = Client { address: request.address, request_id: request.id };
        let token = self.handshake.token.clone();
        let begin = async move {
            let refused = match app.platform.admit(token.as_deref(), request).await {
                Err(error) => error,
                Ok(call) => match allowed(&call, room) {
                    Err(error) => app.platform.refuse(&call, error).await,
                    Ok(()) => {
                        let prepared = app.graph.prepare(asked);
                        log(&call, prepared.as_ref().ok().map(known_by));
                        match place(&app, &call, &prepared) {
                            Err(full) => app.platform.refuse(&call, full).await,
                            Ok(place) => {
                                let responses =
                                    app.graph.stream(&app.platform, client, Some(&call), prepared);
                                return keeping(responses, place);
                            }
                        }
                    }
                },
            };
            let refused = refused_whole(client.request_id, &refused);
            stream::once(async { refused }).boxed()
        };
        isolated(client.request_id, stream::once(begin).flatten())
    }

    async fn send_event(&mut self, id: &str, event: Event) -> Result {
        let refused = match event {
            Event::Next(response) => return self.send(message::next(id, &response)).await,
            Event::Complete => return self.send(message::complete(id)).await,
            Event::Error(response) => serde_json::to_value(&response.errors).unwrap_or_default(),
        };
        self.send(message::error(id, &refused)).await?;
        let Some(code) = credential_ended(&refused) else { return Ok(()) };
        let others: Vec<String> = self.operations.ids().cloned().collect();
        for id in others {
            self.send(message::error(&id, &refused)).await?;
        }
        Err(Close { code: FORBIDDEN, reason: code.into() })
    }

    async fn send(&mut self, message: Message) -> Result {
        websocket::send(self.sender, message, TOO_SLOW).await
    }
}

/// Says in the log what a client asks for.
fn log(call: &Call, document: Option<Document>) {
    let (document, name) = document.map(|known| (known.hash, known.name)).unzip();
    tracing::info!(
        request_id = %call.id(),
        operation = "graphql",
        name = name.flatten(),
        document = document.map(tracing::field::display),
        account = %call.credential.account,
        "asked over a socket"
    );
}

/// The place of what is asked; what watches is counted by its socket.
fn place(app: &App, call: &Call, asked: &Judged) -> Result<Option<Place>, Error> {
    match asked {
        Ok(asked) if asked.kind() == OperationType::Subscription => Ok(None),
        _ => app.places.requests.take_for(Holder::Account(call.credential.account)).map(Some),
    }
}

/// The same responses, which keep the place.
fn keeping(responses: BoxStream<'static, Response>, place: Option<Place>) -> BoxStream<'static, Response> {
    let kept = stream::unfold((responses, place), async |(mut responses, place)| {
        let response = responses.next().await?;
        Some((response, (responses, place)))
    });
    kept.boxed()
}

/// Whether the client may start one operation more.
fn allowed(call: &Call, room: bool) -> Result<(), Error> {
    call.bar()?;
    match room {
        true => Ok(()),
        false => Err(Error::invalid("", "operations", format!("more than {OPERATIONS} things at once"))),
    }
}

/// The code of `errors`, if it says that the credential is good no more.
fn credential_ended(errors: &Value) -> Option<String> {
    let code = errors[0]["extensions"]["code"].as_str()?;
    ["invalid_token", "credential_expired", "credential_revoked"].contains(&code).then(|| code.to_owned())
}
