//! How slow a client may be (`contract.md` §5).
mod arriving;
mod pace;

pub(crate) use arriving::{Arrival, Bound, arriving};
pub(crate) use pace::Pace;

use std::{error::Error, fmt, iter::successors, time::Duration};

/// What is too slow.
#[derive(Clone, Copy, Debug)]
pub struct Slowness {
    /// In which time all of a request has to arrive, from its first byte on; a file may take longer.
    pub request: Duration,
    /// How long a connection may stay open without a request.
    pub idle: Duration,
    /// Bytes a second at which a file has to arrive, and an answer to be read.
    pub rate: u32,
    /// How long a client is waited for before its rate is judged.
    pub span: Duration,
}

impl Default for Slowness {
    fn default() -> Self {
        Self {
            request: Duration::from_secs(30),
            idle: Duration::from_mins(1),
            rate: 8 << 10,
            span: Duration::from_secs(30),
        }
    }
}

/// The client did not send what it had begun, or not fast enough.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TooSlow;

impl TooSlow {
    /// Whether this is why something could not be read.
    pub fn caused(error: &(dyn Error + 'static)) -> bool {
        successors(Some(error), |&error| error.source()).any(<dyn Error + 'static>::is::<Self>)
    }
}

impl fmt::Display for TooSlow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the client is too slow")
    }
}

impl Error for TooSlow {}
