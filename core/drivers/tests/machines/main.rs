//! What the port to virtual machines promises, asked of libvirt with QEMU.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]
mod backend;
mod kills;
mod libvirt;
#[path = "../hypervisor/promises.rs"]
mod promises;
mod snapshots;
#[path = "../hypervisor/stage.rs"]
mod stage;
