//! The queue: what befalls workers, replicas and backends, and what holds all the same.
#![expect(clippy::disallowed_methods, reason = "a test looks at the whole queue")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]
mod decided;
mod given_up;
mod lanes;
mod leases;
#[path = "../made_up/instance.rs"]
mod machines;
#[path = "../made_up/mod.rs"]
mod made_up;
mod model;
mod probe;
mod stage;
mod zone;
