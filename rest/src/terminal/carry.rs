//! Carrying bytes between a WebSocket and a terminal, until either ends.
use super::{WIDEST, places::Place};
use axum::{
    body::Bytes,
    extract::ws::{CloseCode, CloseFrame, Message, WebSocket, close_code},
};
use futures_util::{Sink, SinkExt, Stream, StreamExt};
use hosting_core::{
    Platform,
    lxc::Seat,
    providers::hypervisor::{Size, Terminal},
};
use serde::Deserialize;
use std::time::Duration;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    sync::{mpsc, watch},
    time::{Instant, interval_at, timeout},
};

/// How often the client is asked whether it is still there.
const PING: Duration = Duration::from_secs(30);
/// How long a client, or a shell, may leave what it is sent.
const STUCK: Duration = Duration::from_secs(10);
/// How long nothing need be typed.
const IDLE: Duration = Duration::from_mins(15);
/// How often it is looked whether the container still runs.
const LOOK: Duration = Duration::from_secs(2);
/// How long a client has to answer a close.
const FAREWELL: Duration = Duration::from_secs(2);
/// Bytes that are read off a shell at once.
const CHUNK: usize = 16 << 10;

/// Why a terminal ends, as the client is told: a code (RFC 6455 section 7.4.1) and a reason.
type End = (CloseCode, &'static str);

const SHELL_ENDED: End = (close_code::NORMAL, "the shell ended");
const CLIENT_LEFT: End = (close_code::NORMAL, "goodbye");
const STOPPED: End = (close_code::NORMAL, "the container does not run any more");
const TAKEN_BACK: End = (close_code::POLICY, "the right to this terminal was taken back");
const QUIET: End = (close_code::NORMAL, "nothing was typed for 15 minutes");
const ENDING: End = (close_code::AWAY, "the server is shutting down");
const TOO_SLOW: End = (close_code::POLICY, "too slow: what is shown is not read");
const SHELL_STUCK: End = (close_code::POLICY, "the shell does not read what is typed");
const GONE: End = (close_code::POLICY, "no answer to a ping");
const UNKNOWN: End =
    (close_code::UNSUPPORTED, "a text message is {\"resize\": {\"columns\": …, \"rows\": …}}");
const UNREADABLE: End = (close_code::PROTOCOL, "a message could not be read: it has at most 64 KiB");
const BROKEN: End = (close_code::ERROR, "the terminal broke");

/// What a client may say in a text message.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Control {
    Resize(Screen),
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Screen {
    columns: u16,
    rows: u16,
}

/// What the client was last heard to do.
#[derive(Clone, Copy)]
struct Heard {
    /// When it last said anything, be it an answer to a ping.
    anything: Instant,
    /// When something was last typed.
    typed: Instant,
}

/// Carries bytes both ways until there is a reason to end, and says it.
pub async fn carry(socket: WebSocket, terminal: Terminal, platform: Platform, seat: Seat, mut place: Place) {
    let (mut to_client, mut from_client) = socket.split();
    let Terminal { bytes, resize } = terminal;
    let (mut shown, mut typed) = tokio::io::split(bytes);
    let now = Instant::now();
    let (heard, hearing) = watch::channel(Heard { anything: now, typed: now });
    let (code, reason) = tokio::select! {
        end = show(&mut shown, &mut to_client, hearing) => end,
        end = listen(&mut from_client, &mut typed, &resize, &heard) => end,
        end = entitled(&platform, seat) => end,
        () = place.ended() => ENDING,
    };
    tracing::info!(service = %seat.service_id, account = %seat.account_id, reason, "a terminal ended");
    let close = Message::Close(Some(CloseFrame { code, reason: reason.into() }));
    let farewell = async {
        to_client.send(close).await?;
        // The client's own close ends the stream (RFC 6455 section 7.1.2).
        while let Some(Ok(_)) = from_client.next().await {}
        Ok::<_, axum::Error>(())
    };
    let _ = timeout(FAREWELL, farewell).await;
}

/// Shows what comes from the shell, and asks now and then whether the client is there.
async fn show(
    shown: &mut (impl AsyncReadExt + Unpin),
    client: &mut (impl Sink<Message, Error = axum::Error> + Unpin),
    heard: watch::Receiver<Heard>,
) -> End {
    let mut pings = interval_at(Instant::now() + PING, PING);
    let mut chunk = vec![0; CHUNK];
    loop {
        let message = tokio::select! {
            read = shown.read(&mut chunk) => match read {
                Ok(0) => return SHELL_ENDED,
                Ok(length) => Message::Binary(chunk[..length].to_vec().into()),
                Err(_) => return BROKEN,
            },
            at = pings.tick() => {
                let Heard { anything, typed } = *heard.borrow();
                if typed + IDLE <= at {
                    return QUIET;
                }
                if anything + 2 * PING <= at {
                    return GONE;
                }
                Message::Ping(Bytes::new())
            }
        };
        match timeout(STUCK, client.send(message)).await {
            Ok(Ok(())) => {}
            Ok(Err(_)) => return CLIENT_LEFT,
            Err(_) => return TOO_SLOW,
        }
    }
}

/// Types what comes from the client.
async fn listen(
    client: &mut (impl Stream<Item = Result<Message, axum::Error>> + Unpin),
    typed: &mut (impl AsyncWriteExt + Unpin),
    resize: &mpsc::Sender<Size>,
    heard: &watch::Sender<Heard>,
) -> End {
    while let Some(message) = client.next().await {
        let Ok(message) = message else { return UNREADABLE };
        heard.send_modify(|heard| heard.anything = Instant::now());
        let done = match message {
            Message::Binary(bytes) => {
                heard.send_modify(|heard| heard.typed = heard.anything);
                timeout(STUCK, write(typed, &bytes)).await
            }
            Message::Text(text) => {
                let Some(size) = size(&text) else { return UNKNOWN };
                // A shell that is gone needs no size: its end is shown by itself.
                timeout(STUCK, async { resize.send(size).await.or(Ok(())) }).await
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

async fn write(typed: &mut (impl AsyncWriteExt + Unpin), bytes: &[u8]) -> std::io::Result<()> {
    typed.write_all(bytes).await?;
    typed.flush().await
}

/// The size that a text message tells.
fn size(text: &str) -> Option<Size> {
    let Control::Resize(Screen { columns, rows }) = serde_json::from_str(text).ok()?;
    let bounds = 1..=WIDEST;
    (bounds.contains(&columns) && bounds.contains(&rows)).then_some(Size { columns, rows })
}

/// Returns when the client may not sit there any longer.
async fn entitled(platform: &Platform, seat: Seat) -> End {
    loop {
        tokio::time::sleep(LOOK).await;
        match platform.keep_seat(seat).await {
            Err(hosting_core::Error::InvalidToken) => return TAKEN_BACK,
            Err(
                hosting_core::Error::ActionNotAllowed(_) | hosting_core::Error::ServiceUnavailableState(_),
            ) => {
                return STOPPED;
            }
            // A database that is away for a moment ends nobody's work.
            Ok(()) | Err(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_message_tells_a_size_and_nothing_else() {
        let told = size(r#"{"resize": {"columns": 120, "rows": 40}}"#);
        assert_eq!(told, Some(Size { columns: 120, rows: 40 }));
        for wrong in [
            "",
            "{}",
            "resize",
            r#"{"resize": {"columns": 120}}"#,
            r#"{"resize": {"columns": 0, "rows": 1}}"#,
            r#"{"resize": {"columns": 1, "rows": 1001}}"#,
            r#"{"resize": {"columns": 1, "rows": 70000}}"#,
            r#"{"resize": {"columns": 1, "rows": 1, "colours": 8}}"#,
            r#"{"resize": {"columns": 1, "rows": 1}, "close": true}"#,
            r#"{"close": true}"#,
        ] {
            assert_eq!(size(wrong), None, "{wrong}");
        }
    }
}
