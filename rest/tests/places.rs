//! Who holds a place holds up nobody who has another.
#[expect(dead_code, reason = "a part of it is used here")]
mod live_client;
mod support;

use axum::http::StatusCode;
use hosting_rest::{App, Options, Slowness, app, serve};
use live_client::Socket;
use serde_json::{Value, json};
use std::{net::SocketAddr, time::Duration};
use support::{Server, account, key};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::{oneshot, watch},
    task::JoinSet,
    time::timeout,
};

/// Requests of one account, or of one address without a credential, that are worked on at the same time.
const SHARE: usize = 64;
/// A body that is announced and not sent.
const UNSENT: &str = "content-type: application/json\r\ncontent-length: 100\r\n\r\n{";

/// A platform that listens.
struct Stage {
    server: Server,
    address: SocketAddr,
    _end: watch::Sender<bool>,
}

impl Stage {
    async fn of(server: Server, options: Options) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let router = app(App::new(server.platform.clone(), options));
        let (end, ended) = watch::channel(false);
        tokio::spawn(serve::serve(listener, router, Slowness::default(), ended));
        Self { server, address, _end: end }
    }

    async fn send(&self, sent: &str) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).await.expect("a connection");
        stream.write_all(sent.as_bytes()).await.expect("sent");
        stream
    }

    /// Begins requests whose bodies stay away; those that wait for them.
    async fn begin(&self, count: usize, head: &str) -> Vec<TcpStream> {
        let mut begun = Vec::new();
        for _ in 0..count {
            begun.push(self.send(&format!("{head}{UNSENT}")).await);
        }
        // Nothing tells from here that they are worked on: each is asked whether it is still open.
        for stream in &mut begun {
            let silent = timeout(Duration::from_millis(20), stream.read_u8()).await;
            assert!(silent.is_err(), "it waits for the body");
        }
        begun
    }

    async fn get(&self, path: &str, key: Option<&str>) -> Answer {
        let credential = key.map(|key| format!("authorization: Bearer {key}\r\n")).unwrap_or_default();
        let head = format!("GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n{credential}\r\n");
        Answer::read(self.send(&head).await).await
    }
}

/// What came until the connection ended.
#[derive(Debug)]
struct Answer {
    status: u16,
    text: String,
}

impl Answer {
    async fn read(mut stream: TcpStream) -> Self {
        let mut text = String::new();
        stream.read_to_string(&mut text).await.expect("an answer");
        let status = text.split(' ').nth(1).and_then(|status| status.parse().ok());
        Self { status: status.unwrap_or_else(|| panic!("no answer: {text}")), text }
    }

    fn code(&self) -> Value {
        let (_, body) = self.text.split_once("\r\n\r\n").expect("a body");
        let body: Value = serde_json::from_str(body).unwrap_or_else(|cause| panic!("{cause}: {body}"));
        body["error"]["code"].clone()
    }
}

/// The path to which a file of `size` bytes is sent.
async fn upload(server: &Server, size: usize) -> String {
    let file = json!({ "originalName": "rows.csv", "mimeType": "text/csv", "sizeBytes": size });
    let body = json!({ "tool": "csv-to-json", "files": [file] }).to_string();
    let (token, id) = (format!("Bearer {}", server.key), server.platform.id().to_string());
    let headers = [
        ("authorization", token.as_str()),
        ("idempotency-key", id.as_str()),
        ("content-type", "application/json"),
    ];
    let made = server.send_with("POST", "/v1/conversion/prepare-upload", &headers, body.as_bytes()).await;
    assert_eq!(made.status, StatusCode::CREATED, "{made:?}");
    let url = made.json()["data"]["files"][0]["upload"]["url"].as_str().expect("an address").to_owned();
    url[url.find("/files/").expect("a path")..].to_owned()
}

#[tokio::test]
async fn a_file_arrives_once_at_a_time_and_holds_up_nobody() {
    let options = Options { concurrency: 8, ..Options::default() };
    let stage = Stage::of(Server::converting().await, options).await;
    let path = upload(&stage.server, 1000).await;
    let half = "a".repeat(500);
    let head = format!(
        "PUT {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: text/csv\r\ncontent-length: 1000\r\n\r\n{half}"
    );
    let mut first = stage.send(&head).await;
    let silent = timeout(Duration::from_millis(300), first.read_u8()).await;
    assert!(silent.is_err(), "it waits for the rest");
    let mut others = JoinSet::new();
    for _ in 0..20 {
        others.spawn(Answer::read(stage.send(&head).await));
    }
    for path in ["/livez", "/readyz", "/health", "/openapi.json"] {
        assert_eq!(stage.get(path, None).await.status, 200, "{path}");
    }
    assert_eq!(stage.get("/v1/account", Some(&stage.server.key)).await.status, 200);
    for answer in others.join_all().await {
        assert_eq!((answer.status, answer.code()), (409, json!("request_in_progress")), "{answer:?}");
        assert!(answer.text.contains("retry-after: "), "{answer:?}");
    }
    first.write_all(half.as_bytes()).await.expect("sent");
    assert_eq!(Answer::read(first).await.status, 204);
}

#[tokio::test]
async fn an_account_has_a_share_of_the_places_and_others_have_theirs() {
    let stage = Stage::of(Server::start().await, Options::default()).await;
    let (platform, secret) = (&stage.server.platform, &stage.server.secret);
    let kofi = key(platform, secret, account(platform, "kofi@example.com").await, 100).await;
    let another = key(platform, secret, stage.server.account, 100).await;
    let begun = format!(
        "PUT /v1/domains/{}/auto-renew HTTP/1.1\r\nhost: x\r\nidempotency-key: a-key-for-tests\r\nauthorization: Bearer {}\r\n",
        platform.id(),
        stage.server.key
    );
    let kept = stage.begin(SHARE, &begun).await;
    for key in [&stage.server.key, &another] {
        let refused = stage.get("/v1/account", Some(key)).await;
        assert_eq!((refused.status, refused.code()), (429, json!("rate_limit_exceeded")), "{refused:?}");
        assert!(refused.text.contains("retry-after: 1"), "{refused:?}");
    }
    assert_eq!(stage.get("/v1/account", Some(&kofi)).await.status, 200);
    assert_eq!(stage.get("/openapi.json", None).await.status, 200, "nobody's place");
    drop(kept);
    let mut again = stage.get("/v1/account/api-usage", Some(&stage.server.key)).await;
    while again.status == 429 {
        again = stage.get("/v1/account/api-usage", Some(&stage.server.key)).await;
    }
    assert_eq!(again.status, 200, "places are given back");
    assert!(again.text.contains("\"error_code\":\"rate_limit_exceeded\""), "it is written down: {again:?}");
}

#[tokio::test]
async fn an_address_without_a_credential_has_a_share_of_its_own() {
    let stage = Stage::of(Server::start().await, Options::default()).await;
    let _held = stage.begin(SHARE, "POST /graphql HTTP/1.1\r\nhost: x\r\n").await;
    let refused = stage.get("/openapi.json", None).await;
    assert_eq!((refused.status, refused.code()), (429, json!("rate_limit_exceeded")), "{refused:?}");
    let refused = stage.get("/api/domain-search?domain=baobab.com", None).await;
    assert!(
        refused.text.contains(r#""error":"rate_limit_exceeded""#),
        "in the shape of the search: {refused:?}"
    );
    assert_eq!(stage.get("/v1/account", Some(&stage.server.key)).await.status, 200);
    for path in ["/livez", "/readyz", "/health"] {
        assert_eq!(stage.get(path, None).await.status, 200, "{path}");
    }
}

#[tokio::test]
async fn a_probe_needs_no_place() {
    let stage = Stage::of(Server::start().await, Options { concurrency: 0, ..Options::default() }).await;
    for path in ["/livez", "/readyz", "/health"] {
        assert_eq!(stage.get(path, None).await.status, 200, "{path}");
    }
    for key in [None, Some(stage.server.key.as_str())] {
        let refused = stage.get("/v1/account", key).await;
        assert_eq!((refused.status, refused.code()), (503, json!("overloaded")));
        assert!(refused.text.contains("retry-after: 1"), "{refused:?}");
    }
}

#[tokio::test]
async fn a_socket_counts_among_many_when_it_has_said_who_it_is() {
    let stage = Stage::of(Server::start().await, Options::default()).await;
    let mut met = Vec::new();
    for _ in 0..SHARE {
        met.push(Socket::open(stage.address, &[]).await);
    }
    assert_eq!(Socket::try_open(stage.address, &[]).await, Err(429));
    for socket in &mut met {
        socket.init(&stage.server.key).await;
    }
    let mut another = Socket::open(stage.address, &[]).await;
    another.init(&stage.server.key).await;
}

/// While another write holds the database, what is asked cannot be written down, and comes too late.
#[tokio::test]
async fn the_entry_of_what_came_too_late_says_so() {
    let server = Server::start().await;
    let hurried = Options { timeout: Duration::from_millis(300), ..Options::default() };
    let hurried = server.with_router(app(App::new(server.platform.clone(), hurried)));
    let domain = server.own_domain("baobab-books.com").await;
    let ((release, released), (tell, told)) = (oneshot::channel::<()>(), oneshot::channel());
    let database = server.platform.database().clone();
    let holding = tokio::spawn(async move {
        let hold = async {
            let _ = tell.send(());
            let _ = released.await;
            Ok(())
        };
        database.write(move |_| Box::pin(hold)).await
    });
    told.await.expect("it is held");
    let path = format!("/v1/domains/{domain}/auto-renew");
    let (read, change) = tokio::join!(
        hurried.send("GET", "/v1/account", None),
        hurried.send("PUT", &path, Some(r#"{"enabled":true}"#))
    );
    for late in [&read, &change] {
        assert_eq!((late.status.as_u16(), late.code().as_str()), (503, "overloaded"));
    }
    drop(release);
    holding.await.expect("no panic").expect("an empty write");
    // The change is done all the same, and told under its key.
    let again = server.send("PUT", &path, Some(r#"{"enabled":true}"#)).await;
    assert_eq!((again.status.as_u16(), again.header("idempotent-replayed")), (200, "true"));
    for late in [&read, &change] {
        let id = late.header("x-request-id");
        let entry = loop {
            let usage = server.send("GET", "/v1/account/api-usage", None).await.json();
            let entries = usage["data"]["entries"].as_array().expect("entries").clone();
            let mut of = entries.into_iter().filter(|entry| entry["request_id"] == id);
            if let Some(entry) = of.next() {
                assert_eq!(of.next(), None, "one entry");
                break entry;
            }
        };
        assert_eq!(
            (&entry["http_status"], &entry["error_code"]),
            (&json!(503), &json!("overloaded")),
            "{entry}"
        );
        assert_eq!(entry["status"], "rejected");
    }
}
