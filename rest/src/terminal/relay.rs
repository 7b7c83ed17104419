//! Relaying bytes between a WebSocket and a terminal, until either ends.
use super::{control, terminals::OpenTerminal};
use crate::{
    connections::websocket::{self, CLIENT_LEFT, Close, Receiver, Sender, WRITE_TIMEOUT},
    panics,
};
use axum::{
    body::Bytes,
    extract::ws::{Message, WebSocket, close_code},
};
use futures_util::StreamExt;
use hosting_core::{
    Error, Platform,
    lxc::terminal::{TerminalGrant, check_grant, still_runs},
    providers::hypervisor::{Size, Terminal},
};
use std::{io, time::Duration};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    sync::{mpsc, watch},
    time::{Instant, interval_at, sleep, timeout},
};
use uuid::Uuid;

/// How often the client is asked whether it is still there.
const PING: Duration = Duration::from_secs(30);
/// How long nothing need be typed.
const IDLE_TIMEOUT: Duration = Duration::from_mins(15);
/// How often it is checked whether the container still runs, and the client still has the right to it.
const ACCESS_CHECK: Duration = Duration::from_secs(2);
/// Bytes that are read off a shell at once.
const CHUNK: usize = 16 << 10;

const SHELL_ENDED: Close = Close::new(close_code::NORMAL, "the shell ended");
const STOPPED: Close = Close::new(close_code::NORMAL, "the container does not run any more");
const REVOKED: Close = Close::new(close_code::POLICY, "the right to this terminal was taken back");
const SUSPENDED: Close = Close::new(close_code::POLICY, "the account is suspended");
const IDLE: Close = Close::new(close_code::NORMAL, "nothing was typed for 15 minutes");
const SHUTTING_DOWN: Close = Close::new(close_code::AWAY, "the server is shutting down");
const TOO_SLOW: Close = Close::new(close_code::POLICY, "too slow: what is shown is not read");
const SHELL_STUCK: Close = Close::new(close_code::POLICY, "the shell does not read what is typed");
const GONE: Close = Close::new(close_code::POLICY, "no answer to a ping");
const UNKNOWN: Close =
    Close::new(close_code::UNSUPPORTED, "a text message is {\"resize\": {\"columns\": …, \"rows\": …}}");
const UNREADABLE: Close =
    Close::new(close_code::PROTOCOL, "a message could not be read: it has at most 64 KiB");
const BROKEN: Close = Close::new(close_code::ERROR, "the terminal broke");

/// When the client last did something.
#[derive(Clone, Copy)]
struct Activity {
    /// When it last sent anything, be it an answer to a ping.
    heard: Instant,
    /// When something was last typed.
    typed: Instant,
}

/// What a terminal is relayed for.
pub struct Access {
    /// The request that opened it.
    pub request_id: Uuid,
    pub platform: Platform,
    pub grant: TerminalGrant,
}

/// Relays bytes both ways until there is a reason to close, and closes.
pub async fn relay(socket: WebSocket, terminal: Terminal, access: Access, mut open: OpenTerminal) {
    let (mut sender, mut receiver) = socket.split();
    let relayed = both_ways(&mut sender, &mut receiver, terminal, &access, &mut open);
    let close = panics::caught(access.request_id, relayed).await.unwrap_or(BROKEN);
    let close = match close == SHELL_ENDED && !still_runs(&access.platform, access.grant).await {
        true => STOPPED,
        false => close,
    };
    let Access { request_id, grant, .. } = access;
    tracing::info!(%request_id, service = %grant.service_id, account = %grant.account_id,
        reason = %close.reason, "a terminal was closed");
    websocket::close(sender, receiver, close).await;
}

async fn both_ways(
    sender: &mut Sender,
    receiver: &mut Receiver,
    terminal: Terminal,
    access: &Access,
    open: &mut OpenTerminal,
) -> Close {
    let Terminal { bytes, resize } = terminal;
    let (mut output, mut input) = tokio::io::split(bytes);
    let now = Instant::now();
    let (active, activity) = watch::channel(Activity { heard: now, typed: now });
    tokio::select! {
        close = to_client(&mut output, sender, activity) => close,
        close = to_shell(receiver, &mut input, &resize, &active) => close,
        close = until_revoked(access) => close,
        () = open.connection.shutdown() => SHUTTING_DOWN,
    }
}

/// Sends what the shell shows, and asks now and then whether the client is there.
async fn to_client(
    output: &mut (impl AsyncReadExt + Unpin),
    sender: &mut Sender,
    activity: watch::Receiver<Activity>,
) -> Close {
    let mut pings = interval_at(Instant::now() + PING, PING);
    let mut chunk = vec![0; CHUNK];
    loop {
        let message = tokio::select! {
            read = output.read(&mut chunk) => match read {
                Ok(0) => return SHELL_ENDED,
                Ok(length) => Message::Binary(chunk[..length].to_vec().into()),
                Err(_) => return BROKEN,
            },
            at = pings.tick() => {
                let Activity { heard, typed } = *activity.borrow();
                if typed + IDLE_TIMEOUT <= at {
                    return IDLE;
                }
                if heard + 2 * PING <= at {
                    return GONE;
                }
                Message::Ping(Bytes::new())
            }
        };
        if let Err(close) = websocket::send(sender, message, TOO_SLOW).await {
            return close;
        }
    }
}

/// Writes what the client types to the shell.
async fn to_shell(
    receiver: &mut Receiver,
    input: &mut (impl AsyncWriteExt + Unpin),
    resize: &mpsc::Sender<Size>,
    active: &watch::Sender<Activity>,
) -> Close {
    while let Some(message) = receiver.next().await {
        let Ok(message) = message else { return UNREADABLE };
        active.send_modify(|activity| activity.heard = Instant::now());
        let done = match message {
            Message::Binary(bytes) => {
                active.send_modify(|activity| activity.typed = activity.heard);
                timeout(WRITE_TIMEOUT, write(input, &bytes)).await
            }
            Message::Text(text) => {
                let Some(size) = control::size(&text) else { return UNKNOWN };
                // A shell that is gone needs no size: its end is seen where it is read.
                timeout(WRITE_TIMEOUT, async { resize.send(size).await.or(Ok(())) }).await
            }
            Message::Ping(_) | Message::Pong(_) => continue,
            Message::Close(_) => return CLIENT_LEFT,
        };
        match done {
            Ok(Ok(())) => {}
            Ok(Err(_)) => return SHELL_ENDED,
            Err(_) => return SHELL_STUCK,
        }
    }
    CLIENT_LEFT
}

async fn write(input: &mut (impl AsyncWriteExt + Unpin), bytes: &[u8]) -> io::Result<()> {
    input.write_all(bytes).await?;
    input.flush().await
}

/// Returns when the client may not have this terminal any longer.
async fn until_revoked(access: &Access) -> Close {
    loop {
        sleep(ACCESS_CHECK).await;
        match check_grant(&access.platform, access.grant).await {
            Err(Error::InvalidToken) => return REVOKED,
            Err(Error::AccountSuspended) => return SUSPENDED,
            Err(
                Error::ActionNotAllowed(_) | Error::ChangeInProgress(_) | Error::ServiceUnavailableState(_),
            ) => return STOPPED,
            // A database that is away for a moment ends nobody's work.
            Ok(()) | Err(_) => {}
        }
    }
}
