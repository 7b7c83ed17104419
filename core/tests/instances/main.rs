//! Instances on the sandboxes: what becomes of them when they are changed, and when nobody asks.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]
mod arrive;
mod change;
mod follow;
mod level;
#[path = "../made_up/instance.rs"]
mod machines;
mod poll;
mod reported;
mod stage;
mod telling;
