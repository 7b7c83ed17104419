//! Registries of the world, asked by RDAP: against a server of the tests.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]
mod answers;
mod outside;
mod reached;
mod server;
mod servers;
mod stage;
mod starting;
