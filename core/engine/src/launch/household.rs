//! A process and all that came of it.
use crate::guard;
use std::fs;

/// The guard's threads, and bubblewrap's own processes around a sealed one.
pub(super) const OWN: u64 = guard::THREADS + 2;

/// What a process and its descendants take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Household {
    /// Threads of all of them.
    pub threads: u64,
    /// Memory that is theirs: what is read from files does not count.
    pub memory: u64,
}

/// Counts `process` and its descendants; stops a little after `most` threads.
pub(super) fn count(process: u32, most: u64) -> Household {
    let mut all = Household::default();
    let mut waiting = vec![process];
    while let Some(process) = waiting.pop() {
        let Ok(status) = fs::read_to_string(format!("/proc/{process}/status")) else { continue };
        all.threads += field(&status, "Threads:").max(1);
        all.memory += (field(&status, "RssAnon:") + field(&status, "RssShmem:")) << 10;
        if all.threads > most.saturating_add(OWN) {
            break;
        }
        waiting.extend(children(process));
    }
    all
}

fn children(process: u32) -> Vec<u32> {
    let Ok(tasks) = fs::read_dir(format!("/proc/{process}/task")) else { return Vec::new() };
    let lists = tasks.flatten().filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
    lists
        .flat_map(|list| list.split_whitespace().filter_map(|id| id.parse().ok()).collect::<Vec<_>>())
        .collect()
}

fn field(status: &str, name: &str) -> u64 {
    let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default();
    line.split_whitespace().next().and_then(|number| number.parse().ok()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::{Command, Stdio};

    #[test]
    fn children_of_children_count() {
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", "sh -c 'read x; true'; true"]).stdin(Stdio::piped()).stdout(Stdio::null());
        let mut shell = shell.spawn().expect("a shell");
        let found = (0..200).find_map(|_| {
            std::thread::sleep(std::time::Duration::from_millis(10));
            let found = count(shell.id(), 10);
            (found.threads == 2 && found.memory > 0).then_some(found)
        });
        drop(shell.stdin.take());
        shell.wait().expect("its end");
        assert!(found.is_some());
        assert_eq!(count(shell.id(), 10), Household::default());
    }
}
