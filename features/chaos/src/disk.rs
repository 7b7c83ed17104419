//! The disk of the data folder: one of its own, so that it can be full while the machine's is not.
use std::{
    env,
    os::unix::process::CommandExt,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

/// Says that this process has mounts of its own.
const APART: &str = "CHAOS_APART";
/// Shell scripts, whose argument is the folder. This one mounts a disk there.
const MOUNT: &str = "mount -t tmpfs -o mode=700 tmpfs \"$0\"";
/// Leaves no byte.
const FILL: &str =
    "used=$(( ($(stat -f -c %b-%f \"$0\")) * $(stat -f -c %S \"$0\") )); mount -o remount,size=$used \"$0\"";
/// As much room as the memory has.
const FREE: &str = "mount -o remount,size=50% \"$0\"";

/// Begins this program anew with mounts of its own, which nobody else sees, and which end with it; false where the
/// system does not let it. Called before there is a second thread.
///
/// # Panics
/// If this program is gone.
pub fn apart() -> bool {
    if env::var_os(APART).is_some() {
        return true;
    }
    // Who is not root here may be in a namespace of users.
    for own in [&["--mount"][..], &["--mount", "--user", "--map-root-user"]] {
        let begin = || {
            let mut command = Command::new("unshare");
            command.args(own);
            command
        };
        let mut attempt = begin();
        attempt.args(["sh", "-c", MOUNT]).arg(env::temp_dir()).stderr(Stdio::null());
        if attempt.status().is_ok_and(|code| code.success()) {
            let mut anew = begin();
            anew.arg(env::current_exe().expect("a program")).args(env::args_os().skip(1)).env(APART, "1");
            panic!("this program cannot be started again: {}", anew.exec());
        }
    }
    false
}

/// A disk in memory.
#[derive(Clone, Debug)]
pub struct Disk {
    folder: PathBuf,
    /// The database, where it is a file there.
    database: Option<PathBuf>,
    state: Arc<Mutex<State>>,
}

#[derive(Clone, Copy, Debug)]
enum State {
    /// There is room, and ever was.
    Free,
    /// There is none.
    Full,
    /// There is some again, since then.
    FreeSince(Instant),
}

impl Disk {
    /// Puts one at `folder`, which is empty.
    ///
    /// # Panics
    /// If it cannot be mounted.
    pub fn new(folder: PathBuf, database: Option<PathBuf>) -> Self {
        std::fs::create_dir_all(&folder).expect("a folder");
        assert!(done(MOUNT, &folder), "a disk can be mounted at {}", folder.display());
        Self { folder, database, state: Arc::new(Mutex::new(State::Free)) }
    }

    /// Leaves no room on it.
    ///
    /// # Panics
    /// If it grows all the time.
    pub fn fill(&self) {
        if let Some(database) = &self.database {
            shorten(database);
        }
        self.becomes(State::Full);
        // What is written between looking and filling is too much: it is looked at again.
        let full = (0..100).any(|_| done(FILL, &self.folder));
        assert!(full, "the disk can be filled");
    }

    /// Makes room again.
    ///
    /// # Panics
    /// If that cannot be done.
    pub fn free(&self) {
        assert!(done(FREE, &self.folder), "the disk can have room");
        self.becomes(State::FreeSince(Instant::now()));
    }

    /// Whether it was full at some time since `moment`.
    pub fn was_full_since(&self, moment: Instant) -> bool {
        match *self.state.lock().unwrap_or_else(PoisonError::into_inner) {
            State::Free => false,
            State::Full => true,
            State::FreeSince(freed) => freed >= moment,
        }
    }

    /// Whether the database is on it.
    pub fn has_database(&self) -> bool {
        self.database.is_some()
    }

    /// Takes it away; what is on it goes to `kept`, if that is wanted.
    ///
    /// # Panics
    /// If that cannot be done.
    pub fn end(self, kept: Option<&Path>) {
        if let Some(kept) = kept {
            let copied = Command::new("cp").arg("-a").args([&self.folder, kept]).status();
            assert!(copied.is_ok_and(|code| code.success()), "the data can be kept");
        }
        assert!(done("umount -l \"$0\"", &self.folder), "the disk can be taken away");
    }

    fn becomes(&self, state: State) {
        *self.state.lock().unwrap_or_else(PoisonError::into_inner) = state;
    }
}

fn done(script: &str, folder: &Path) -> bool {
    let done = Command::new("sh").args(["-c", script]).arg(folder).stderr(Stdio::null()).status();
    done.is_ok_and(|code| code.success())
}

/// Empties the log of a database: what is there of it would be written over, without asking the disk for more. It does
/// no harm where somebody is in the way.
fn shorten(database: &Path) {
    if let Ok(connection) = rusqlite::Connection::open(database)
        && connection.busy_timeout(Duration::from_secs(1)).is_ok()
    {
        let _ = connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)");
    }
}
