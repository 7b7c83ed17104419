//! Taking away what a sealed process left.
use std::{
    fs::{self, Permissions},
    io,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
};

/// Removes `folder` and all that is in it, whatever it is.
///
/// What is in it may be nested deeper than a path can say or files can be open, and may be closed to its owner:
/// so folders are opened and brought up before they are emptied.
pub fn clear(folder: &Path) -> io::Result<()> {
    let mut inner = empty(folder)?;
    while let Some(next) = inner.pop() {
        for deeper in empty(&next)? {
            let up = free(folder);
            fs::rename(&deeper, &up)?;
            inner.push(up);
        }
        fs::remove_dir(&next)?;
    }
    fs::remove_dir(folder)
}

/// A name that nothing has in `folder`.
fn free(folder: &Path) -> PathBuf {
    let mut names = (0_u64..).map(|number| folder.join(format!("clear-{number}")));
    names.find(|name| !name.exists()).expect("fewer files than numbers")
}

/// Removes the files of `folder`, and answers with the folders in it.
fn empty(folder: &Path) -> io::Result<Vec<PathBuf>> {
    open(folder)?;
    let mut inner = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        match entry.file_type()?.is_dir() {
            true => {
                open(&entry.path())?;
                inner.push(entry.path());
            }
            false => fs::remove_file(entry.path())?,
        }
    }
    Ok(inner)
}

fn open(folder: &Path) -> io::Result<()> {
    fs::set_permissions(folder, Permissions::from_mode(0o700))
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Folders within folders, deeper than a path can say.
    pub fn nested(within: &Path) {
        let (inner, outer) = (within.join("inner"), within.join("outer"));
        fs::create_dir(&inner).expect("a folder");
        fs::write(inner.join("file"), "deep").expect("a file");
        for _ in 0..3000 {
            fs::create_dir(&outer).expect("a folder");
            fs::rename(&inner, outer.join("x")).expect("one more around it");
            fs::rename(&outer, &inner).expect("the next");
        }
    }

    #[test]
    fn whatever_is_left_goes() {
        let place = tempfile::tempdir().expect("a folder");
        let folder = place.path().join("job");
        for part in ["in", "out", "tmp", "clear-0"] {
            fs::create_dir_all(folder.join(part)).expect("a folder");
        }
        nested(&folder.join("tmp"));
        std::os::unix::fs::symlink("/etc/passwd", folder.join("out/0")).expect("a link");
        fs::create_dir(folder.join("out/closed")).expect("a folder");
        fs::write(folder.join("out/closed/file"), "x").expect("a file");
        fs::set_permissions(folder.join("out/closed"), Permissions::from_mode(0o000)).expect("to close it");
        fs::set_permissions(folder.join("out"), Permissions::from_mode(0o000)).expect("to close it");
        clear(&folder).expect("nothing is in the way");
        assert_eq!(fs::read_dir(place.path()).expect("the folder").count(), 0);
        assert!(Path::new("/etc/passwd").exists());
    }
}
