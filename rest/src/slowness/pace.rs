//! How fast bytes go through, while the client is waited for.
use super::Slowness;
use std::{
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};
use tokio::time::{Instant, Sleep, sleep_until};

/// The pace of one body, or of what is written to one connection.
///
/// Only the time counts in which the client is waited for: what holds us up is not its fault.
#[derive(Debug)]
pub(crate) struct Pace {
    /// How long it may be waited for until `least` bytes have gone through.
    span: Duration,
    least: u64,
    /// Of that time and of these bytes, what is left.
    left: Duration,
    missing: u64,
    since: Option<Instant>,
    timer: Option<Pin<Box<Sleep>>>,
}

impl Pace {
    pub fn new(Slowness { rate, span, .. }: Slowness) -> Self {
        let least = u64::from(rate).saturating_mul(span.as_secs().max(1));
        Self { span, least, left: span, missing: least, since: None, timer: None }
    }

    /// Bytes went through.
    pub fn moved(&mut self, bytes: usize) {
        self.moved_at(bytes, Instant::now());
    }

    fn moved_at(&mut self, bytes: usize, now: Instant) {
        if let Some(since) = self.since.take() {
            self.left = self.left.saturating_sub(now.saturating_duration_since(since));
        }
        self.missing = self.missing.saturating_sub(u64::try_from(bytes).unwrap_or(u64::MAX));
        if self.missing == 0 {
            self.begin();
        }
    }

    /// All went through: nobody is waited for.
    pub fn caught_up(&mut self) {
        if self.missing != self.least || self.since.is_some() {
            self.begin();
        }
    }

    fn begin(&mut self) {
        (self.left, self.missing, self.since) = (self.span, self.least, None);
    }

    /// Until when the client is waited for, unless more goes through.
    fn end_at(&mut self, now: Instant) -> Instant {
        *self.since.get_or_insert(now) + self.left
    }

    /// Waits for the client; ready when it is too slow.
    pub fn poll_too_slow(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        let end = self.end_at(Instant::now());
        let timer = self.timer.get_or_insert_with(|| Box::pin(sleep_until(end)));
        if timer.deadline() != end {
            timer.as_mut().reset(end);
        }
        timer.as_mut().poll(cx)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A client that is waited for, and moves 10 bytes a second at least.
    struct Client {
        pace: Pace,
        now: Instant,
    }

    impl Client {
        fn new() -> Self {
            let slowness = Slowness { rate: 10, span: Duration::from_secs(30), ..Slowness::default() };
            Self { pace: Pace::new(slowness), now: Instant::now() }
        }

        /// Whether it is too slow by now, when it is waited for so many seconds and then moves so many bytes.
        fn moves(&mut self, seconds: u64, bytes: usize) -> bool {
            let end = self.pace.end_at(self.now);
            self.now += Duration::from_secs(seconds);
            self.pace.moved_at(bytes, self.now);
            end <= self.now
        }
    }

    #[test]
    fn who_moves_less_is_too_slow_however_often() {
        let mut client = Client::new();
        assert!((0..29).all(|_| !client.moves(1, 10)));
        assert!(client.moves(1, 0));
    }

    #[test]
    fn who_moves_as_much_is_not_however_seldom() {
        let mut client = Client::new();
        assert!((0..100).all(|_| !client.moves(29, 300)));
    }

    #[test]
    fn what_holds_us_up_does_not_count() {
        let mut client = Client::new();
        for _ in 0..100 {
            assert!(!client.moves(1, 20));
            client.now += Duration::from_secs(20);
        }
    }

    #[test]
    fn who_has_caught_up_begins_anew() {
        let mut client = Client::new();
        for _ in 0..100 {
            assert!(!client.moves(20, 1));
            client.pace.caught_up();
        }
    }
}
