//! What is done on the disk: each step so that a crash leaves either the old or the new.
use super::incoming::Arriving;
use chrono::{DateTime, Utc};
use hosting_engine::launch::clear;
use hosting_kernel::{
    providers::store::{Incoming, Stored},
    values::time::Time,
};
use std::{
    fs::{self, DirBuilder, File},
    io::{self, ErrorKind},
    path::Path,
    time::{Duration, SystemTime},
};
use uuid::Uuid;

/// Makes `path` and what is above it, for nobody else to read.
pub fn folder(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// How large a disk is, in bytes, and how much of that is free for us.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Space {
    /// All of it.
    pub whole: u64,
    /// What is free.
    pub free: u64,
}

impl Space {
    /// With so many bytes free there is room for many files, however little that is of a large disk.
    const FLOOR: u64 = 1 << 30;

    /// What the disk of `folder` says.
    pub fn of(folder: &Path) -> io::Result<Self> {
        let found = rustix::fs::statvfs(folder)?;
        let bytes = |blocks: u64| blocks.saturating_mul(found.f_frsize);
        Ok(Self { whole: bytes(found.f_blocks), free: bytes(found.f_bavail) })
    }

    /// Whether the disk is so full that no file is taken in (`contract.md` §8.8).
    pub const fn is_nearly_full(self) -> bool {
        self.free < Self::FLOOR && self.free < self.whole / 20
    }
}

/// The file that is there.
pub fn find(path: &Path) -> io::Result<Option<Stored>> {
    let found = match there(fs::metadata(path))? {
        Some(found) if found.is_file() => found,
        _ => return Ok(None),
    };
    let size = i64::try_from(found.len()).map_err(io::Error::other)?;
    let at = Time::new(DateTime::<Utc>::from(found.modified()?));
    Ok(Some(Stored { size, at, mime: None, sha256: None, version: None }))
}

/// Copies a file; false if it is not there.
pub fn copy(from: &Path, to: &Path) -> io::Result<bool> {
    Ok(there(fs::copy(from, to))?.is_some())
}

/// Keeps a copy of `from` as `to`: whole under its name, or not there.
pub fn keep(from: &Path, arriving: &Path, to: &Path) -> io::Result<()> {
    let incoming = Arriving::new(arriving)?;
    fs::copy(from, incoming.path())?;
    File::open(incoming.path())?.sync_all()?;
    ready(to.parent().expect("a file lies in the folder of its job"))?;
    settle(incoming.path(), to)
}

/// Makes the folder of a job, for good: its name is on the disk when the folder above is, and so on.
pub fn ready(job: &Path) -> io::Result<()> {
    folder(job)?;
    for above in job.ancestors().skip(1).take(3) {
        File::open(above)?.sync_all()?;
    }
    Ok(())
}

/// Gives a whole file its name, for good.
pub fn settle(from: &Path, to: &Path) -> io::Result<()> {
    let job = to.parent().expect("a file lies in the folder of its job");
    if there(fs::rename(from, to))?.is_none() {
        // The folders were empty, and somebody tidied up.
        ready(job)?;
        fs::rename(from, to)?;
    }
    File::open(job)?.sync_all()
}

/// Removes a folder with all that is in it, and those above it that are empty then.
pub fn remove(path: &Path) -> io::Result<()> {
    there(fs::remove_dir_all(path))?;
    for above in path.ancestors().skip(1).take(2) {
        // Not empty, or made anew just now: it stays.
        if fs::remove_dir(above).is_err() {
            break;
        }
    }
    Ok(())
}

/// Removes what was changed last before `age` in `folder`.
#[expect(clippy::disallowed_methods, reason = "files have the machine's own time")]
pub fn remove_older(folder: &Path, age: Duration) -> io::Result<()> {
    let than = SystemTime::now().checked_sub(age).unwrap_or(SystemTime::UNIX_EPOCH);
    let Some(entries) = there(fs::read_dir(folder))? else { return Ok(()) };
    for entry in entries {
        let entry = entry?;
        let Some(found) = there(entry.metadata())? else { continue };
        if found.modified()? <= than {
            there(if found.is_dir() { clear(&entry.path()) } else { fs::remove_file(entry.path()) })?;
        }
    }
    Ok(())
}

/// The jobs below the next of the 256 first folders after `after`.
pub fn jobs(root: &Path, after: Option<&str>) -> io::Result<(Vec<Uuid>, Option<String>)> {
    let mut firsts = names(root)?;
    firsts.retain(|name| name.len() == 2 && after.is_none_or(|after| name.as_str() > after));
    firsts.sort();
    let Some(first) = firsts.into_iter().next() else { return Ok((Vec::new(), None)) };
    let mut jobs = Vec::new();
    for second in names(&root.join(&first))? {
        let found = names(&root.join(&first).join(second))?;
        jobs.extend(found.iter().filter_map(|name| name.parse::<Uuid>().ok()));
    }
    Ok((jobs, Some(first)))
}

fn names(folder: &Path) -> io::Result<Vec<String>> {
    let Some(entries) = there(fs::read_dir(folder))? else { return Ok(Vec::new()) };
    entries.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned())).collect()
}

/// What is not there is no failure.
fn there<T>(outcome: io::Result<T>) -> io::Result<Option<T>> {
    match outcome {
        Ok(found) => Ok(Some(found)),
        Err(cause) if cause.kind() == ErrorKind::NotFound => Ok(None),
        Err(cause) => Err(cause),
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use std::process::Command;

    #[test]
    fn the_disk_itself_is_asked() {
        let folder = std::env::temp_dir();
        let told = Command::new("stat").args(["-f", "-c", "%b %S"]).arg(&folder).output().expect("stat");
        let told = String::from_utf8(told.stdout).expect("text");
        let numbers: Vec<u64> = told.split_whitespace().map(|word| word.parse().expect("a number")).collect();
        let space = Space::of(&folder).expect("a folder that is there");
        assert_eq!(space.whole, numbers[0] * numbers[1]);
        assert!(0 < space.free && space.free <= space.whole, "{space:?}");
    }
}
