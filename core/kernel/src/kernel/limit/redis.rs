//! Limits counted by Redis, for all processes together.

use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use chrono::{DateTime, Utc};
use redis::aio::MultiplexedConnection;
use redis::{ErrorKind, RedisError, RedisResult, Script};
use tokio::time::{Instant, timeout};

use super::connection::Connection;
use super::{Key, MemoryLimits, Verdict, Window};

/// The most a request waits for Redis: shorter, and a busy moment would let each process count for itself.
const PATIENCE: Duration = Duration::from_millis(500);
/// How long Redis is left alone after a failure: were each request to try, each would wait.
const PAUSE: Duration = Duration::from_secs(1);

static SCRIPT: LazyLock<Script> = LazyLock::new(|| Script::new(include_str!("window.lua")));

/// Whose time the shared windows follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Time {
    /// The Redis server's, so that processes whose clocks differ share one window.
    Server,
    /// The caller's, for tests that move it.
    Caller,
}

/// Windows shared by all processes that use the same Redis (5 or newer), one script per check.
///
/// Each request is first counted in this process's own window, and taken back when Redis refuses it. The
/// own window thus holds every request this process let through, whoever counted it. Where it is full
/// the shared one is too, and Redis need not be asked. When Redis is slow or gone its verdict is ready
/// and stands, and no span sees more than the limit from one process, also while Redis goes and
/// returns. All processes together can reach the limit once each in that time.
#[derive(Debug)]
pub struct RedisLimits {
    connection: Connection,
    own: MemoryLimits,
    time: Time,
    patience: Duration,
    /// While Redis is out: when it is tried again.
    out_until: Mutex<Option<Instant>>,
}

/// What a request is to Redis at this moment.
#[derive(PartialEq)]
enum Turn {
    /// Redis works.
    Normal,
    /// Redis was out: this request finds out whether it still is.
    Probe,
}

impl RedisLimits {
    /// Limits counted by the Redis at this URL. It need not be there yet; a malformed URL is an error.
    pub fn new(url: &str, time: Time) -> RedisResult<Self> {
        Ok(Self {
            connection: Connection::new(url)?,
            own: MemoryLimits::default(),
            time,
            patience: PATIENCE,
            out_until: Mutex::default(),
        })
    }

    /// Waits longer: on a busy machine a test of counting is not one of time.
    #[cfg(test)]
    pub(super) fn patient(mut self) -> Self {
        self.patience = Duration::from_secs(5);
        self
    }

    /// Counts a request made at `now`, and tells whether it is served, within half a second.
    pub async fn check(&self, key: Key, window: Window, now: DateTime<Utc>) -> Verdict {
        let own = self.own.check(key, window, now);
        if !own.allowed {
            return own;
        }
        let Some(turn) = self.turn() else { return own };
        let began = Instant::now();
        let mut shared = self.in_time(self.ask(key, window, now)).await;
        if shared.is_err() && began.elapsed() > 4 * self.patience {
            // This process stood still meanwhile: that tells nothing of Redis.
            shared = self.in_time(self.ask(key, window, now)).await;
        }
        match shared {
            Ok(shared) => {
                self.answered(&turn);
                if !shared.allowed {
                    self.own.take_back(key, now);
                }
                shared
            }
            Err(error) => {
                self.failed(&error);
                own
            }
        }
    }

    /// Tells whether a request at `now` would be served, as far as this process counted.
    pub fn look(&self, key: Key, window: Window, now: DateTime<Utc>) -> Verdict {
        self.own.look(key, window, now)
    }

    /// Whether Redis answers within half a second.
    pub async fn ping(&self) -> bool {
        let answer =
            self.in_time(async { redis::cmd("PING").exec_async(&mut self.connection.get().await?).await });
        let answer = answer.await;
        if answer.is_err() {
            self.connection.discard();
        }
        answer.is_ok()
    }

    /// Forgets callers whose last request has left this process's own window; Redis forgets by itself.
    pub fn sweep(&self, now: DateTime<Utc>) {
        self.own.sweep(now);
    }

    async fn ask(&self, key: Key, window: Window, now: DateTime<Utc>) -> RedisResult<Verdict> {
        if let Some(kept) = self.connection.find() {
            match self.run(kept, key, window, now).await {
                // The server closed it since (it was restarted, or closes idle ones): no outage yet.
                Err(error) if error.is_unrecoverable_error() => self.connection.discard(),
                answer => return answer,
            }
        }
        self.run(self.connection.get().await?, key, window, now).await
    }

    async fn run(
        &self,
        mut connection: MultiplexedConnection,
        key: Key,
        window: Window,
        now: DateTime<Utc>,
    ) -> RedisResult<Verdict> {
        let span = u64::try_from(window.span.as_micros()).unwrap_or(u64::MAX);
        let mut check = SCRIPT.key(name(key));
        check.arg(window.limit).arg(span);
        if self.time == Time::Caller {
            check.arg(now.timestamp_micros());
        }
        let (allowed, remaining, wait): (bool, u32, u64) = check.invoke_async(&mut connection).await?;
        Ok(match allowed {
            true => Verdict::allowed(window.limit, remaining),
            false => Verdict::refused(window.limit, Duration::from_micros(wait)),
        })
    }

    /// Whether this request may ask Redis; during an outage one a second may.
    fn turn(&self) -> Option<Turn> {
        let mut out_until = self.out_until();
        let Some(until) = *out_until else { return Some(Turn::Normal) };
        let now = Instant::now();
        if now < until {
            return None;
        }
        *out_until = Some(now + PAUSE);
        Some(Turn::Probe)
    }

    /// Only a probe ends an outage: an answer to a request from before it proves nothing.
    fn answered(&self, turn: &Turn) {
        if *turn == Turn::Probe && self.out_until().take().is_some() {
            tracing::info!("Redis answers again: limits are shared by all processes");
        }
    }

    fn failed(&self, error: &RedisError) {
        self.connection.discard();
        let mut out_until = self.out_until();
        if out_until.is_none() {
            *out_until = Some(Instant::now() + PAUSE);
            tracing::warn!(%error, "Redis does not answer: this process counts limits for itself");
        }
    }

    /// An answer that takes too long is none.
    async fn in_time<T>(&self, answer: impl Future<Output = RedisResult<T>>) -> RedisResult<T> {
        timeout(self.patience, answer)
            .await
            .unwrap_or_else(|_| Err(RedisError::from((ErrorKind::Io, "no answer in time"))))
    }

    fn out_until(&self) -> MutexGuard<'_, Option<Instant>> {
        self.out_until.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn name(key: Key) -> String {
    match key {
        Key::Client(address) => format!("hosting:limit:client:{address}"),
        Key::Credential(id) => format!("hosting:limit:credential:{id}"),
        Key::Stranger(address) => format!("hosting:limit:stranger:{address}"),
        Key::Guesser(address) => format!("hosting:limit:guesser:{address}"),
    }
}
