//! The graph as long as there is something to say: over a WebSocket, or as events of one answer.
mod events;
mod message;
mod operations;
mod origin;
mod session;
mod socket;

pub(crate) use {
    events::answer as events,
    socket::{open as socket, wanted as wants_socket},
};

/// Sockets and streams of events in all.
pub(crate) const CONNECTIONS: usize = 10_000;
/// Of those, of one account.
pub(crate) const SHARE: usize = 2_500;
