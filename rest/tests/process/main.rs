//! The binary itself, started, killed and shown around.
mod behaviour;
mod billing;
mod binary;
mod client;
mod conversions;
mod crash;
mod guide;
mod links;
mod logging;
mod machines;
mod memory;
mod password;
mod readme;
mod shutdown;
mod tour;
mod traces;
mod unsealed;
mod uploads;

#[expect(dead_code, reason = "a part of it is used here")]
#[path = "../live_client/mod.rs"]
mod live_client;
