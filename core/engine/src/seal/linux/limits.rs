//! How much of everything a sealed process may take.
use crate::{
    Engine, Limits,
    seal::{Refused, places},
};
use rustix::process::{Resource, Rlimit, getrlimit, getuid, setrlimit};
use std::{fs, os::unix::fs::MetadataExt};

/// Addresses cost nothing: allocators and threads reserve many more than they use.
const ADDRESSES: u64 = 16 << 30;

/// How many files code of our own has open at most.
const OPEN: u64 = 64;

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
    // Each open file may be one that is removed, and is seen no more. Programs keep a few open for each page that they
    // draw at once; code of our own has a handful.
    let files = if places::programs(engine) { 256 } else { limits.files.min(OPEN) };
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_files_are_open_at_once() {
        let open = |engine, files| {
            let limits = Limits { files, ..Limits::default() };
            let mut table = table(engine, &limits).into_iter();
            table.find_map(|(resource, _, hard)| (resource == Resource::Nofile).then_some(hard))
        };
        assert_eq!(open(Engine::Inside, 1000), Some(64));
        assert_eq!(open(Engine::Inside, 30), Some(30));
        assert_eq!(open(Engine::LibreOffice, 1000), Some(256));
    }
}
