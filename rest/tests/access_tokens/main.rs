//! Access tokens of an issuer: which open an account, and which open nothing.
mod everywhere;
mod fetching;
mod forging;
mod stage;
mod web;

#[path = "../live_client/mod.rs"]
#[expect(dead_code, reason = "a part of it is used here")]
mod live_client;
#[path = "../signer/mod.rs"]
mod signer;
#[path = "../support/mod.rs"]
mod support;
