//! Whoever is too slow is told so where that is possible, and let go.
#[expect(dead_code, reason = "a part of it is used here")]
mod live_client;
mod support;

use axum::http::StatusCode;
use hosting_rest::{App, Options, Slowness, app, serve};
use live_client::Socket;
use serde_json::{Value, json};
use std::{net::SocketAddr, time::Duration};
use support::Server;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::watch,
    time::{sleep, timeout},
};

const REQUEST: Duration = Duration::from_millis(400);
/// Longer than any test may wait for what is to happen.
const LONG: Duration = Duration::from_secs(20);

/// What is too slow in these tests: the times are short, and files may come by the byte.
const HURRIED: Slowness =
    Slowness { request: REQUEST, idle: Duration::from_mins(5), rate: 1, span: Duration::from_secs(1) };

/// A platform that listens.
struct Stage {
    server: Server,
    address: SocketAddr,
    _end: watch::Sender<bool>,
}

impl Stage {
    async fn of(server: Server, slowness: Slowness) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let options = Options { slowness, ..Options::default() };
        let router = app(App::new(server.platform.clone(), options));
        let (end, ended) = watch::channel(false);
        tokio::spawn(serve::serve(listener, router, slowness, ended));
        Self { server, address, _end: end }
    }

    async fn send(&self, sent: &str) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).await.expect("a connection");
        stream.write_all(sent.as_bytes()).await.expect("sent");
        stream
    }
}

/// What comes until the connection ends.
async fn rest(stream: &mut TcpStream) -> String {
    let mut text = String::new();
    timeout(LONG, stream.read_to_string(&mut text)).await.expect("an end").expect("an answer");
    text
}

fn body(answer: &str) -> Value {
    let (_, body) = answer.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no answer: {answer:?}"));
    serde_json::from_str(body).unwrap_or_else(|cause| panic!("{cause}: {answer}"))
}

/// A body that is announced, and does not come.
const UNSENT: &str = "content-type: application/json\r\ncontent-length: 100\r\n\r\n{";

#[tokio::test]
async fn who_sends_too_much_hears_why_when_it_is_sent() {
    let stage = Stage::of(Server::start().await, Slowness::default()).await;
    let length = 8 << 20;
    let head = format!(
        "POST /graphql HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {}\r\nconnection: close\r\n\
         content-type: application/json\r\ncontent-length: {length}\r\n\r\n",
        stage.server.key
    );
    let mut stream = stage.send(&head).await;
    // As many clients do: the answer is looked at when all is sent.
    for _ in 0..length >> 16 {
        stream.write_all(&vec![b' '; 1 << 16]).await.expect("it is taken");
    }
    let answer = rest(&mut stream).await;
    assert!(answer.starts_with("HTTP/1.1 413 "), "{answer}");
    assert!(answer.contains("\"body_too_large\""), "{answer}");
}

#[tokio::test]
async fn a_request_that_stays_away_is_ended_and_written_down() {
    let stage = Stage::of(Server::start().await, HURRIED).await;
    let path = format!("/v1/domains/{}/auto-renew", stage.server.platform.id());
    let head = format!(
        "PUT {path} HTTP/1.1\r\nhost: x\r\nidempotency-key: a-key-for-tests\r\nauthorization: Bearer {}\r\n",
        stage.server.key
    );
    let answer = rest(&mut stage.send(&format!("{head}{UNSENT}")).await).await;
    assert!(answer.starts_with("HTTP/1.1 408 ") && answer.contains("connection: close"), "{answer}");
    assert_eq!(body(&answer)["error"]["code"], "request_timeout");
    let usage = stage.server.send("GET", "/v1/account/api-usage", None).await.json();
    let entry = &usage["data"]["entries"][0];
    assert_eq!((&entry["http_status"], &entry["error_code"]), (&json!(408), &json!("request_timeout")));
    assert_eq!(entry["operation_id"], "setDomainAutoRenew");
}

#[tokio::test]
async fn nobody_in_particular_is_ended_too() {
    let stage = Stage::of(Server::start().await, HURRIED).await;
    for (path, code) in [("/graphql", "/errors/0/extensions/code"), ("/api/domain-search", "/error")] {
        let answer =
            rest(&mut stage.send(&format!("POST {path} HTTP/1.1\r\nhost: x\r\n{UNSENT}")).await).await;
        assert!(answer.starts_with("HTTP/1.1 408 "), "{path}: {answer}");
        assert_eq!(body(&answer).pointer(code), Some(&json!("request_timeout")), "{path}");
    }
}

#[tokio::test]
async fn a_head_that_does_not_end_is_ended() {
    let stage = Stage::of(Server::start().await, HURRIED).await;
    let mut slow = stage.send("GET /v1/account HTTP/1.1\r\nhost: x\r\n").await;
    for _ in 0..3 {
        sleep(REQUEST / 8).await;
        slow.write_all(b"x-more: and more\r\n").await.expect("sent");
    }
    let answer = rest(&mut slow).await;
    assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}");
    assert_eq!(body(&answer)["error"]["code"], "request_timeout");
    assert!(!body(&answer)["error"]["request_id"].is_null());
}

#[tokio::test]
async fn who_asks_nothing_is_let_go_without_a_word_and_may_pause_until_then() {
    let idle = Duration::from_millis(1200);
    let stage = Stage::of(Server::start().await, Slowness { idle, ..HURRIED }).await;
    assert_eq!(rest(&mut stage.send("").await).await, "");
    let mut stream = stage.send("GET /livez HTTP/1.1\r\nhost: x\r\n\r\n").await;
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).await.expect("an answer");
    // Longer than a request may take, and not so long as a connection may be silent.
    sleep(REQUEST + REQUEST / 2).await;
    stream.write_all(b"GET /livez HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").await.expect("sent");
    let rest = rest(&mut stream).await;
    assert_eq!(rest.matches("HTTP/1.1 200").count(), 1, "{rest}");
}

#[tokio::test]
async fn a_socket_and_a_stream_may_be_silent() {
    let slowness = Slowness { idle: REQUEST, ..HURRIED };
    let stage = Stage::of(Server::start().await, slowness).await;
    let mut socket = Socket::open(stage.address, &[]).await;
    socket.init(&stage.server.key).await;
    sleep(REQUEST * 3).await;
    socket.send(&json!({ "type": "ping" })).await;
    assert_eq!(socket.receive().await, json!({ "type": "pong" }));
}

/// The path to which a file of `size` bytes is sent.
async fn upload(server: &Server, size: usize) -> String {
    let file = json!({ "originalName": "rows.csv", "mimeType": "text/csv", "sizeBytes": size });
    let body = json!({ "tool": "csv-to-json", "files": [file] }).to_string();
    let made = server.send("POST", "/v1/conversion/prepare-upload", Some(&body)).await;
    assert_eq!(made.status, StatusCode::CREATED, "{made:?}");
    let url = made.json()["data"]["files"][0]["upload"]["url"].as_str().expect("an address").to_owned();
    url[url.find("/files/").expect("a path")..].to_owned()
}

#[tokio::test]
async fn a_file_may_take_its_time_as_long_as_it_keeps_the_rate() {
    let stage = Stage::of(Server::converting().await, Slowness { rate: 2, ..HURRIED }).await;
    let path = upload(&stage.server, 20).await;
    let head = |path: &str| {
        format!("PUT {path} HTTP/1.1\r\nhost: x\r\ncontent-type: text/csv\r\ncontent-length: 20\r\n\r\n")
    };
    let mut stalls = stage.send(&format!("{}a", head(&path))).await;
    let answer = rest(&mut stalls).await;
    assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}");
    assert_eq!(body(&answer)["error"]["code"], "upload_too_slow");

    let mut keeps_on = stage.send(&head(&path)).await;
    for _ in 0..10 {
        sleep(REQUEST / 4).await;
        keeps_on.write_all(b"aa").await.expect("sent");
    }
    let mut answer = [0; 12];
    keeps_on.read_exact(&mut answer).await.expect("an answer");
    assert_eq!(&answer, b"HTTP/1.1 204", "it took longer than a request may");
}

#[tokio::test]
async fn who_does_not_read_what_was_asked_for_is_let_go() {
    const TIMES: usize = 40;
    let rate = 8 << 10;
    let stage = Stage::of(Server::start().await, Slowness { rate, ..HURRIED }).await;
    let whole = stage.server.send("GET", "/openapi.json", None).await.text.len();
    let mut stream = stage.send(&"GET /openapi.json HTTP/1.1\r\nhost: x\r\n\r\n".repeat(TIMES)).await;
    sleep(HURRIED.span * 3).await;
    let mut read = Vec::new();
    // However it ends: what was not read is not waited for.
    let _ = timeout(LONG, stream.read_to_end(&mut read)).await.expect("an end");
    assert!(read.len() < whole * TIMES, "{} bytes", read.len());
}

/// How many connections may be opened here, both of whose ends are in this process.
fn crowd() -> usize {
    let limits = std::fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let open_files = limits.lines().find_map(|line| line.strip_prefix("Max open files"));
    let soft = open_files.and_then(|line| line.split_whitespace().next()?.parse().ok());
    soft.unwrap_or(1024_usize).min(20_000) / 8
}

#[tokio::test]
async fn a_crowd_that_asks_nothing_or_without_end_holds_nobody_up() {
    let stage = Stage::of(Server::start().await, Slowness::default()).await;
    let mut crowd_of_idlers = Vec::new();
    for number in 0..crowd() {
        let begun = if number % 2 == 0 { "" } else { "GET /v1/account HTTP/1.1\r\nhost: x\r\nx-slow: " };
        crowd_of_idlers.push(stage.send(begun).await);
    }
    let huge = format!("GET /livez HTTP/1.1\r\nhost: x\r\nx-huge: {}\r\n\r\n", "x".repeat(1 << 20));
    let mut stream = TcpStream::connect(stage.address).await.expect("a connection");
    // It is refused before all of it is read.
    let _ = stream.write_all(huge.as_bytes()).await;
    let mut refused = Vec::new();
    let _ = timeout(LONG, stream.read_to_end(&mut refused)).await.expect("an end");
    assert!(
        refused.is_empty() || refused.starts_with(b"HTTP/1.1 431"),
        "{}",
        String::from_utf8_lossy(&refused)
    );
    let asked = format!(
        "GET /v1/account HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: Bearer {}\r\n\r\n",
        stage.server.key
    );
    for sent in ["GET /livez HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n", &asked] {
        let answer = rest(&mut stage.send(sent).await).await;
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    }
    drop(crowd_of_idlers);
}
