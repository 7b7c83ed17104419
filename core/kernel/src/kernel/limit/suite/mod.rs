//! What every driver promises, run against each.

mod outage;

use std::collections::VecDeque;
use std::env;
use std::hash::{BuildHasher, RandomState};
use std::net::{IpAddr, Ipv6Addr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use super::{Key, Limits, MemoryLimits, RedisLimits, Time, Verdict, Window};

const SEARCH: Window = Window { limit: 20, span: Duration::from_mins(1) };

/// Processes that take turns: with one, its own window answers most; with many, the shared one does.
struct Processes(Vec<Arc<Limits>>, AtomicUsize);

impl Processes {
    fn of(limits: impl IntoIterator<Item = Limits>) -> Self {
        Self(limits.into_iter().map(Arc::new).collect(), AtomicUsize::default())
    }

    fn next(&self) -> &Arc<Limits> {
        &self.0[self.1.fetch_add(1, Ordering::Relaxed) % self.0.len()]
    }

    async fn check(&self, key: Key, window: Window, now: DateTime<Utc>) -> Verdict {
        self.next().check(key, window, now).await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn in_this_process() {
    let limits = Processes::of([Limits::Memory(MemoryLimits::default())]);
    suite(&limits).await;
    the_clock_may_step_back(&limits).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn in_redis_by_one_process() {
    let Some(url) = redis_url() else { return };
    suite(&Processes::of([redis(&url, Time::Caller)])).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn in_redis_by_many_processes() {
    let Some(url) = redis_url() else { return };
    let limits = Processes::of((0..32).map(|_| redis(&url, Time::Caller)));
    suite(&limits).await;
    the_clock_may_step_back(&limits).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn processes_share_a_window_in_redis() {
    let Some(url) = redis_url() else { return };
    // With the server's time, and clocks of their own that are an hour apart.
    let (one, other) = (redis(&url, Time::Server), redis(&url, Time::Server));
    let key = credential();
    for round in 0..10_u32 {
        let verdict = one.check(key, SEARCH, at(0)).await;
        assert_eq!((verdict.allowed, verdict.remaining), (true, 19 - 2 * round));
        let verdict = other.check(key, SEARCH, at(3_600_000)).await;
        assert_eq!((verdict.allowed, verdict.remaining), (true, 18 - 2 * round));
    }
    for limits in [&one, &other] {
        let verdict = limits.check(key, SEARCH, at(1_800_000)).await;
        assert!(!verdict.allowed && (59..=60).contains(&verdict.retry_after), "{verdict:?}");
    }

    let brief = Window { limit: 3, span: Duration::from_millis(300) };
    let key = credential();
    for time in 0..3 {
        assert!(one.check(key, brief, at(time)).await.allowed);
    }
    assert!(!other.check(key, brief, at(3)).await.allowed);
    tokio::time::sleep(brief.span).await;
    assert!(other.check(key, brief, at(303)).await.allowed);
}

async fn suite(limits: &Processes) {
    twenty_are_served(limits).await;
    the_window_rolls(limits).await;
    it_is_exact(limits).await;
    callers_do_not_share(limits).await;
    a_crowd_gets_no_more(limits).await;
    a_limit_can_change(limits).await;
    a_large_limit_is_kept(limits).await;
    assert!(limits.next().ping().await);
}

async fn twenty_are_served(limits: &Processes) {
    let key = client();
    for hit in 0..20_u32 {
        let served = Verdict { allowed: true, limit: 20, remaining: 19 - hit, retry_after: 0 };
        assert_eq!(limits.check(key, SEARCH, at(i64::from(hit) * 1000)).await, served);
    }
    for (time, retry_after) in [(19_000, 41), (19_001, 41), (20_000, 40), (59_000, 1), (59_999, 1)] {
        let refused = Verdict { allowed: false, limit: 20, remaining: 0, retry_after };
        assert_eq!(limits.check(key, SEARCH, at(time)).await, refused, "at {time}");
    }
    let verdict = limits.check(key, SEARCH, at(60_000)).await;
    assert_eq!((verdict.allowed, verdict.remaining), (true, 0));
    assert_eq!(limits.check(key, SEARCH, at(60_000)).await.retry_after, 1);
    // Long after, all is forgotten: 60 days are more milliseconds than 32 bits hold.
    assert_eq!(limits.check(key, SEARCH, at(60 * 86_400_000)).await.remaining, 19);
}

async fn the_window_rolls(limits: &Processes) {
    // A fixed window would serve 20 more at its turn, a bucket one more after three seconds.
    let key = client();
    for _ in 0..20 {
        assert!(limits.check(key, SEARCH, at(59_000)).await.allowed);
    }
    for time in [60_000, 62_000, 90_000, 118_999] {
        assert!(!limits.check(key, SEARCH, at(time)).await.allowed);
    }
    assert_eq!(limits.check(key, SEARCH, at(119_000)).await.remaining, 19);
    // Between milliseconds it may be later by one, never earlier.
    let (key, nanosecond) = (client(), TimeDelta::nanoseconds(1));
    let once = Window { limit: 1, span: SEARCH.span };
    assert!(limits.check(key, once, at(0) + TimeDelta::microseconds(900)).await.allowed);
    assert!(!limits.check(key, once, at(60_000) + TimeDelta::microseconds(900) - nanosecond).await.allowed);
    assert!(limits.check(key, once, at(60_001)).await.allowed);
}

async fn it_is_exact(limits: &Processes) {
    for limit in [1, 2, 7, 20] {
        let (key, mut model, mut time) = (client(), VecDeque::<u64>::new(), 0);
        let window = Window { limit, span: Duration::from_secs(6) };
        for _ in 0..1500 {
            // Bursts, pauses, and hits at the very end of a window.
            time += match random() % 10 {
                0..5 => 0,
                5..8 => random() % 500,
                8 => random() % 7000,
                _ => model.front().map_or(0, |&first| (first + 6000).saturating_sub(time)),
            };
            model.retain(|&hit| time - hit < 6000);
            let allowed = model.len() < limit as usize;
            let wait = if allowed { 0 } else { (model[0] + 6000 - time).div_ceil(1000) };
            if allowed {
                model.push_back(time);
            }
            let remaining = limit - u32::try_from(model.len()).unwrap();
            let expected = Verdict { allowed, limit, remaining, retry_after: u32::try_from(wait).unwrap() };
            assert_eq!(limits.check(key, window, at(time.cast_signed())).await, expected, "at {time}");
        }
    }
}

async fn callers_do_not_share(limits: &Processes) {
    let subscriber = u128::from(random()) << 64;
    let home = |host: u128| Key::client(IpAddr::V6(Ipv6Addr::from_bits(subscriber | host)));
    let neighbour = Key::client(IpAddr::V6(Ipv6Addr::from_bits(subscriber ^ (1 << 64))));
    for host in 0..20 {
        assert!(limits.check(home(host), SEARCH, at(0)).await.allowed);
    }
    assert!(!limits.check(home(u128::from(u64::MAX)), SEARCH, at(0)).await.allowed);
    for other in [neighbour, client(), credential(), Key::Credential(Uuid::from_u128(subscriber))] {
        assert_eq!(limits.check(other, SEARCH, at(0)).await.remaining, 19);
    }
}

async fn a_crowd_gets_no_more(limits: &Processes) {
    for key in [client(), credential()] {
        let crowd: Vec<_> = (0..200)
            .map(|_| {
                let limits = Arc::clone(limits.next());
                tokio::spawn(async move { limits.check(key, SEARCH, at(0)).await })
            })
            .collect();
        let mut served = 0;
        for check in crowd {
            served += u32::from(check.await.unwrap().allowed);
        }
        assert_eq!(served, 20);
    }
}

async fn a_limit_can_change(limits: &Processes) {
    let key = credential();
    let limit = |limit| Window { limit, span: SEARCH.span };
    for second in 0..10 {
        assert!(limits.check(key, limit(10), at(second * 1000)).await.allowed);
    }
    // Lowered to 4: the seventh hit has to leave, at 66 s. Raised: there is room at once.
    assert_eq!(limits.check(key, limit(4), at(10_000)).await.retry_after, 56);
    assert_eq!(limits.check(key, limit(12), at(10_000)).await.remaining, 1);
    assert!(!limits.check(key, limit(0), at(10_000)).await.allowed);
    assert_eq!(limits.check(credential(), limit(0), at(0)).await.retry_after, 60);
    assert!(limits.check(credential(), Window { limit: 1, span: Duration::ZERO }, at(0)).await.allowed);
}

async fn a_large_limit_is_kept(limits: &Processes) {
    let (key, large) = (credential(), Window { limit: 3000, span: SEARCH.span });
    for hit in 0..3000_u32 {
        assert_eq!(limits.check(key, large, at(i64::from(hit))).await.remaining, 2999 - hit);
    }
    assert_eq!(limits.check(key, large, at(3000)).await.retry_after, 57);
    assert_eq!(limits.check(key, large, at(61_234)).await.remaining, 1234);
}

async fn the_clock_may_step_back(limits: &Processes) {
    let (key, twice) = (client(), Window { limit: 2, span: SEARCH.span });
    assert!(limits.check(key, twice, at(0)).await.allowed);
    assert!(limits.check(key, twice, at(30_000)).await.allowed);
    // A little: waited out.
    assert_eq!(limits.check(key, twice, at(29_990)).await.retry_after, 31);
    assert_eq!(limits.check(key, twice, at(-10_000)).await.retry_after, 70);
    // A day: the hits keep their distances, and the caller waits a span at most.
    let yesterday = |time: i64| at(time - 86_400_000);
    assert_eq!(limits.check(key, twice, yesterday(30_000)).await.retry_after, 30);
    assert!(!limits.check(key, twice, yesterday(59_999)).await.allowed);
    assert!(limits.check(key, twice, yesterday(60_000)).await.allowed);
    assert!(!limits.check(key, twice, yesterday(89_999)).await.allowed);
    assert!(limits.check(key, twice, yesterday(90_000)).await.allowed);
}

#[test]
fn memory_is_bounded_and_comes_back() {
    let limits = MemoryLimits::with_room_for(6400);
    let regular = client();
    for hit in 0..100_000 {
        limits.check(client(), SEARCH, at(hit / 100));
        if hit % 10 == 0 {
            limits.check(regular, Window { limit: 100_000, ..SEARCH }, at(hit / 100));
        }
    }
    assert!(limits.callers() <= 6400);
    let verdict = limits.check(regular, Window { limit: 100_000, ..SEARCH }, at(1000));
    assert_eq!(verdict.remaining, 100_000 - 10_001, "who comes often is not the one to give way");

    for hit in 0..6400 {
        limits.check(regular, SEARCH, at(61_000 + hit));
    }
    assert!(limits.callers() > 1, "one caller sweeps one shard");
    for _ in 0..6400 {
        limits.check(client(), SEARCH, at(200_000));
    }
    limits.sweep(at(260_000));
    assert_eq!(limits.callers(), 0);
}

#[test]
fn what_is_taken_back_is_the_hit_itself() {
    let (limits, key) = (MemoryLimits::default(), client());
    for time in [0, 30_000, 40_000] {
        limits.check(key, SEARCH, at(time));
    }
    limits.take_back(key, at(30_000));
    assert_eq!(limits.check(key, SEARCH, at(60_000)).remaining, 18);
    limits.take_back(key, at(60_000));
    assert_eq!(limits.check(key, SEARCH, at(99_999)).remaining, 18);
    assert_eq!(limits.check(key, SEARCH, at(100_000)).remaining, 18);
    limits.take_back(client(), at(100_000));
}

fn redis(url: &str, time: Time) -> Limits {
    Limits::Redis(RedisLimits::new(url, time).unwrap().patient())
}

/// The server to test against; where services are required, a missing one is a failure.
fn redis_url() -> Option<String> {
    let url = env::var("REDIS_URL").ok().filter(|url| !url.is_empty());
    let required = env::var_os("TESTS_REQUIRE_SERVICES").is_some();
    assert!(url.is_some() || !required, "TESTS_REQUIRE_SERVICES is set and REDIS_URL is not");
    if url.is_none() {
        eprintln!("not run: REDIS_URL is not set");
    }
    url
}

/// Milliseconds after a moment that is nothing special.
fn at(milliseconds: i64) -> DateTime<Utc> {
    DateTime::from_timestamp_millis(1_800_000_000_000 + milliseconds).unwrap()
}

fn client() -> Key {
    Key::client(IpAddr::V6(Ipv6Addr::from_bits(u128::from(random()) << 64)))
}

fn credential() -> Key {
    Key::Credential(Uuid::from_u64_pair(random(), random()))
}

fn random() -> u64 {
    RandomState::new().hash_one(())
}
