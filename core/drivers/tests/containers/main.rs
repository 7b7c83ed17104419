//! What the port to containers promises, asked of its drivers.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]
mod backend;
#[path = "../registrar/registry/certificates.rs"]
mod certificates;
mod cluster;
mod events;
mod fake;
#[path = "../hypervisor/promises.rs"]
mod hypervisor;
mod incus;
mod kills;
mod promises;
mod read;
mod sandbox;
#[path = "../hypervisor/stage.rs"]
mod stage;
mod tls;
mod unclaimed;
