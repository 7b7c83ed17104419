//! The file in the data folder that keeps the server's secret, for nobody else to read.
use super::{failure::CommandError, settings::folder};
use hosting_core::secret::random;
use std::{
    fs,
    io::{self, ErrorKind, Write},
    path::{Path, PathBuf},
};

/// The secret that is kept in the folder `data`, if one is.
pub fn read(data: &Path) -> Result<Option<String>, CommandError> {
    let path = path(data);
    match fs::read_to_string(&path) {
        Ok(secret) if secret.trim().len() >= 32 => Ok(Some(secret.trim().to_owned())),
        Ok(_) => Err(CommandError::refused(format!("{}: holds no secret", path.display()))),
        Err(cause) if cause.kind() == ErrorKind::NotFound => Ok(None),
        Err(cause) => Err(unusable(&path, &cause)),
    }
}

/// Makes one, and keeps it; another process may have been faster.
pub fn make(data: &Path) -> Result<String, CommandError> {
    folder(data)?;
    let (path, secret) = (path(data), new());
    match write(&path, secret.as_bytes()) {
        Ok(()) => Ok(secret),
        Err(cause) if cause.kind() == ErrorKind::AlreadyExists => {
            read(data)?.ok_or_else(|| unusable(&path, &cause))
        }
        Err(cause) => Err(unusable(&path, &cause)),
    }
}

/// A new secret: 32 random bytes, as text.
pub fn new() -> String {
    random::<32>().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Keeps `secret` beside the one that is kept, so that it is on the disk before it is needed.
pub fn prepare(data: &Path, secret: &[u8]) -> Result<(), CommandError> {
    let path = beside(data);
    match fs::remove_file(&path) {
        Err(cause) if cause.kind() != ErrorKind::NotFound => return Err(unusable(&path, &cause)),
        _ => {}
    }
    write(&path, secret).map_err(|cause| unusable(&path, &cause))
}

/// Puts what was prepared in the place of what is kept.
pub fn commit(data: &Path) -> Result<(), CommandError> {
    fs::rename(beside(data), path(data)).map_err(|cause| unusable(&beside(data), &cause))
}

/// Forgets what was prepared.
pub fn forget(data: &Path) {
    drop(fs::remove_file(beside(data)));
}

/// Keeps `secret` in the place of the one that is kept.
pub fn replace(data: &Path, secret: &[u8]) -> Result<(), CommandError> {
    prepare(data, secret)?;
    commit(data)
}

fn write(path: &Path, secret: &[u8]) -> io::Result<()> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    file.write_all(secret).and_then(|()| file.sync_all())
}

fn path(data: &Path) -> PathBuf {
    data.join("secret")
}

fn beside(data: &Path) -> PathBuf {
    data.join("secret.new")
}

fn unusable(path: &Path, cause: &io::Error) -> CommandError {
    CommandError::refused(format!("--data: {}: {cause}", path.display()))
}
