//! A piece of work: the files, what is made of them, and how far it is.
use crate::{Artifact, Code, Failure, Input, Limits, Word, bounded::Bounded, mime};
use std::{
    collections::HashSet,
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
};
use zip::{ZipWriter, result::ZipError, write::SimpleFileOptions};

/// Where the files lie that are to be converted, within the work's folder.
pub const IN: &str = "in";
/// Where what is made lies.
pub const OUT: &str = "out";
/// Where tools and programs may keep what they need meanwhile.
pub const TMP: &str = "tmp";

/// A piece of work, in its own folder: the only place that it can write to.
pub struct Work {
    folder: PathBuf,
    files: Vec<Input>,
    limits: Limits,
    artifacts: Vec<Artifact>,
    names: HashSet<String>,
    shown: u8,
    tell: Box<dyn FnMut(Word)>,
}

impl Work {
    /// Work on `files` in `folder`, which has the folders `in`, `out` and `tmp`; `tell` hears how far it is.
    pub fn new(folder: PathBuf, files: Vec<Input>, limits: Limits, tell: impl FnMut(Word) + 'static) -> Self {
        let tell = Box::new(tell);
        Self { folder, files, limits, artifacts: Vec::new(), names: HashSet::new(), shown: 0, tell }
    }

    /// The files, in the customer's order.
    pub fn files(&self) -> &[Input] {
        &self.files
    }

    /// How much it may take.
    pub const fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Where `file` is.
    pub fn path(&self, file: &Input) -> PathBuf {
        self.folder.join(&file.path)
    }

    /// All of `file`: at most as large as an upload may be.
    pub fn read(&self, file: &Input) -> Result<Vec<u8>, Failure> {
        Ok(fs::read(self.path(file))?)
    }

    /// Where tools and programs may keep what they need meanwhile.
    pub fn scratch(&self) -> PathBuf {
        self.folder.join(TMP)
    }

    /// Says that `done` of `all` parts of the work are done.
    pub fn progress(&mut self, done: u64, all: u64) {
        // The last step is the platform's: it takes over what was made.
        let share = done.saturating_mul(99).checked_div(all).unwrap_or(0).min(99);
        let share = u8::try_from(share).unwrap_or(99);
        if share > self.shown {
            self.shown = share;
            (self.tell)(Word::Progress(share));
        }
    }

    /// A new file that the customer gets, called `name` or something close to it.
    pub fn artifact(&mut self, name: &str, mime: &str) -> Result<File, Failure> {
        let path = self.artifact_path(name, mime)?;
        Ok(File::options().read(true).write(true).create_new(true).open(path)?)
    }

    /// The path of a new file that the customer gets, for a program that makes the file itself.
    pub fn artifact_path(&mut self, name: &str, mime: &str) -> Result<PathBuf, Failure> {
        let count = self.artifacts.len() as u64;
        if count >= self.limits.files {
            return Err(Failure::new(Code::TooManyEntries, format!("more than {count} files would be made")));
        }
        let path = Path::new(OUT).join(count.to_string());
        let name = self.unlike_others(&plain(name));
        self.artifacts.push(Artifact { name, mime: mime.to_owned(), path: path.clone() });
        Ok(self.folder.join(path))
    }

    /// Everything that was made.
    pub fn artifacts(self) -> Vec<Artifact> {
        self.artifacts
    }

    /// Puts everything that was made into one archive, which is what the customer gets then.
    pub fn pack(&mut self) -> Result<(), Failure> {
        let made = std::mem::take(&mut self.artifacts);
        let path = Path::new(OUT).join(made.len().to_string());
        let mut left = self.limits.output;
        let out = File::create_new(self.folder.join(&path))?;
        let mut archive = ZipWriter::new(Bounded::new(out, &mut left));
        for one in made {
            let place = self.folder.join(&one.path);
            archive.start_file(one.name, SimpleFileOptions::default()).map_err(unwritten)?;
            io::copy(&mut File::open(&place)?, &mut archive)?;
            // Both would be more than may be made.
            fs::remove_file(place)?;
        }
        archive.finish().map_err(unwritten)?.flush()?;
        let name = match self.files.as_slice() {
            [file] => renamed(&file.name, "zip"),
            _ => "files.zip".to_owned(),
        };
        self.artifacts.push(Artifact { name, mime: mime::ZIP.to_owned(), path });
        Ok(())
    }

    /// `name`, or `name (2)` where there is one already; small and large letters are the same to some systems.
    fn unlike_others(&mut self, name: &str) -> String {
        let (stem, extension) = split(name);
        let mut unlike = name.to_owned();
        let mut number = 2;
        while !self.names.insert(unlike.to_lowercase()) {
            unlike = match extension {
                "" => format!("{stem} ({number})"),
                _ => format!("{stem} ({number}).{extension}"),
            };
            number += 1;
        }
        unlike
    }
}

fn unwritten(cause: ZipError) -> Failure {
    match cause {
        ZipError::Io(cause) => cause.into(),
        other => Failure::new(Code::ConversionFailed, format!("the archive cannot be written: {other}")),
    }
}

/// `name` with another extension: `photo.jpeg` is `photo.webp`.
pub fn renamed(name: &str, extension: &str) -> String {
    let plain = plain(name);
    format!("{}.{extension}", split(&plain).0)
}

/// A name as files have it: no folder, no control character, nothing hidden, at most 200 bytes.
pub fn plain(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let shown: String = last.chars().filter(|letter| !letter.is_control()).collect();
    let shown = shown.trim_matches(['.', ' ']);
    let (stem, extension) = split(shown);
    let extension = if extension.len() > 20 { "" } else { extension };
    let room = 200 - extension.len();
    let stem = stem.get(..stem.floor_char_boundary(room)).unwrap_or(stem);
    match (stem, extension) {
        ("", "") => "file".to_owned(),
        (stem, "") => stem.to_owned(),
        (stem, extension) => format!("{stem}.{extension}"),
    }
}

/// The name, and its extension if it has one.
fn split(name: &str) -> (&str, &str) {
    match name.rsplit_once('.') {
        Some((stem, extension)) if !stem.is_empty() => (stem, extension),
        _ => (name, ""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stays_in_its_folder() {
        for (given, kept) in [
            ("photo.jpg", "photo.jpg"),
            ("../../etc/passwd", "passwd"),
            ("C:\\Windows\\win.ini", "win.ini"),
            ("a\u{0}b\n.txt", "ab.txt"),
            (".htaccess", "htaccess"),
            ("..", "file"),
            ("", "file"),
            ("dir/", "file"),
        ] {
            assert_eq!(plain(given), kept);
        }
        assert!(plain(&"ä".repeat(255)).len() <= 200);
    }

    #[test]
    fn what_is_made_is_called_like_nothing_else() {
        let mut work = Work::new(PathBuf::new(), Vec::new(), Limits::default(), |_| ());
        for name in ["a.png", "A.png", "a.png", "a (2).png"] {
            work.artifact_path(name, "image/png").expect("one of few");
        }
        let names: Vec<_> = work.artifacts().into_iter().map(|one| one.name).collect();
        assert_eq!(names, ["a.png", "A (2).png", "a (3).png", "a (2) (2).png"]);
    }
}
