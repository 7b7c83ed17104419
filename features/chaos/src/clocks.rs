//! The clocks of replicas: each may be off by something else, and jumps.
//!
//! A library stands between a replica and the C library, of which it asks the time: the platform itself has no way to
//! be told a wrong one.
use std::{
    fs::{self, File},
    os::unix::fs::FileExt,
    path::{Path, PathBuf},
    process::Command,
};

/// By how many seconds a clock is off at most, either way.
pub const FURTHEST: i64 = 60;

/// Of each replica.
pub struct Clocks {
    folder: PathBuf,
    library: PathBuf,
}

impl Clocks {
    /// Right ones, kept in `folder`, which has an absolute name.
    ///
    /// # Panics
    /// Where there is no C compiler.
    pub fn new(folder: &Path) -> Self {
        let (source, library) = (folder.join("clock.c"), folder.join("clock.so"));
        fs::write(&source, include_str!("clock.c")).expect("a file");
        let made =
            Command::new("cc").args(["-O2", "-shared", "-fPIC", "-o"]).args([&library, &source]).status();
        assert!(
            made.is_ok_and(|code| code.success()),
            "clocks cannot jump: `cc`, a C compiler, is not there or failed"
        );
        Self { folder: folder.to_owned(), library }
    }

    /// Lets the clock of a replica be `seconds` ahead, or behind where that is negative, from now on.
    pub fn set(&self, number: usize, seconds: i64) {
        // The replica looks into the file: it is written over, and never empty.
        let file = File::options().create(true).truncate(false).write(true).open(self.file(number));
        file.and_then(|file| file.write_all_at(&seconds.to_ne_bytes(), 0)).expect("a file");
    }

    /// Gives a replica that is to be started its clock.
    pub fn give(&self, number: usize, command: &mut Command) {
        command.env("LD_PRELOAD", &self.library).env("CHAOS_CLOCK", self.file(number));
    }

    fn file(&self, number: usize) -> PathBuf {
        self.folder.join(format!("clock-{number}"))
    }
}
