//! A connection that falls silent ends what was asked over it, and nothing else.
use crate::{
    fresh::{fresh, server},
    proxy::{Proxy, Silence},
    support::{Answer, Server},
};
use hosting_core::database::Bounds;
use sea_orm::{ConnectionTrait, Statement};
use std::{sync::Arc, time::Duration};

/// Answers that nothing is known of are repeated so often, at most.
const TRIES: usize = 20;

/// Asks to add a record under one key.
async fn add(server: &Server, domain: uuid::Uuid) -> Answer {
    let body = r#"{"name": "www", "content": "192.0.2.1"}"#;
    server.send("POST", &format!("/v1/domains/{domain}/dns"), Some(body)).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_that_loses_the_answer_to_a_commit_stops_nobody() {
    falls_silent(Silence::AfterCommit).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_that_loses_a_commit_stops_nobody() {
    falls_silent(Silence::AtCommit).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_that_loses_entries_holds_up_no_others() {
    let Some((server, proxy)) = behind_proxy().await else { return };
    proxy.silence(Silence::AtEntries);
    let lost = tokio::spawn({
        let server = Arc::clone(&server);
        async move { server.send("GET", "/v1/account", None).await }
    });
    while !proxy.is_silent() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let read = server.send("GET", "/v1/account", None).await;
    assert_eq!(read.status, 200, "{read:?}");
    // What is not written down is not answered.
    let lost = lost.await.unwrap();
    assert_eq!((lost.status.as_u16(), lost.code().as_str()), (503, "overloaded"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_that_loses_the_answer_to_entries_takes_nothing_back() {
    let Some((server, proxy)) = behind_proxy().await else { return };
    let read = server.send("GET", "/v1/account", None).await;
    assert_eq!(read.status, 200, "{read:?}");
    proxy.silence(Silence::AfterEntries);
    let lost = server.send("GET", "/v1/account", None).await;
    assert!(proxy.is_silent());
    // They stand: looked for over another line, they are found.
    assert_eq!(lost.status, 200, "{lost:?}");
    let succeeded = "SELECT count(*) AS count FROM usage_entry WHERE status = 'succeeded'";
    assert_eq!(count(&server, succeeded).await, 2);
}

/// A server whose database is reached by lines that can fall silent.
async fn behind_proxy() -> Option<(Arc<Server>, Proxy)> {
    let (url, name) = fresh().await?;
    let (user, host) = url.trim_start_matches("postgres://").split_once('@').unwrap();
    let proxy = Proxy::to(host.to_owned()).await;
    let bounds = Bounds { connections: 6, patience: Duration::from_secs(2) };
    let server = server(format!("postgres://{user}@{}/{name}", proxy.address), bounds).await;
    Some((Arc::new(server), proxy))
}

async fn falls_silent(silence: Silence) {
    let Some((server, proxy)) = behind_proxy().await else { return };
    let domain = server.own_domain("baobab.example").await;

    // The first use of a credential is noted by itself.
    server.send("GET", "/v1/account", None).await;
    while count(&server, "SELECT count(*) AS count FROM credential WHERE last_used_at IS NOT NULL").await == 0
    {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }

    proxy.silence(silence);
    let lost = tokio::spawn({
        let server = Arc::clone(&server);
        async move { add(&server, domain).await }
    });
    while !proxy.is_silent() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    // More than there are connections: what is lost is replaced.
    for _ in 0..20 {
        let read = server.send("GET", "/v1/account", None).await;
        assert_eq!(read.status, 200, "{read:?}");
    }
    assert_eq!(server.send("GET", "/health", None).await.status, 200);

    let lost = lost.await.unwrap();
    let committed = silence == Silence::AfterCommit;
    match committed {
        // Looked for over another line, it is found: what this request did, and no earlier one.
        true => assert_eq!((lost.status.as_u16(), lost.header("idempotent-replayed")), (202, ""), "{lost:?}"),
        false => assert_eq!((lost.status.as_u16(), lost.code().as_str()), (503, "overloaded")),
    }
    let mut again = add(&server, domain).await;
    for _ in 0..TRIES {
        if again.status == 202 {
            break;
        }
        assert!([409, 503].contains(&again.status.as_u16()), "{again:?}");
        tokio::time::sleep(Duration::from_millis(200)).await;
        again = add(&server, domain).await;
    }
    assert_eq!(again.status, 202, "{again:?}");
    assert_eq!(again.header("idempotent-replayed") == "true", committed, "{again:?}");
    let records = count(&server, "SELECT count(*) AS count FROM dns_record").await;
    let done = "SELECT count(*) AS count FROM usage_entry
        WHERE operation_id = 'createDnsRecord' AND status = 'succeeded' AND kind = 'operation' AND http_status = 202";
    assert_eq!(records, 1);
    // The replay is an entry of its own.
    assert_eq!(count(&server, done).await, if committed { 2 } else { 1 });
}

async fn count(server: &Server, sql: &str) -> i64 {
    let db = server.platform.database().connection();
    let row = db.query_one_raw(Statement::from_string(db.get_database_backend(), sql)).await;
    row.unwrap().unwrap().try_get("", "count").unwrap()
}
