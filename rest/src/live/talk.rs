//! What goes to and fro over a socket: who the client is, then what it asks, many things at once.
use super::{
    STUCK,
    message::{self, Said},
    places::Place,
    socket::Visitor,
};
use axum::{
    body::Bytes,
    extract::ws::{Message, close_code},
};
use futures_util::{
    Sink, SinkExt, Stream, StreamExt,
    stream::{self, AbortHandle, BoxStream, SelectAll, abortable},
};
use hosting_core::{Call, Error};
use hosting_graphql::{Client, Request, Response, refused_whole};
use serde_json::{Map, Value};
use std::{borrow::Cow, collections::HashMap, ops::ControlFlow, time::Duration};
use tokio::time::{Instant, interval_at, sleep_until, timeout};

/// How long a client has to say who it is.
const INTRODUCTION: Duration = Duration::from_secs(10);
/// How often the client is asked whether it is still there.
const PING: Duration = Duration::from_secs(25);
/// Things that a client may ask at once.
const AT_ONCE: usize = 50;

/// Why a socket ends, as the client is told.
pub struct End {
    pub code: u16,
    pub reason: Cow<'static, str>,
}

impl End {
    pub const fn of(code: u16, reason: &'static str) -> Self {
        Self { code, reason: Cow::Borrowed(reason) }
    }
}

const CLIENT_LEFT: End = End::of(close_code::NORMAL, "goodbye");
const ENDING: End = End::of(close_code::AWAY, "shutting_down");
const TOO_SLOW: End = End::of(close_code::POLICY, "too slow: what is sent is not read");
const GONE: End = End::of(close_code::POLICY, "no answer to a ping");
const UNREADABLE: End = End::of(4400, "a message could not be read: it is text of at most 64 KiB");
const MALFORMED: End = End::of(4400, "Invalid message received");
const UNKNOWN_CLIENT: End = End::of(4401, "Unauthorized");
const LATE: End = End::of(4408, "Connection initialisation timeout");
const TWICE: End = End::of(4429, "Too many initialisation requests");

/// Nothing more can be asked with the credential; a code that says why is the reason.
const FORBIDDEN: u16 = 4403;

/// What has become of something that was asked.
enum Step {
    Next(Response),
    Refused(Response),
    Complete,
}

type Flow = ControlFlow<End>;

/// A talk over one socket.
pub struct Talk {
    visitor: Visitor,
    place: Place,
    /// Whether it is known who the client is.
    known: bool,
    /// What is asked, under the client's ids.
    asked: HashMap<String, AbortHandle>,
    answers: SelectAll<BoxStream<'static, (String, Step)>>,
}

impl Talk {
    pub fn new(visitor: Visitor, place: Place) -> Self {
        Self { visitor, place, known: false, asked: HashMap::new(), answers: SelectAll::new() }
    }

    /// Talks until there is a reason to end.
    pub async fn run(
        mut self,
        to_client: &mut (impl Sink<Message> + Unpin),
        from_client: &mut (impl Stream<Item = Result<Message, axum::Error>> + Unpin),
    ) -> End {
        let begun = Instant::now();
        let (mut pings, mut heard) = (interval_at(begun + PING, PING), begun);
        loop {
            let flow = tokio::select! {
                said = from_client.next() => {
                    heard = Instant::now();
                    self.hear(said, to_client).await
                }
                Some((id, step)) = self.answers.next() => self.tell(&id, step, to_client).await,
                at = pings.tick() => match heard + 2 * PING <= at {
                    true => Flow::Break(GONE),
                    false => send(to_client, Message::Ping(Bytes::new())).await,
                },
                () = sleep_until(begun + INTRODUCTION), if !self.known => Flow::Break(LATE),
                () = self.place.ended() => Flow::Break(ENDING),
            };
            if let Flow::Break(end) = flow {
                return end;
            }
        }
    }

    async fn hear(
        &mut self,
        said: Option<Result<Message, axum::Error>>,
        to_client: &mut (impl Sink<Message> + Unpin),
    ) -> Flow {
        let text = match said {
            None | Some(Ok(Message::Close(_))) => return Flow::Break(CLIENT_LEFT),
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => return Flow::Continue(()),
            Some(Ok(Message::Text(text))) => text,
            Some(Ok(Message::Binary(_)) | Err(_)) => return Flow::Break(UNREADABLE),
        };
        match message::read(&text) {
            None => Flow::Break(MALFORMED),
            Some(Said::ConnectionInit { .. }) if self.known => Flow::Break(TWICE),
            Some(Said::ConnectionInit { payload }) => {
                self.introduced(&payload.unwrap_or_default()).await?;
                send(to_client, message::acknowledged()).await
            }
            Some(Said::Ping { payload }) => send(to_client, message::pong(payload)).await,
            Some(Said::Pong) => Flow::Continue(()),
            Some(Said::Subscribe { .. }) if !self.known => Flow::Break(UNKNOWN_CLIENT),
            Some(Said::Subscribe { id, payload }) => self.ask(id, *payload),
            Some(Said::Complete { id }) => {
                if let Some(asked) = self.asked.remove(&id) {
                    asked.abort();
                }
                Flow::Continue(())
            }
        }
    }

    /// The client says who it is.
    async fn introduced(&mut self, payload: &Map<String, Value>) -> Flow {
        let token = Said::token(payload).or_else(|| self.visitor.token.take());
        let platform = &self.visitor.app.platform;
        let refused = match platform.recognise(token.as_deref(), self.visitor.request()).await {
            Err(error) => error,
            Ok(call) => match call.bar() {
                Err(barred) => platform.refuse(&call, barred).await,
                Ok(()) => {
                    (self.known, self.visitor.token) = (true, token);
                    return Flow::Continue(());
                }
            },
        };
        let code = if matches!(refused, Error::Internal(_)) { 4500 } else { FORBIDDEN };
        Flow::Break(End { code, reason: refused.code().as_str().into() })
    }

    /// The client asks something.
    fn ask(&mut self, id: String, asked: Request) -> Flow {
        if self.asked.contains_key(&id) {
            let reason: String = format!("Subscriber for {id} already exists");
            // What a close can carry (RFC 6455 section 5.5).
            let reason = if reason.len() > 123 { "Subscriber already exists".into() } else { reason.into() };
            return Flow::Break(End { code: 4409, reason });
        }
        let room = self.asked.len() < AT_ONCE;
        let (answers, handle) = abortable(self.answers(asked, room));
        self.asked.insert(id.clone(), handle);
        self.answers.push(answers.map(move |step| (id.clone(), step)).boxed());
        Flow::Continue(())
    }

    /// What comes of it; it counts like any request.
    fn answers(&self, asked: Request, room: bool) -> impl Stream<Item = Step> + Send + use<> {
        let (app, request) = (self.visitor.app.clone(), self.visitor.request());
        let client = Client { address: request.address, request_id: request.id };
        let token = self.visitor.token.clone();
        let begin = async move {
            let refused = match app.platform.admit(token.as_deref(), request).await {
                Err(error) => error,
                Ok(call) => match allowed(&call, room) {
                    Err(error) => app.platform.refuse(&call, error).await,
                    Ok(()) => {
                        let prepared = app.graph.prepare(asked);
                        return app.graph.stream(&app.platform, client, Some(&call), prepared);
                    }
                },
            };
            let refused = refused_whole(client.request_id, &refused);
            stream::once(async { refused }).boxed()
        };
        steps(stream::once(begin).flatten().boxed())
    }

    /// The client is told what has become of something that it asked.
    async fn tell(&mut self, id: &str, step: Step, to_client: &mut (impl Sink<Message> + Unpin)) -> Flow {
        match step {
            Step::Next(response) => send(to_client, message::next(id, &response)).await,
            Step::Complete => {
                self.asked.remove(id);
                send(to_client, message::complete(id)).await
            }
            Step::Refused(response) => {
                self.asked.remove(id);
                let errors = serde_json::to_value(&response.errors).unwrap_or_default();
                send(to_client, message::error(id, &errors)).await?;
                match over(&errors) {
                    None => Flow::Continue(()),
                    Some(code) => {
                        for id in self.asked.keys() {
                            send(to_client, message::error(id, &errors)).await?;
                        }
                        Flow::Break(End { code: FORBIDDEN, reason: code.into() })
                    }
                }
            }
        }
    }
}

/// Whether the client may ask one thing more.
fn allowed(call: &Call, room: bool) -> Result<(), Error> {
    call.bar()?;
    match room {
        true => Ok(()),
        false => Err(Error::invalid("", "operations", format!("more than {AT_ONCE} things at once"))),
    }
}

/// The answers to one thing, and how it ends.
fn steps(answers: BoxStream<'static, Response>) -> impl Stream<Item = Step> + Send {
    stream::unfold(Some(answers), async |answers| {
        let mut answers = answers?;
        Some(match answers.next().await {
            None => (Step::Complete, None),
            Some(refused) if message::is_refusal(&refused) => (Step::Refused(refused), None),
            Some(answer) => (Step::Next(answer), Some(answers)),
        })
    })
}

/// The code of `errors`, if it says that the credential is good no more.
fn over(errors: &Value) -> Option<String> {
    let code = errors[0]["extensions"]["code"].as_str()?;
    ["invalid_token", "credential_expired", "credential_revoked"].contains(&code).then(|| code.to_owned())
}

/// Sends, as long as the client reads.
async fn send(to_client: &mut (impl Sink<Message> + Unpin), message: Message) -> Flow {
    match timeout(STUCK, to_client.send(message)).await {
        Ok(Ok(())) => Flow::Continue(()),
        Ok(Err(_)) => Flow::Break(CLIENT_LEFT),
        Err(_) => Flow::Break(TOO_SLOW),
    }
}
