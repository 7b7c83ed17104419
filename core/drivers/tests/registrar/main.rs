//! What the port to registries promises, asked of its drivers.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]
mod epp;
mod promises;
mod registry;
mod sandbox;
mod stage;
mod waiting;
