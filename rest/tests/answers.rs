//! What stands around answers: versions, compression, the page of another origin, the request's own head.
mod support;

use axum::http::StatusCode;
use hosting_drivers::none::NoConverter;
use hosting_rest::{App, Options, Slowness, app, routes, serve};
use serde_json::json;
use std::{sync::Arc, time::Duration};
use support::{Answer, Server, local};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::{oneshot, watch},
};

const DASH: &str = "https://dash.example.com";

async fn get(server: &Server, path: &str, headers: &[(&str, &str)]) -> Answer {
    let key = format!("Bearer {}", server.key);
    let headers = [&[("authorization", key.as_str())], headers].concat();
    server.send_with("GET", path, &headers, b"").await
}

/// The same platform under other options.
fn under(server: &Server, options: Options) -> Server {
    server.with_router(app(App::new(server.platform.clone(), options)))
}

fn listed() -> Options {
    Options { allowed_origins: vec![DASH.parse().expect("an origin")], ..Options::default() }
}

#[tokio::test]
async fn a_version_that_is_known_is_not_sent_again() {
    let server = Server::start().await;
    for path in ["/v1/account", "/v1/domains?limit=2", "/openapi.json", "/schema.graphql", "/docs", "/"] {
        let whole = get(&server, path, &[]).await;
        let tag = whole.header("etag").to_owned();
        assert!(tag.starts_with("W/\""), "{path}: {whole:?}");
        let opaque = tag.trim_start_matches("W/").to_owned();
        for known in [&tag, &opaque, "*", &format!("\"other\", {tag}")] {
            let answer = get(&server, path, &[("if-none-match", known)]).await;
            assert_eq!((answer.status.as_u16(), answer.text.len()), (304, 0), "{path} {known}");
            assert_eq!(answer.header("etag"), tag, "{path}");
            assert_eq!(answer.header("cache-control"), whole.header("cache-control"), "{path}");
        }
        let other = get(&server, path, &[("if-none-match", "W/\"other\"")]).await;
        assert_eq!(other.status.as_u16(), 200, "{path}");
    }
    let page = get(&server, "/v1/account", &[]).await;
    assert_eq!(page.header("cache-control"), "private, no-cache");
}

#[tokio::test]
async fn a_read_has_a_version_unless_it_holds_a_secret_and_a_change_has_none() {
    let secret = [
        "cancelConversion",
        "conversionJob",
        "createLxcTerminalTicket",
        "createPanelAccess",
        "prepareConversion",
        "startConversion",
    ];
    let mut found: Vec<_> =
        routes::v1().bindings.iter().filter(|binding| binding.secret).map(|binding| binding.id).collect();
    found.sort_unstable();
    assert_eq!(found, secret);
    let server = Server::converting().await;
    let body =
        r#"{"tool":"csv-to-json","files":[{"originalName":"a.csv","mimeType":"text/csv","sizeBytes":9}]}"#;
    let made = server.send("POST", "/v1/conversion/prepare-upload", Some(body)).await;
    let job = made.json()["data"]["id"].as_str().expect("a job").to_owned();
    let read = get(&server, &format!("/v1/conversion/jobs/{job}"), &[]).await;
    for answer in [made, read] {
        assert_eq!((answer.header("etag"), answer.header("cache-control")), ("", "no-store"), "{answer:?}");
    }
}

#[tokio::test]
async fn long_answers_are_compressed_for_who_takes_it_and_secrets_never() {
    let server = Server::converting().await;
    let document = r#"{"query":"{ conversionTools { id description optionsSchema } }"}"#;
    for (accepted, coding) in [
        ("gzip", "gzip"),
        ("br", "br"),
        ("gzip, deflate, br, zstd", "zstd"),
        ("zstd;q=0, br;q=0.5, gzip", "gzip"),
    ] {
        for path in ["/v1/conversion/tools", "/openapi.json", "/schema.graphql", "/docs/behaviour"] {
            let answer = get(&server, path, &[("accept-encoding", accepted)]).await;
            assert_eq!(answer.header("content-encoding"), coding, "{path}");
            assert!(answer.header("vary").contains("accept-encoding"), "{path}");
            assert!(!answer.headers.contains_key("content-length"), "{path}");
        }
        let key = format!("Bearer {}", server.key);
        let headers = [
            ("authorization", key.as_str()),
            ("content-type", "application/json"),
            ("accept-encoding", accepted),
        ];
        let answer = server.send_with("POST", "/graphql", &headers, document.as_bytes()).await;
        assert_eq!(answer.header("content-encoding"), coding, "{answer:?}");
    }
    for refused in
        ["", "identity", "gzip;q=0", "deflate", "*;q=0", "identity;q=0", "identity;q=0, *;q=0, br;q=0"]
    {
        let answer = get(&server, "/v1/conversion/tools", &[("accept-encoding", refused)]).await;
        assert_eq!((answer.status.as_u16(), answer.header("content-encoding")), (200, ""), "{refused}");
    }
    let short = get(&server, "/v1/account", &[("accept-encoding", "gzip")]).await;
    assert_eq!(short.header("content-encoding"), "", "{short:?}");
}

#[tokio::test]
async fn what_holds_a_signed_address_is_never_compressed() {
    let server = Server::converting().await;
    let files: Vec<_> = (0..10)
        .map(|number| {
            format!(r#"{{"originalName":"{number}.pdf","mimeType":"application/pdf","sizeBytes":9}}"#)
        })
        .collect();
    let body = format!(r#"{{"tool":"pdf-merge","files":[{}]}}"#, files.join(","));
    let key = format!("Bearer {}", server.key);
    let headers = [
        ("authorization", key.as_str()),
        ("content-type", "application/json"),
        ("idempotency-key", "a-long-answer"),
        ("accept-encoding", "gzip"),
    ];
    let made = server.send_with("POST", "/v1/conversion/prepare-upload", &headers, body.as_bytes()).await;
    assert_eq!(made.status, StatusCode::CREATED, "{made:?}");
    let id = made.json()["data"]["id"].as_str().expect("a job").to_owned();
    let read = get(&server, &format!("/v1/conversion/jobs/{id}"), &[("accept-encoding", "gzip")]).await;
    let document =
        format!(r#"{{"query":"{{ conversionJob(jobId: \"{id}\") {{ files {{ upload {{ url }} }} }} }}"}}"#);
    let asked = server.send_with("POST", "/graphql", &headers, document.as_bytes()).await;
    for answer in [made, read, asked] {
        assert!(answer.text.len() > 1024 && answer.text.contains("signature="), "{answer:?}");
        assert_eq!(answer.header("content-encoding"), "");
    }
}

/// A page of a listed origin may read the answer, and the headers that it needs.
async fn may_be_read(server: &Server, path: &str, status: u16) {
    let answer = get(server, path, &[("origin", DASH)]).await;
    assert_eq!(answer.status.as_u16(), status, "{path}");
    assert_eq!(answer.header("access-control-allow-origin"), DASH, "{path}");
    let exposed = answer.header("access-control-expose-headers").to_ascii_lowercase();
    for name in [
        "x-request-id",
        "retry-after",
        "link",
        "location",
        "etag",
        "idempotent-replayed",
        "x-ratelimit-limit",
        "x-ratelimit-remaining",
    ] {
        assert!(exposed.split(',').any(|one| one.trim() == name), "{name} in {exposed}");
    }
}

#[tokio::test]
async fn a_listed_page_may_read_every_answer() {
    let server = Server::start().await;
    let page = under(&server, listed());
    let late = under(&server, Options { timeout: Duration::ZERO, ..listed() });
    let full = under(&server, Options { concurrency: 0, ..listed() });
    let long = "x".repeat(20_000);
    for (server, path, status) in [
        (&page, "/v1/account", 200),
        (&page, "/v1/planets", 404),
        (&page, "/v1/vps", 410),
        (&page, "/graphql", 400),
        (&full, "/v1/account", 503),
        (&full, "/graphql", 503),
    ] {
        may_be_read(server, path, status).await;
    }
    // While another write holds the database, what is asked cannot be written down, and comes too late.
    let ((release, released), (tell, told)) = (oneshot::channel::<()>(), oneshot::channel());
    let database = server.platform.database().clone();
    let holding = tokio::spawn(async move {
        let write = async {
            let _ = tell.send(());
            let _ = released.await;
            Ok(())
        };
        database.write(move |_| Box::pin(write)).await
    });
    told.await.expect("it is held");
    may_be_read(&late, "/v1/account", 503).await;
    drop(release);
    holding.await.expect("no panic").expect("an empty write");
    let refused = get(&page, "/v1/account", &[("origin", DASH), ("x-long", &long)]).await;
    assert_eq!((refused.status.as_u16(), refused.header("access-control-allow-origin")), (400, DASH));
    for path in ["/api/domain-search?domain=a.com", "/openapi.json", "/.well-known/oauth-protected-resource"]
    {
        let answer = get(&page, path, &[("origin", "https://elsewhere.example")]).await;
        assert_eq!(answer.header("access-control-allow-origin"), "*", "{path}");
    }
}

#[tokio::test]
async fn a_browser_is_told_for_an_hour_what_a_page_may_and_why_it_may_not() {
    let server = Server::start().await;
    let page = under(&server, listed());
    let asks = |origin| [("origin", origin), ("access-control-request-method", "PUT")];
    for path in ["/v1/account", "/v1/planets", "/graphql"] {
        let told = page.send_with("OPTIONS", path, &asks(DASH), b"").await;
        assert_eq!(told.header("access-control-allow-origin"), DASH, "{path}");
        assert_eq!(told.header("access-control-max-age"), "3600", "{path}");
        assert!(told.header("access-control-allow-headers").contains("idempotency-key"), "{path}");
    }
    for (server, origin) in [(&server, DASH), (&page, "https://evil.example.com")] {
        for path in ["/v1/account", "/graphql"] {
            let refused = server.send_with("OPTIONS", path, &asks(origin), b"").await;
            assert_eq!((refused.status.as_u16(), refused.code().as_str()), (405, "method_not_allowed"));
            assert_eq!(refused.header("access-control-allow-origin"), "", "{path}");
            assert!(
                refused.text.contains("--allowed-origin") && refused.text.contains(origin),
                "{refused:?}"
            );
        }
    }
    let other = server.send_with("OPTIONS", "/v1/account", &[], b"").await;
    assert!(!other.text.contains("--allowed-origin"), "{other:?}");
}

#[tokio::test]
async fn a_request_names_its_host_once() {
    let server = Server::start().await;
    let key = format!("Bearer {}", server.key);
    for hosts in [
        &["a.example", "a.example"][..],
        &["a.example", "b.example"],
        &["a.example, b.example"],
        &["exa mple"],
        &["user@a.example"],
    ] {
        let mut headers: Vec<_> = hosts.iter().map(|host| ("host", *host)).collect();
        headers.push(("authorization", &key));
        let answer = server.send_with("GET", "/v1/account", &headers, b"").await;
        assert_eq!((answer.status.as_u16(), answer.code().as_str()), (400, "invalid_request"), "{hosts:?}");
        assert_eq!(answer.json()["error"]["details"][0]["rule"], "host");
    }
    for host in ["a.example", "a.example:8080", "[2001:db8::1]:8080", "127.0.0.1"] {
        let answer = get(&server, "/v1/account", &[("host", host)]).await;
        assert_eq!(answer.status.as_u16(), 200, "{host}");
    }
    let usage = get(&server, "/v1/account/api-usage", &[]).await.json();
    assert_eq!(usage["data"]["summary"]["rejected"], 5, "refused requests are written down: {usage}");
}

#[tokio::test]
async fn a_path_that_is_no_text_is_refused_in_the_usual_form() {
    let server = Server::start().await;
    for (method, status, code) in [("GET", 403, "url_invalid"), ("PUT", 403, "url_invalid")] {
        let answer = server.send_with(method, "/files/%FF/x", &[], b"").await;
        assert_eq!((answer.status.as_u16(), answer.code().as_str()), (status, code), "{method}");
    }
    for method in ["GET", "HEAD"] {
        let answer = server.send_with(method, "/sandbox/panel/%FF", &[], b"").await;
        assert_eq!(answer.status.as_u16(), 410, "{method}: {answer:?}");
        assert_eq!(answer.header("content-type"), "text/html; charset=utf-8");
    }
}

#[tokio::test]
async fn the_address_without_a_path_leads_on() {
    let server = Server::start().await;
    let browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
    let page = server.send_with("GET", "/", &[("accept", browser)], b"").await;
    assert_eq!((page.status.as_u16(), page.header("content-type")), (200, "text/html; charset=utf-8"));
    let links = server.send_with("GET", "/", &[("accept", "*/*")], b"").await;
    assert_eq!((links.status.as_u16(), links.header("content-type")), (200, "application/json"));
    assert!(page.header("vary").contains("accept") && links.header("vary").contains("accept"));
    for name in ["docs", "graphql", "convert", "behaviour", "operators", "openapi", "health"] {
        let links = links.json();
        let path = links[name].as_str().expect("a path");
        assert!(page.text.contains(&format!("href=\"{path}\"")), "{path}");
        let there = server.send_with("GET", path, &[("accept", "text/html, */*;q=0.5")], b"").await;
        assert_eq!(there.status.as_u16(), 200, "{path}");
    }
    for path in page.text.split(['"']).filter(|text| text.starts_with("/docs/")) {
        assert_eq!(server.send_with("GET", path, &[], b"").await.status.as_u16(), 200, "{path}");
    }
    assert!(!page.text.contains("://") && !page.text.contains("<script") && !page.text.contains("<style"));
}

/// What a server of its own answers to these bytes.
async fn raw(router: axum::Router, sent: &str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let (_end, ended) = watch::channel(false);
    tokio::spawn(serve::serve(listener, router, Slowness::default(), ended));
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    stream.write_all(sent.as_bytes()).await.expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("an answer");
    answer
}

#[tokio::test]
async fn a_request_without_a_host_is_refused_unless_it_is_of_1_0() {
    let server = Server::start().await;
    for (head, status) in [
        ("GET /livez HTTP/1.1", "400"),
        ("GET /livez HTTP/1.1\r\nhost: a.example", "200"),
        ("GET /livez HTTP/1.1\r\nhost: a.example\r\nHost: a.example", "400"),
        ("GET http://a.example/livez HTTP/1.1", "400"),
        ("GET /livez HTTP/1.0", "200"),
    ] {
        let answer = raw(server.router.clone(), &format!("{head}\r\nconnection: close\r\n\r\n")).await;
        assert_eq!(answer.split(' ').nth(1), Some(status), "{head}: {answer}");
        assert!(answer.contains("x-request-id: "), "{answer}");
        assert_eq!(answer.contains("\"rule\":\"host\""), status == "400", "{answer}");
    }
}

#[tokio::test]
async fn what_is_not_sent_again_has_no_length() {
    let server = Server::start().await;
    let request = "GET /docs HTTP/1.1\r\nhost: a.example\r\nif-none-match: *\r\nconnection: close\r\n\r\n";
    let answer = raw(server.router.clone(), request).await.to_lowercase();
    assert!(answer.starts_with("http/1.1 304"), "{answer}");
    assert!(!answer.contains("content-length") && answer.ends_with("\r\n\r\n"), "{answer}");
}

#[tokio::test]
async fn where_nothing_holds_conversions_in_all_else_is_served() {
    let converter = Arc::new(NoConverter::unsealed("the kernel knows no Landlock".to_owned()));
    let server = Server::start_with(&Options::default().base_url, local, converter).await;
    let health = server.send("GET", "/health", None).await;
    assert_eq!((health.status, &health.json()["status"]), (StatusCode::OK, &"degraded".into()));
    assert_eq!(health.json()["checks"]["converter"]["status"], "unavailable");
    assert_eq!(health.json()["seal"]["refused"], "the kernel knows no Landlock");
    assert_eq!(server.send("GET", "/readyz", None).await.status, StatusCode::OK);
    assert_eq!(server.send("GET", "/v1/conversion/tools", None).await.json()["data"], json!([]));
    let order = r#"{"tool": "csv-to-json", "files": [{"originalName": "a.csv", "mimeType": "text/csv", "sizeBytes": 7}]}"#;
    let refused = server.send("POST", "/v1/conversion/prepare-upload", Some(order)).await;
    assert_eq!((refused.status.as_u16(), refused.code().as_str()), (503, "overloaded"));
    assert_eq!(refused.header("retry-after"), "1");
}
