//! Watching a sealed process: what the kernel cannot count for us, over all its processes and files.
use super::{Failed, household};
use crate::{Code, Failure, Limits};
use rustix::{
    fs::statvfs,
    process::{Pid, WaitId, WaitIdOptions, waitid},
};
use std::{
    fs, io,
    path::{Path, PathBuf},
    time::Duration,
};

/// How often it is looked after.
const PAUSE: Duration = Duration::from_millis(250);
/// Files that programs make for themselves, beside those that the customer gets.
const OWN_FILES: u64 = 10_000;

/// Looks after `process` and its `folder`, until a limit is broken.
pub(super) async fn watch(folder: &Path, process: Option<u32>, limits: &Limits) -> Failed {
    let parts = [folder.join(crate::work::OUT), folder.join(crate::work::TMP)];
    let mut over = false;
    loop {
        tokio::time::sleep(PAUSE).await;
        // What it started does not end with it, or its last words would have been heard.
        if std::mem::replace(&mut over, has_ended(process)) && over {
            return Failure::new(Code::ConversionFailed, "the work broke off").into();
        }
        let (parts, limits) = (parts.clone(), *limits);
        let seen = tokio::task::spawn_blocking(move || {
            no_room(&parts, &limits).or_else(|| broken(&parts, process, &limits).map(Failed::from))
        })
        .await;
        if let Ok(Some(broken)) = seen {
            return broken;
        }
    }
}

/// The work took longer than there is time for it.
pub(super) fn too_long() -> Failure {
    Failure::new(Code::TimeExceeded, "the work takes longer than there is time for it")
}

/// More would be made than may be.
pub(super) fn too_large() -> Failure {
    Failure::new(Code::OutputTooLarge, "what would be made is too large")
}

/// The work took more memory than there is for it.
pub(super) fn too_much_memory() -> Failure {
    Failure::new(Code::MemoryExceeded, "the work needs more memory than there is for it")
}

fn broken(parts: &[PathBuf], process: Option<u32>, limits: &Limits) -> Option<Failure> {
    let (files, bytes) = size(parts, limits.files.saturating_add(OWN_FILES));
    if bytes > limits.output {
        return Some(too_large());
    }
    if files > limits.files.saturating_add(OWN_FILES) {
        return Some(Failure::new(Code::TooManyEntries, "too many files would be made"));
    }
    let found = household::count(process?, limits.processes);
    if found.memory > limits.memory {
        return Some(too_much_memory());
    }
    // A few are the guard's and bubblewrap's own.
    let many = found.threads > limits.processes.saturating_add(household::OWN);
    many.then(|| Failure::new(Code::ConversionFailed, "the work needs too many processes"))
}

/// Whether the disk is too full to go on: files that were removed while they are open are seen in no folder.
///
/// Others may have filled it: the work waits until there is room.
fn no_room(parts: &[PathBuf], limits: &Limits) -> Option<Failed> {
    let free = |folder: &PathBuf| {
        let disk = statvfs(folder).ok()?;
        Some(disk.f_bavail.saturating_mul(disk.f_frsize))
    };
    let full = parts.iter().filter_map(free).any(|free| free < limits.spare);
    full.then(|| Failed::Unavailable("the disk is full".to_owned()))
}

/// Whether the process has ended, which nobody has asked for yet.
pub(super) fn has_ended(process: Option<u32>) -> bool {
    let process = process.and_then(|id| Pid::from_raw(i32::try_from(id).ok()?));
    let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    process.is_some_and(|process| matches!(waitid(WaitId::Pid(process), look), Ok(Some(_))))
}

/// How many files there are, up to a little more than `most`, and their bytes.
fn size(folders: &[PathBuf], most: u64) -> (u64, u64) {
    let (mut files, mut bytes) = (0_u64, 0_u64);
    let mut waiting = folders.to_vec();
    while let Some(folder) = waiting.pop() {
        let entries = match fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => continue,
            // A folder that is closed to us, or too deep to be reached: nobody knows what is in it.
            Err(_) => return (u64::MAX, bytes),
        };
        for entry in entries.flatten() {
            let Ok(found) = entry.metadata() else { continue };
            files += 1;
            bytes = bytes.saturating_add(found.len());
            if found.is_dir() {
                waiting.push(entry.path());
            }
            if files > most {
                return (files, bytes);
            }
        }
    }
    (files, bytes)
}

/// How many bytes `path` has, if it is a plain file.
pub(super) fn plain_file(path: &Path) -> io::Result<Option<u64>> {
    let found = fs::symlink_metadata(path)?;
    Ok(found.is_file().then_some(found.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::launch::clearing;

    #[test]
    fn what_is_made_is_counted() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("a"), "12345").expect("a file");
        fs::create_dir(folder.path().join("b")).expect("a folder");
        fs::write(folder.path().join("b/c"), "123").expect("a file");
        let (files, bytes) = size(&[folder.path().to_owned()], 100);
        assert!(files == 3 && (8..100_000).contains(&bytes), "{files} {bytes}");
        assert!(size(&[folder.path().to_owned()], 1).0 > 1);
        assert_eq!(size(&[folder.path().join("gone")], 100), (0, 0));
    }

    #[test]
    fn nothing_hides_where_it_cannot_be_counted() {
        let folder = tempfile::tempdir().expect("a folder");
        let deep = folder.path().join("deep");
        fs::create_dir(&deep).expect("a folder");
        clearing::tests::nested(&deep);
        assert_eq!(size(std::slice::from_ref(&deep), 100_000).0, u64::MAX);
        clearing::clear(&deep).expect("nothing is in the way");
    }
}
