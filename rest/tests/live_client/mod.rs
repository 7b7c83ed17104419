//! A client that watches, over a WebSocket or by a plain request.
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::{net::SocketAddr, time::Duration};
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::TcpStream,
    time::timeout,
};
use tokio_tungstenite::{
    WebSocketStream, client_async,
    tungstenite::{Error, Message, client::IntoClientRequest},
};

const TIMEOUT: Duration = Duration::from_secs(20);

/// The first message of whoever has this key.
pub fn init_message(key: &str) -> Value {
    json!({ "type": "connection_init", "payload": { "Authorization": format!("Bearer {key}") } })
}

/// A WebSocket.
pub struct Socket(WebSocketStream<TcpStream>);

impl Socket {
    pub async fn open(address: SocketAddr, headers: &[(&'static str, &str)]) -> Self {
        Self::speaking(address, Some("graphql-transport-ws"), headers).await
    }

    pub async fn speaking(
        address: SocketAddr,
        protocol: Option<&str>,
        headers: &[(&'static str, &str)],
    ) -> Self {
        Self::connect(address, protocol, headers).await.expect("a socket")
    }

    /// One through which little goes at once.
    pub async fn narrow(address: SocketAddr, key: &str) -> Self {
        let mut request = format!("ws://{address}/graphql").into_client_request().expect("a request");
        let protocol = "graphql-transport-ws".parse().expect("a header");
        request.headers_mut().insert("sec-websocket-protocol", protocol);
        let (client, _) = client_async(request, raw::connect(address).await).await.expect("a socket");
        let mut socket = Self(client);
        socket.init(key).await;
        socket
    }

    /// Opens it, or gives the status of the refusal.
    pub async fn try_open(address: SocketAddr, headers: &[(&'static str, &str)]) -> Result<(), u16> {
        Self::connect(address, Some("graphql-transport-ws"), headers).await.map(|_| ())
    }

    async fn connect(
        address: SocketAddr,
        protocol: Option<&str>,
        headers: &[(&'static str, &str)],
    ) -> Result<Self, u16> {
        let mut request = format!("ws://{address}/graphql").into_client_request().expect("a request");
        let more = protocol.map(|protocol| ("sec-websocket-protocol", protocol));
        for (name, value) in headers.iter().copied().chain(more) {
            request.headers_mut().insert(name, value.parse().expect("a header"));
        }
        let stream = TcpStream::connect(address).await.expect("a connection");
        match client_async(request, stream).await {
            Ok((client, _)) => Ok(Self(client)),
            Err(Error::Http(response)) => Err(response.status().as_u16()),
            Err(other) => panic!("{other}"),
        }
    }

    pub async fn init(&mut self, key: &str) {
        self.send(&init_message(key)).await;
        assert_eq!(self.receive().await, json!({ "type": "connection_ack" }));
    }

    /// Sends a message; whether anyone reads it, the close says.
    pub async fn send(&mut self, message: &Value) {
        let _ = self.0.send(Message::text(message.to_string())).await;
    }

    pub async fn send_bytes(&mut self, bytes: &[u8]) {
        let _ = self.0.send(Message::binary(bytes.to_vec())).await;
    }

    pub async fn subscribe(&mut self, id: &str, query: &str) {
        self.send(&json!({ "type": "subscribe", "id": id, "payload": { "query": query } })).await;
    }

    /// The next message.
    pub async fn receive(&mut self) -> Value {
        loop {
            match timeout(TIMEOUT, self.0.next()).await {
                Ok(Some(Ok(Message::Text(text)))) => return serde_json::from_str(&text).expect("JSON"),
                Ok(Some(Ok(Message::Ping(_) | Message::Pong(_)))) => {}
                other => panic!("no message: {other:?}"),
            }
        }
    }

    /// The data of the next message, which answers `id`.
    pub async fn next(&mut self, id: &str) -> Value {
        let mut message = self.receive().await;
        assert_eq!((&message["type"], &message["id"]), (&json!("next"), &json!(id)), "{message}");
        message["payload"]["data"].take()
    }

    pub async fn several(&mut self, count: usize) -> Vec<Value> {
        let mut received = Vec::new();
        for _ in 0..count {
            received.push(self.receive().await);
        }
        received
    }

    /// What was refused next, and its code.
    pub async fn refusal(&mut self) -> (String, String) {
        let message = self.receive().await;
        let text = |value: &Value| value.as_str().unwrap_or_else(|| panic!("{message}")).to_owned();
        assert_eq!(message["type"], "error", "{message}");
        (text(&message["id"]), text(&message["payload"][0]["extensions"]["code"]))
    }

    /// The code under which `id` was refused.
    pub async fn error(&mut self, id: &str) -> String {
        let (of, code) = self.refusal().await;
        assert_eq!(of, id);
        code
    }

    /// Makes sure that nothing comes.
    pub async fn silent(&mut self) {
        let received = timeout(Duration::from_millis(1200), self.0.next()).await;
        assert!(received.is_err(), "{received:?}");
    }

    /// Reads to the close, and gives its code and reason.
    pub async fn close(&mut self) -> (u16, String) {
        loop {
            match timeout(TIMEOUT, self.0.next()).await {
                Ok(Some(Ok(Message::Close(Some(frame))))) => {
                    return (frame.code.into(), frame.reason.as_str().to_owned());
                }
                Ok(Some(Ok(_))) => {}
                other => panic!("no clean end: {other:?}"),
            }
        }
    }
}

/// The events of one answer.
pub struct Events {
    stream: BufReader<TcpStream>,
    /// The head of the answer, in small letters but for the first line.
    pub head: String,
    /// What was read of the body already, without the marks of its pieces.
    text: String,
}

impl Events {
    pub async fn open(address: SocketAddr, key: &str, query: &str) -> Self {
        let body = json!({ "query": query }).to_string();
        let head = format!(
            "POST /graphql HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: {}\r\n",
            body.len()
        );
        Self::send(address, key, head, &body).await
    }

    pub async fn get(address: SocketAddr, key: &str, path: &str) -> Self {
        Self::send(address, key, format!("GET {path} HTTP/1.1\r\n"), "").await
    }

    async fn send(address: SocketAddr, key: &str, head: String, body: &str) -> Self {
        let mut stream = TcpStream::connect(address).await.expect("a connection");
        let more =
            format!("Host: localhost\r\nAccept: text/event-stream\r\nAuthorization: Bearer {key}\r\n\r\n");
        stream.write_all((head + &more + body).as_bytes()).await.expect("a request");
        let mut stream = BufReader::new(stream);
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            timeout(TIMEOUT, stream.read_line(&mut head)).await.expect("an answer").expect("a head");
        }
        Self { stream, head, text: String::new() }
    }

    /// The name and the data of the next event.
    pub async fn next(&mut self) -> (String, Value) {
        loop {
            if let Some((event, rest)) = self.text.split_once("\n\n") {
                let field = |name: &str| event.lines().find_map(|line| line.strip_prefix(name));
                let name = field("event: ").map(str::to_owned);
                let data = field("data: ").map(|data| serde_json::from_str(data).expect("JSON"));
                let rest = rest.to_owned();
                self.text = rest;
                if let Some(name) = name {
                    return (name, data.unwrap_or_default());
                }
            } else {
                assert!(self.piece().await, "the answer is over: {}", self.text);
            }
        }
    }

    /// Whether nothing more comes, and the answer is whole.
    pub async fn over(&mut self) -> bool {
        !self.piece().await
    }

    /// Reads one piece of the body (RFC 9112 section 7.1).
    async fn piece(&mut self) -> bool {
        let read = async {
            let mut size = String::new();
            self.stream.read_line(&mut size).await.expect("a size");
            let size = usize::from_str_radix(size.trim(), 16).expect("a size");
            let mut piece = vec![0; size + 2];
            self.stream.read_exact(&mut piece).await.expect("a piece");
            piece.truncate(size);
            String::from_utf8(piece).expect("text")
        };
        let piece = timeout(TIMEOUT, read).await.expect("an event");
        self.text += &piece;
        !piece.is_empty()
    }
}

/// Clients that ask and then read nothing.
pub mod raw {
    use super::{AsyncReadExt, AsyncWriteExt, SocketAddr, TcpStream, Value, init_message, json};
    use tokio::net::TcpSocket;

    pub async fn connect(address: SocketAddr) -> TcpStream {
        let socket = TcpSocket::new_v4().expect("a socket");
        socket.set_recv_buffer_size(4096).expect("little room");
        socket.connect(address).await.expect("a connection")
    }

    pub async fn socket(address: SocketAddr, key: &str, query: &str) -> TcpStream {
        let mut stream = connect(address).await;
        let hello = "GET /graphql HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: graphql-transport-ws\r\n\
             Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
        stream.write_all(hello.as_bytes()).await.expect("a greeting");
        let mut head = [0; 12];
        stream.read_exact(&mut head).await.expect("an answer");
        assert_eq!(&head, b"HTTP/1.1 101");
        let ask = json!({ "type": "subscribe", "id": "1", "payload": { "query": query } });
        for message in [init_message(key), ask] {
            stream.write_all(&frame(&message)).await.expect("a message");
        }
        stream
    }

    /// One frame of text, masked by zeros (RFC 6455 section 5.2).
    fn frame(message: &Value) -> Vec<u8> {
        let text = message.to_string();
        let length = u16::try_from(text.len()).expect("a short message").to_be_bytes();
        let mut frame = vec![0x81, 0x80 | 0x7e, length[0], length[1], 0, 0, 0, 0];
        frame.extend(text.as_bytes());
        frame
    }

    pub async fn events(address: SocketAddr, key: &str, query: &str) -> TcpStream {
        let mut stream = connect(address).await;
        let body = json!({ "query": query }).to_string();
        let request = format!(
            "POST /graphql HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\
             Authorization: Bearer {key}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(request.as_bytes()).await.expect("a request");
        stream
    }
}
