//! What the port to control panels promises, asked of its drivers.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]
mod answers;
mod cockpit;
mod directadmin;
mod links;
mod machine;
mod promises;
mod sandbox;
mod server;
mod stage;
mod whm;
