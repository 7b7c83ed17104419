//! A file that is not whole yet.
use super::disk;
use hosting_kernel::{providers::store::Incoming, values::secret::random};
use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};

/// A file under a temporary name; it is removed unless it becomes one with its own.
#[derive(Debug)]
pub(super) struct Arriving(PathBuf);

impl Arriving {
    /// An empty one in `folder`.
    pub fn new(folder: &Path) -> io::Result<Self> {
        disk::folder(folder)?;
        let name: String = random::<16>().iter().map(|byte| format!("{byte:02x}")).collect();
        let path = folder.join(name);
        let mut options = File::options();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        options.open(&path)?;
        Ok(Self(path))
    }
}

impl Incoming for Arriving {
    fn path(&self) -> &Path {
        &self.0
    }

    fn become_file(self: Box<Self>, to: &Path) -> io::Result<()> {
        disk::settle(&self.0, to)
    }
}

impl Drop for Arriving {
    fn drop(&mut self) {
        // It has another name by now, or goes; what cannot go now goes with what is old.
        let _ = fs::remove_file(&self.0);
    }
}
