//! The graph for as long as there is something to say: over a WebSocket, or as events of one answer.
mod events;
mod message;
mod origin;
mod places;
mod socket;
mod talk;

pub use places::Live;
pub(crate) use {
    events::answer as events,
    socket::{open as socket, wanted as wants_socket},
};

use std::time::Duration;

/// How long a client may leave what it is sent.
pub(crate) const STUCK: Duration = Duration::from_secs(10);
