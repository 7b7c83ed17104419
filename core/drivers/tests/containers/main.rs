//! What the port to containers promises, asked of its drivers.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]
mod backend;
mod fake;
mod incus;
mod kills;
mod promises;
mod sandbox;
mod stage;
mod tls;
