//! What the port to nameservers promises, asked of its drivers.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]
mod dnsupdate;
mod keys;
mod powerdns;
mod promises;
mod sandbox;
mod server;
mod stage;
mod types;
