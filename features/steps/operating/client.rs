//! Real HTTP, to a program that may end at any moment.
use crate::stage::Http;
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use std::{net::SocketAddr, time::Duration};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};

/// How long an answer is waited for.
const PATIENCE: Duration = Duration::from_secs(20);

/// A request as it is written.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The method and the path: `GET /health`.
    pub line: String,
    /// The credential.
    pub token: Option<String>,
    /// The idempotency key.
    pub key: Option<String>,
    /// The JSON that it carries.
    pub body: Option<String>,
    /// More header lines, as they are written.
    pub more: String,
}

impl Request {
    /// A request without anything.
    pub fn new(line: impl Into<String>) -> Self {
        Self { line: line.into(), ..Self::default() }
    }

    /// The same by whoever has `token`.
    pub fn by(self, token: &str) -> Self {
        Self { token: Some(token.to_owned()), ..self }
    }

    /// A change by `body` under `key`.
    pub fn change(self, key: &str, body: impl Into<String>) -> Self {
        Self { key: Some(key.to_owned()), body: Some(body.into()), ..self }
    }

    /// The lines before the body, which `more` lines end.
    fn head(&self, more: &str) -> String {
        let optional = |name: &str, value: Option<String>| value.map(|value| format!("{name}: {value}\r\n"));
        let lines = [
            Some(format!("{} HTTP/1.1\r\nhost: platform.example\r\nconnection: close\r\n", self.line)),
            optional("authorization", self.token.as_ref().map(|token| format!("Bearer {token}"))),
            optional("idempotency-key", self.key.clone()),
            optional("content-type", self.body.as_ref().map(|_| "application/json".to_owned())),
            optional("content-length", self.body.as_ref().map(|body| body.len().to_string())),
        ];
        lines.into_iter().flatten().collect::<String>() + &self.more + more + "\r\n"
    }
}

/// The answer to a request; nothing where nobody listens, or the answer was cut off.
pub async fn ask(address: SocketAddr, request: &Request) -> Option<Http> {
    let body = request.body.clone().unwrap_or_default();
    let asked = async {
        let mut stream = TcpStream::connect(address).await.ok()?;
        stream.write_all((request.head("") + &body).as_bytes()).await.ok()?;
        answer(&mut stream).await
    };
    timeout(PATIENCE, asked).await.unwrap_or_else(|_| panic!("no answer to {}", request.line))
}

/// A request that the platform has begun to read: its body is still to come.
pub struct Begun {
    stream: TcpStream,
    body: String,
}

impl Begun {
    /// Sends all but the body, and waits until the platform asks for that.
    pub async fn new(address: SocketAddr, request: &Request) -> Self {
        let mut stream = TcpStream::connect(address).await.expect("a connection");
        let head = request.head("expect: 100-continue\r\n");
        stream.write_all(head.as_bytes()).await.expect("sent");
        let wanted = b"HTTP/1.1 100 Continue\r\n\r\n";
        let mut told = vec![0; wanted.len()];
        timeout(PATIENCE, stream.read_exact(&mut told)).await.expect("in time").expect("an answer");
        assert_eq!(told, wanted, "{}", String::from_utf8_lossy(&told));
        Self { stream, body: request.body.clone().unwrap_or_default() }
    }

    /// Sends the body, and gives the answer.
    pub async fn finish(mut self) -> Option<Http> {
        self.stream.write_all(self.body.as_bytes()).await.ok()?;
        timeout(PATIENCE, answer(&mut self.stream)).await.expect("an answer in time")
    }
}

/// What comes until the connection ends.
async fn answer(stream: &mut TcpStream) -> Option<Http> {
    let mut bytes = Vec::new();
    // A process that is killed may reset the connection.
    stream.read_to_end(&mut bytes).await.ok()?;
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n")?;
    let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let mut lines = head.split("\r\n");
    let status = lines.next()?.split(' ').nth(1)?.parse().expect("a status");
    let mut headers = HeaderMap::new();
    for (name, value) in lines.filter_map(|line| line.split_once(": ")) {
        let name = HeaderName::from_bytes(name.as_bytes()).expect("a name");
        headers.append(name, HeaderValue::from_str(value).expect("plain text"));
    }
    let body = bytes.split_off(end + 4);
    let length =
        headers.get("content-length").map(|length| length.to_str().expect("digits").parse::<usize>());
    let whole = length.is_none_or(|length| length.expect("a number") == body.len());
    whole.then_some(Http { status, headers, body })
}
