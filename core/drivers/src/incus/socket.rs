//! Sockets to a server, for what is no request and answer.
use super::way::CONNECT;
use hosting_kernel::providers::hypervisor::Bytes;
use reqwest::Url;
use std::io::ErrorKind;
use tokio::time::timeout;
use tokio_tungstenite::{
    WebSocketStream, client_async_with_config,
    tungstenite::{Error, protocol::WebSocketConfig},
};

/// The longest message, in bytes: the server writes 128 KiB at most. A longer one ends the socket.
const MESSAGE_MAX: usize = 1 << 20;

/// A socket.
pub(super) type Socket = WebSocketStream<Box<dyn Bytes>>;

/// Makes a socket to what is at `url` of `stream`, which leads to the server.
pub(super) async fn open(stream: Box<dyn Bytes>, mut url: Url) -> Result<Socket, Error> {
    // The way there is made already, by TLS or not.
    let scheme = if url.scheme() == "https" { "wss" } else { "ws" };
    url.set_scheme(scheme).expect("one can be the other");
    let config =
        WebSocketConfig::default().max_message_size(Some(MESSAGE_MAX)).max_frame_size(Some(MESSAGE_MAX));
    let opened = timeout(CONNECT, client_async_with_config(url.as_str(), stream, Some(config))).await;
    let (socket, _) = opened.map_err(|_| Error::Io(ErrorKind::TimedOut.into()))??;
    Ok(socket)
}
