//! What happens to limits when Redis is slow or gone.

use std::sync::Arc;
use std::time::Duration;

use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

use super::super::{Key, Limits, RedisLimits, Time, Verdict};
use super::{SEARCH, at, credential, redis_url};

/// Who waits this long waits for the server, which in these tests never answers.
const FOR_EVER: Duration = Duration::from_secs(20);

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_not_there_costs_nothing() {
    let port = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap().port();
    the_process_counts_for_itself(&redis(&format!("redis://127.0.0.1:{port}"), Time::Server)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_hangs_holds_up_nobody() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    the_process_counts_for_itself(&redis(&format!("redis://127.0.0.1:{port}"), Time::Server)).await;
}

async fn the_process_counts_for_itself(limits: &Limits) {
    let key = credential();
    for hit in 0..20_u32 {
        let verdict = checked(limits, key).await;
        assert_eq!((verdict.allowed, verdict.remaining), (true, 19 - hit));
    }
    assert_eq!(limits.check(key, SEARCH, at(1)).await.retry_after, 60);
    assert!(!timeout(FOR_EVER, limits.ping()).await.expect("a ping that ends"));
}

#[test]
fn a_malformed_url_is_an_error() {
    for url in ["", "nonsense", "http://localhost", "redis://"] {
        assert!(RedisLimits::new(url, Time::Server).is_err(), "{url}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn no_span_sees_more_when_redis_goes_and_returns() {
    let Some(url) = redis_url() else { return };
    for trouble in [Line::Cut, Line::Hanging] {
        let mut relay = Relay::to(&url).await;
        let limits = redis(&relay.url, Time::Caller);
        let key = credential();
        served(&limits, key, 8).await;
        assert!(limits.ping().await);

        relay.turn(trouble).await;
        served(&limits, key, 6).await;
        assert!(!limits.ping().await);

        relay.turn(Line::Open).await;
        sleep(Duration::from_millis(1100)).await;
        served(&limits, key, 6).await;
        assert!(limits.ping().await);
        assert!(!checked(&limits, key).await.allowed);
        // Redis counts again: what this process lets through now, another one sees.
        let fresh = credential();
        served(&limits, fresh, 5).await;
        assert_eq!(checked(&redis(&url, Time::Caller), fresh).await.remaining, 14, "{trouble:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_connection_closed_meanwhile_is_no_outage() {
    let Some(url) = redis_url() else { return };
    let mut relay = Relay::to(&url).await;
    let limits = redis(&relay.url, Time::Caller);
    let key = credential();
    served(&limits, key, 3).await;
    relay.turn(Line::Cut).await;
    relay.turn(Line::Open).await;
    served(&limits, key, 3).await;
    assert_eq!(checked(&redis(&url, Time::Caller), key).await.remaining, 13);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_crowd_in_an_outage_gets_no_more() {
    let Some(url) = redis_url() else { return };
    let mut relay = Relay::to(&url).await;
    let limits = Arc::new(redis(&relay.url, Time::Caller));
    let key = credential();
    served(&limits, key, 1).await;
    let crowd: Vec<_> = (0..200)
        .map(|_| {
            let limits = Arc::clone(&limits);
            tokio::spawn(async move { checked(&limits, key).await.allowed })
        })
        .collect();
    relay.turn(Line::Hanging).await;
    let mut allowed = 1;
    for check in crowd {
        allowed += u32::from(check.await.unwrap());
    }
    assert_eq!(allowed, 20);
}

async fn served(limits: &Limits, key: Key, times: u32) {
    for _ in 0..times {
        assert!(checked(limits, key).await.allowed);
    }
}

async fn checked(limits: &Limits, key: Key) -> Verdict {
    timeout(FOR_EVER, limits.check(key, SEARCH, at(0))).await.expect("a check that ends")
}

fn redis(url: &str, time: Time) -> Limits {
    Limits::Redis(RedisLimits::new(url, time).unwrap())
}

/// The state of the line to the server.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Line {
    Open,
    /// Connections are closed, as by a server that was killed.
    Cut,
    /// Connections stay and nothing passes, as with a server that was stopped.
    Hanging,
}

/// Stands between the limits and a server, so that tests can take it away without ending it.
struct Relay {
    url: String,
    line: watch::Sender<Line>,
    listening: JoinHandle<()>,
}

impl Relay {
    async fn to(url: &str) -> Self {
        let server = authority(url).to_owned();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let own = listener.local_addr().unwrap().to_string();
        let (line, state) = watch::channel(Line::Open);
        let listening = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(relay(stream, server.clone(), state.clone()));
            }
        });
        Self { url: url.replacen(authority(url), &own, 1), line, listening }
    }

    async fn turn(&mut self, line: Line) {
        self.line.send_replace(line);
        sleep(Duration::from_millis(20)).await;
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        self.listening.abort();
    }
}

async fn relay(mut client: TcpStream, server: String, mut state: watch::Receiver<Line>) {
    while *state.borrow_and_update() == Line::Hanging {
        state.changed().await.ok();
    }
    if *state.borrow() == Line::Cut {
        return;
    }
    let mut server = TcpStream::connect(server).await.unwrap();
    loop {
        let now = *state.borrow_and_update();
        match now {
            Line::Cut => return,
            Line::Hanging => {}
            Line::Open => tokio::select! {
                _ = copy_bidirectional(&mut client, &mut server) => return,
                _ = state.changed() => continue,
            },
        }
        if state.changed().await.is_err() {
            return;
        }
    }
}

/// The host and port in a URL.
fn authority(url: &str) -> &str {
    let (_, rest) = url.split_once("://").unwrap();
    let host = rest.split('/').next().unwrap();
    host.rsplit('@').next().unwrap()
}
