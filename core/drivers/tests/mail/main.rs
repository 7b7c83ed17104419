//! What the port to mail servers promises, asked of its drivers.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]
mod database;
mod limits;
mod maps;
mod opening;
mod promises;
mod rotation;
mod sandbox;
mod stage;
