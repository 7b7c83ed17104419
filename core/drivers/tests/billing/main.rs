//! What the port to whoever takes the money promises, asked of its drivers.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]
mod bank;
mod promises;
mod webhook;
