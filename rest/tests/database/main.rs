//! The database under load, and when a server of it misbehaves.
//!
//! What only PostgreSQL can do wrong is tested where `DATABASE_TEST_URL` names a server that can be thrown away, such as
//! `postgres://postgres@127.0.0.1:5432`.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]
mod away;
mod changes;
mod fresh;
mod proxy;
mod restart;
mod shares;
mod silent;
mod starts;
mod sums;
#[path = "../support/mod.rs"]
mod support;
mod trips;
