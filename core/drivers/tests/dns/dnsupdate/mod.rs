//! The driver of nameservers that take signed updates, against servers that do.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]
mod asked;
mod bind;
mod fake;
mod knot;
mod promises;
mod proxy;
mod server;
mod speed;
