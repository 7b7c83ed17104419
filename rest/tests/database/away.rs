//! While the server of the database is away, requests are refused at once, and served again as soon as it is there.
use crate::{
    fresh::{fresh, server},
    proxy::Proxy,
};
use hosting_core::database::Bounds;
use std::time::Duration;

/// What is asked while it is away: together they would wait for a very long time.
const ASKED: usize = 200;

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_away_holds_up_nobody() {
    let Some((url, name)) = fresh().await else { return };
    let (user, host) = url.trim_start_matches("postgres://").split_once('@').unwrap();
    let proxy = Proxy::to(host.to_owned()).await;
    let address = proxy.address;
    let server = server(format!("postgres://{user}@{address}/{name}"), Bounds::default()).await;
    assert_eq!(server.send("GET", "/v1/account", None).await.status, 200);

    proxy.close().await;
    until(async || server.platform.database().ping().await.is_err()).await;
    // One after the other: whoever waited for a connection each time would not be done within the hour.
    let asked = async {
        for _ in 0..ASKED {
            let refused = server.send("GET", "/v1/account", None).await;
            assert_eq!((refused.status.as_u16(), refused.code().as_str()), (503, "overloaded"));
        }
    };
    tokio::time::timeout(Duration::from_mins(10), asked).await.expect("nobody waits");
    assert_eq!(server.send("GET", "/readyz", None).await.status, 503);
    assert_eq!(server.send("GET", "/livez", None).await.status, 200);

    let _proxy = Proxy::at(address, host.to_owned()).await;
    until(async || server.send("GET", "/v1/account", None).await.status == 200).await;
}

/// Waits, for a bounded time, until it is so.
async fn until(so: impl AsyncFn() -> bool) {
    let waiting = async {
        while !so().await {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(Duration::from_mins(2), waiting).await.expect("it comes to be so");
}
