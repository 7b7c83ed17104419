//! One caller's sliding log: when its requests of the last span were allowed.

use std::collections::VecDeque;
use std::time::Duration;

use chrono::{DateTime, Utc};

use super::{Verdict, Window};

/// A log tells its hits apart by 32 bits of milliseconds; twice the span has to fit.
const LONGEST_SPAN: u32 = 1 << 30;

/// A moment in whole milliseconds, rounded both ways.
///
/// A hit is written down rounded up and looked at rounded down, so that rounding never lets one out of
/// its window early.
#[derive(Debug, Clone, Copy)]
pub(super) struct Moment {
    floor: i64,
    ceiling: i64,
}

impl From<DateTime<Utc>> for Moment {
    fn from(time: DateTime<Utc>) -> Self {
        let floor = time.timestamp_millis();
        let is_whole = time.timestamp_subsec_nanos().is_multiple_of(1_000_000);
        Self { floor, ceiling: floor + i64::from(!is_whole) }
    }
}

/// The allowed requests of one caller, oldest first.
#[derive(Debug, Default)]
pub(super) struct Log {
    /// The low 32 bits of each hit's milliseconds: half the memory of a full time. `last` has the rest.
    hits: VecDeque<u32>,
    /// The newest hit; meaningless in an empty log.
    last: i64,
    /// The span of the newest hit's window.
    span: u32,
}

impl Log {
    /// Counts a request, unless the window is full.
    pub fn check(&mut self, window: Window, now: Moment) -> Verdict {
        let seen = self.look(window, now);
        if !seen.allowed {
            return seen;
        }
        self.record(now, milliseconds(window.span), count(window.limit));
        Verdict::allowed(window.limit, window.limit - size(self.hits.len()))
    }

    /// Tells whether a request would be counted.
    pub fn look(&mut self, window: Window, now: Moment) -> Verdict {
        let span = milliseconds(window.span);
        self.follow_the_clock_back(now, span);
        self.drop_expired(now, span);
        let (held, limit) = (self.hits.len(), count(window.limit));
        if held < limit {
            return Verdict::allowed(window.limit, window.limit - size(held));
        }
        // Below a limit that was lowered, more than one hit has to leave before the next is served.
        let leaves = self.hits.get(held - limit).map_or(now.floor, |&hit| self.time_of(hit));
        let wait = u64::try_from(leaves + i64::from(span) - now.floor).unwrap_or(0);
        Verdict::refused(window.limit, Duration::from_millis(wait))
    }

    /// Takes back a hit counted at `now`: of those not older, the oldest, so that the window can only
    /// open later than it should, by the milliseconds between requests that overtook each other.
    pub fn take_back(&mut self, now: Moment) {
        let at = self.hits.partition_point(|&hit| self.time_of(hit) < now.ceiling);
        self.hits.remove(at);
        if let Some(&hit) = self.hits.back() {
            self.last = self.time_of(hit);
        }
    }

    /// Whether nothing in the log counts any longer.
    pub fn is_over(&self, now: Moment) -> bool {
        self.hits.is_empty() || self.last + i64::from(self.span) <= now.floor
    }

    /// The newest hit, for telling which of several logs was used last.
    pub fn last(&self) -> i64 {
        self.last
    }

    /// A clock set back by less than a span is waited out. Set back further, it would lock the caller out
    /// for as long; the hits are moved with it instead, each as far from now as it was from the newest.
    fn follow_the_clock_back(&mut self, now: Moment, span: u32) {
        let behind = self.last - now.floor;
        if self.hits.is_empty() || behind <= i64::from(span) {
            return;
        }
        for hit in &mut self.hits {
            *hit = hit.wrapping_sub(low(behind));
        }
        self.last = now.floor;
    }

    fn drop_expired(&mut self, now: Moment, span: u32) {
        let oldest = now.floor - i64::from(span);
        if self.last <= oldest {
            self.hits.clear();
        }
        while self.hits.front().is_some_and(|&hit| self.time_of(hit) <= oldest) {
            self.hits.pop_front();
        }
    }

    fn record(&mut self, now: Moment, span: u32, limit: usize) {
        // Threads overtake each other between reading the clock and counting: the log stays in order.
        self.last = if self.hits.is_empty() { now.ceiling } else { now.ceiling.max(self.last) };
        self.span = span;
        self.make_room(limit);
        self.hits.push_back(low(self.last));
    }

    /// Grows by half and never past the limit, and shrinks when three quarters are unused.
    fn make_room(&mut self, limit: usize) {
        let (held, room) = (self.hits.len(), self.hits.capacity());
        if held == room {
            let wanted = (held + held / 2).max(4).min(limit).max(held + 1);
            self.hits.reserve_exact(wanted - held);
        } else if room > 32 && held < room / 4 {
            self.hits.shrink_to(held * 2 + 1);
        }
    }

    /// A hit is at most two spans older than the newest, so its low bits and the newest say it all.
    fn time_of(&self, hit: u32) -> i64 {
        self.last - i64::from(low(self.last).wrapping_sub(hit))
    }
}

fn milliseconds(span: Duration) -> u32 {
    u32::try_from(span.as_millis()).unwrap_or(LONGEST_SPAN).min(LONGEST_SPAN)
}

fn low(milliseconds: i64) -> u32 {
    u32::try_from(milliseconds & i64::from(u32::MAX)).expect("32 bits were kept")
}

fn count(limit: u32) -> usize {
    usize::try_from(limit).unwrap_or(usize::MAX)
}

fn size(held: usize) -> u32 {
    u32::try_from(held).unwrap_or(u32::MAX)
}
