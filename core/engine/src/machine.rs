//! What the machine has, of which conversions take their share.
use std::{
    fs,
    path::{Path, PathBuf},
    thread,
};

/// Where systems keep what groups of processes may take: the second version of control groups, and the first.
const GROUPS: [(&str, &str); 2] =
    [("/sys/fs/cgroup", "memory.max"), ("/sys/fs/cgroup/memory", "memory.limit_in_bytes")];

/// What a machine, or the container in which the process runs, has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Machine {
    /// Memory, in bytes.
    pub memory: u64,
    /// Processors.
    pub processors: u64,
}

impl Machine {
    /// This one. A system that does not say how much memory it has is taken for a small one.
    pub fn here() -> Self {
        let processors = thread::available_parallelism().map_or(1, |count| count.get() as u64);
        let whole = fs::read_to_string("/proc/meminfo").ok().and_then(|text| total(&text));
        let memory = own_groups().iter().filter_map(|file| bytes(file)).chain(whole).min();
        Self { memory: memory.unwrap_or(2 << 30), processors }
    }
}

/// All memory, as `/proc/meminfo` says it.
fn total(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kib: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kib << 10)
}

/// Where the limits of this process's groups may stand; a container sees its own as the first of all.
fn own_groups() -> Vec<PathBuf> {
    let text = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let mut files = Vec::new();
    for group in text.lines().filter_map(|line| line.splitn(3, ':').nth(2)) {
        for above in Path::new(group.trim_start_matches('/')).ancestors() {
            files.extend(GROUPS.map(|(folder, file)| Path::new(folder).join(above).join(file)));
        }
    }
    files
}

/// A limit; none where it says `max`, or is not there.
fn bytes(file: &Path) -> Option<u64> {
    fs::read_to_string(file).ok()?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_read_as_the_kernel_says_it() {
        assert_eq!(total("MemTotal:       24689120 kB\nMemFree: 1 kB\n"), Some(24_689_120 << 10));
        assert_eq!(total("nothing of it"), None);
    }

    #[test]
    fn this_machine_has_some() {
        let Machine { memory, processors } = Machine::here();
        assert!(memory > 0 && processors > 0);
    }
}
