//! Sending over a WebSocket, and closing it (RFC 6455).
use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use futures_util::{
    SinkExt, StreamExt,
    stream::{SplitSink, SplitStream},
};
use std::{borrow::Cow, time::Duration};
use tokio::time::timeout;

/// How long a client may leave what it is sent.
pub(crate) const WRITE_TIMEOUT: Duration = Duration::from_secs(10);
/// How long a client has to answer a close.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);

/// What is sent to a client.
pub(crate) type Sender = SplitSink<WebSocket, Message>;
/// What a client sends.
pub(crate) type Receiver = SplitStream<WebSocket>;

/// Why a socket is closed, as its client is told: a code (section 7.4.1) and a reason.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Close {
    pub code: u16,
    pub reason: Cow<'static, str>,
}

impl Close {
    pub const fn new(code: u16, reason: &'static str) -> Self {
        Self { code, reason: Cow::Borrowed(reason) }
    }
}

pub(crate) const CLIENT_LEFT: Close = Close::new(close_code::NORMAL, "goodbye");

/// Sends `message`, as long as the client reads; whoever does not is closed as `too_slow`.
pub(crate) async fn send(sender: &mut Sender, message: Message, too_slow: Close) -> Result<(), Close> {
    match timeout(WRITE_TIMEOUT, sender.send(message)).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) => Err(CLIENT_LEFT),
        Err(_) => Err(too_slow),
    }
}

/// Tells the client why, and waits a while for its own close.
pub(crate) async fn close(mut sender: Sender, mut receiver: Receiver, close: Close) {
    let frame = CloseFrame { code: close.code, reason: close.reason.as_ref().into() };
    let closed = async {
        sender.send(Message::Close(Some(frame))).await?;
        // The client's own close ends the stream (section 7.1.2).
        while let Some(Ok(_)) = receiver.next().await {}
        Ok::<_, axum::Error>(())
    };
    let _ = timeout(CLOSE_TIMEOUT, closed).await;
}
