//! While the server of the database restarts, requests are refused as what can be sent again.
use crate::{
    fresh::{fresh, server},
    support::Server,
};
use hosting_core::database::Bounds;
use sea_orm::ConnectionTrait;
use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

/// How often all its connections are ended.
const ENDS: usize = 20;

/// One who reads and changes until it is `over`; gives what was answered.
async fn asks(
    server: Arc<Server>,
    domain: uuid::Uuid,
    client: usize,
    over: Arc<AtomicBool>,
) -> Vec<(u16, String)> {
    let (mut answers, mut round) = (Vec::new(), 0);
    let token = format!("Bearer {}", server.key);
    while !over.load(Ordering::Relaxed) {
        round += 1;
        let read = server.send("GET", &format!("/v1/domains/{domain}"), None).await;
        let key = format!("client-{client}-{round}");
        let headers = [
            ("authorization", token.as_str()),
            ("idempotency-key", key.as_str()),
            ("content-type", "application/json"),
        ];
        let path = format!("/v1/domains/{domain}/auto-renew");
        let changed = server.send_with("PUT", &path, &headers, br#"{"enabled": true}"#).await;
        answers.extend([read, changed].map(|answer| (answer.status.as_u16(), answer.text)));
    }
    answers
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_restarts_makes_no_internal_errors() {
    let Some((url, name)) = fresh().await else { return };
    let server = Arc::new(server(format!("{url}/{name}"), Bounds::default()).await);
    let domain = server.own_domain("baobab.example").await;
    let over = Arc::new(AtomicBool::new(false));
    let clients: Vec<_> =
        (0..8).map(|n| tokio::spawn(asks(Arc::clone(&server), domain, n, Arc::clone(&over)))).collect();
    let admin = sea_orm::Database::connect(format!("{url}/postgres")).await.unwrap();
    let end = format!(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}' AND usename = current_user"
    );
    for _ in 0..ENDS {
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        admin.execute_unprepared(&end).await.unwrap();
    }
    over.store(true, Ordering::Relaxed);
    let mut refused = 0;
    for client in clients {
        for (status, text) in client.await.unwrap() {
            assert!(status == 200 || status == 503 && text.contains("overloaded"), "{status} {text}");
            refused += usize::from(status == 503);
        }
    }
    assert!(refused > 0, "some were asked just then");
    for _ in 0..3 {
        assert_eq!(server.send("GET", "/v1/account", None).await.status, 200);
    }
}
