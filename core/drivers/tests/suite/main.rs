//! What each port promises, asked of the drivers.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]
mod adopt;
mod hypervisor;
mod stage;
