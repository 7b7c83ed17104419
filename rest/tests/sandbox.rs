//! The pages of the sandbox panel: what a browser meets, and what is never written down.
mod support;

use std::{
    io,
    sync::{Arc, Mutex, PoisonError},
};
use support::{Answer, Server};
use tracing_subscriber::EnvFilter;

#[tokio::test]
async fn a_link_opens_once_and_its_token_is_nowhere() {
    let log = Log::default();
    let writer = log.clone();
    tracing_subscriber::fmt()
        .with_env_filter(EnvFilter::new("trace"))
        .with_writer(move || writer.clone())
        .init();
    let server = Server::start().await;
    let site = server.own_site("baobab-books.com").await;
    let (opened, path) = server.open_panel(site, "the-first-link").await;
    assert_eq!((opened.status.as_u16(), opened.header("location")), (303, "./"), "{opened:?}");
    let cookie = opened.header("set-cookie").split(';').next().expect("a cookie").to_owned();

    let page = server.send_with("GET", "/sandbox/panel/", &[("cookie", &cookie)], b"").await;
    assert_eq!(page.status.as_u16(), 200, "{page:?}");
    assert!(page.text.contains("baobab-books.com") && page.text.contains("Control panel"), "{page:?}");
    assert_private(&page);
    let again = server.send_with("GET", &path, &[], b"").await;
    assert_eq!(again.status.as_u16(), 410);
    assert_private(&again);

    let key = format!("Bearer {}", server.key);
    let wrong = server.send_with("POST", &path, &[("authorization", &key)], b"").await;
    assert_eq!((wrong.status.as_u16(), wrong.code().as_str()), (405, "method_not_allowed"));
    let usage = server.send("GET", "/v1/account/api-usage", None).await;

    let token = path.rsplit('/').next().expect("a token");
    let session = cookie.split('=').next_back().expect("a session");
    let file = std::fs::read(server.file()).expect("the database");
    let wal = std::fs::read(server.file().with_extension("db-wal")).unwrap_or_default();
    let written = [file, wal, log.0.lock().unwrap_or_else(PoisonError::into_inner).clone()].concat();
    let written = String::from_utf8_lossy(&written);
    assert!(written.contains("/sandbox/panel/{token}"), "requests are logged");
    for secret in [token, session] {
        assert_eq!(secret.len(), 64);
        assert!(!written.contains(secret) && !usage.text.contains(secret));
    }
}

#[tokio::test]
async fn of_many_who_open_a_link_at_once_one_is_let_in() {
    let server = Server::start().await;
    let site = server.own_site("baobab-books.com").await;
    let (_, path) = server.open_panel(site, "the-first-link").await;
    assert_eq!(server.send_with("HEAD", &path, &[], b"").await.status.as_u16(), 410, "it is used");
    for round in 0..5 {
        let key = format!("link-number-{round}");
        let (path, prefetch) = (fresh(&server, site, &key).await, [("sec-purpose", "prefetch;prerender")]);
        assert_eq!(server.send_with("GET", &path, &prefetch, b"").await.status.as_u16(), 204);
        let all = (0..20).map(|_| server.send_with("GET", &path, &[], b""));
        let all = futures_util::future::join_all(all).await;
        let let_in = all.iter().filter(|answer| answer.status.as_u16() == 303).count();
        assert_eq!(let_in, 1);
        assert!(all.iter().all(|answer| [303, 410].contains(&answer.status.as_u16())));
    }
}

/// The path of a link that nobody has opened.
async fn fresh(server: &Server, site: uuid::Uuid, key: &str) -> String {
    let token = format!("Bearer {}", server.key);
    let path = format!("/v1/hosting/services/{site}/panel-access");
    let headers =
        [("authorization", token.as_str()), ("idempotency-key", key), ("content-type", "application/json")];
    let made = server.send_with("POST", &path, &headers, br#"{"target":"filemanager"}"#).await;
    assert_eq!(made.json()["data"]["target"], "filemanager");
    let url = made.json()["data"]["url"].as_str().expect("a link").to_owned();
    url[url.find("/sandbox").expect("a link of the sandbox")..].to_owned()
}

fn assert_private(answer: &Answer) {
    assert_eq!(answer.header("cache-control"), "no-store");
    assert_eq!(answer.header("referrer-policy"), "no-referrer");
    assert!(answer.header("content-security-policy").contains("default-src 'none'"));
    assert!(!answer.text.contains("<script") && !answer.text.contains("style="), "{answer:?}");
}

/// What was logged.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl io::Write for Log {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(line);
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
