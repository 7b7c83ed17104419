//! How often a request asks the server of the database: each time it waits for the way there and back.
use crate::{
    fresh::{fresh, server},
    proxy::Proxy,
    support::Server,
};
use hosting_core::database::Bounds;
use std::time::Duration;
use uuid::Uuid;

/// A change. Its transaction asks five times: it begins and claims the key where the account may change anything, reads,
/// changes, answers and writes the entry, and ends.
const CHANGE: usize = 5;

#[tokio::test(flavor = "multi_thread")]
async fn a_change_asks_the_server_no_more_often_than_it_must() {
    let Some((url, name)) = fresh().await else { return };
    let (user, host) = url.trim_start_matches("postgres://").split_once('@').unwrap();
    let proxy = Proxy::to(host.to_owned()).await;
    let address = proxy.address;
    let server = server(format!("postgres://{user}@{address}/{name}"), Bounds::default()).await;
    let domain = server.own_domain("baobab.example").await;
    let mut least = usize::MAX;
    // The first ones prepare their statements, and now and then something else asks as well.
    for round in 0..10 {
        let before = settled(&proxy).await;
        change(&server, domain, round).await;
        least = least.min(settled(&proxy).await - before);
    }
    assert_eq!(least, CHANGE);
}

async fn change(server: &Server, domain: Uuid, round: u32) {
    let (token, key) = (format!("Bearer {}", server.key), format!("change-{round:03}"));
    let headers =
        [("authorization", &*token), ("idempotency-key", &*key), ("content-type", "application/json")];
    let body = format!(r#"{{"enabled":{}}}"#, round.is_multiple_of(2));
    let path = format!("/v1/domains/{domain}/auto-renew");
    let changed = server.send_with("PUT", &path, &headers, body.as_bytes()).await;
    assert_eq!(changed.status, 200, "{changed:?}");
}

/// How often it was asked, once nothing more is.
async fn settled(proxy: &Proxy) -> usize {
    let mut trips = proxy.trips();
    loop {
        tokio::time::sleep(Duration::from_millis(100)).await;
        match proxy.trips() {
            same if same == trips => return trips,
            more => trips = more,
        }
    }
}
