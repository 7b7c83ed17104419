//! How much of everything a sealed process may take.
use super::{Refused, places};
use crate::{Engine, Limits};
use rustix::process::{Resource, Rlimit, getrlimit, getuid, setrlimit};
use std::{fs, os::unix::fs::MetadataExt};

/// Addresses cost nothing: allocators and threads reserve many more than they use.
const ADDRESSES: u64 = 16 << 30;

/// Limits this process and what it starts.
pub(super) fn enclose(engine: Engine, limits: &Limits) -> Result<(), Refused> {
    for (resource, soft, hard) in table(engine, limits) {
        // The kernel counts all threads of this account.
        let others = if matches!(resource, Resource::Nproc) { running() } else { 0 };
        let (soft, hard) = (soft.saturating_add(others), hard.saturating_add(others));
        // What is lower already stays so: a process cannot raise it, and need not.
        let top = getrlimit(resource).maximum.map_or(hard, |top| top.min(hard));
        let new = Rlimit { current: Some(soft.min(top)), maximum: Some(top) };
        setrlimit(resource, new)
            .map_err(|cause| Refused::new("resource limits", format!("{resource:?}: {cause}")))?;
    }
    Ok(())
}

/// What is limited: where the kernel warns, and where it ends it.
pub(super) fn table(engine: Engine, limits: &Limits) -> [(Resource, u64, u64); 9] {
    let processor = limits.processor.as_secs().max(1);
    let addresses = limits.memory.saturating_add(ADDRESSES);
    let both = |resource, most| (resource, most, most);
    // Programs keep a few files open for each page that they draw at once.
    let files = if places::programs(engine) { limits.files.max(256) } else { limits.files };
    [
        // Private memory that can be written to; addresses that are only reserved do not count.
        both(Resource::Data, limits.memory),
        both(Resource::As, addresses),
        (Resource::Cpu, processor, processor + 1),
        both(Resource::Fsize, limits.output),
        both(Resource::Nofile, files),
        both(Resource::Nproc, limits.processes),
        // With nothing the kernel would still hand an image of the memory to a program; with one byte it does not.
        both(Resource::Core, 1),
        both(Resource::Memlock, 0),
        both(Resource::Msgqueue, 0),
    ]
}

/// How many threads this account has.
///
/// In bubblewrap's namespaces it counts from nothing, and there is no `/proc` to count in.
fn running() -> u64 {
    let own = getuid().as_raw();
    let Ok(entries) = fs::read_dir("/proc") else { return 0 };
    let owned = entries.flatten().filter(|entry| entry.metadata().is_ok_and(|found| found.uid() == own));
    owned
        .filter_map(|entry| fs::read_dir(entry.path().join("task")).ok())
        .map(|tasks| tasks.count() as u64)
        .sum()
}
