//! The fonts that lie beside ours on this machine, for letters that ours lack.
//!
//! They are looked for once they are needed, and of those that are found the ones are read that a text needs.
use super::{lacks, sfnt};
use crate::seal::places;
use skrifa::raw::FontRef;
use std::{
    cmp::Reverse,
    collections::BTreeSet,
    fs::{self, File},
    path::{Path, PathBuf},
    sync::{Arc, LazyLock},
};

/// So many files are looked at.
const FILES: usize = 2000;
/// So many folders are looked into.
const FOLDERS: usize = 2000;
/// So deep folders lie in each other.
const DEPTH: usize = 8;
/// The largest file that is looked at, in bytes.
const LARGEST: u64 = 64 << 20;
/// So much is read for one document, in bytes: it takes of the memory that a conversion has.
const ROOM: u64 = 96 << 20;
/// How files are called that hold fonts.
const ENDINGS: [&str; 4] = ["otc", "otf", "ttc", "ttf"];

/// A font of the machine.
pub struct Found {
    path: PathBuf,
    length: u64,
    face: sfnt::Face,
}

/// All that this machine has.
static HERE: LazyLock<Arc<[Found]>> = LazyLock::new(|| find(&places::FONTS.map(Path::new)).into());

/// The fonts in `folders` and those within, in the order of their paths; what is broken is passed by.
pub fn find(folders: &[&Path]) -> Vec<Found> {
    let mut paths = Vec::new();
    let mut waiting: Vec<_> = folders.iter().map(|folder| (folder.to_path_buf(), DEPTH)).collect();
    for _ in 0..FOLDERS {
        let Some((folder, depth)) = waiting.pop() else { break };
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            // A link to a folder is not followed: it may lead back.
            match entry.file_type() {
                Ok(kind) if kind.is_dir() && depth > 1 => waiting.push((path, depth - 1)),
                Ok(kind) if !kind.is_dir() && is_called_font(&path) => paths.push(path),
                _ => (),
            }
        }
    }
    paths.sort();
    paths.truncate(FILES);
    paths.into_iter().filter_map(found).collect()
}

fn is_called_font(path: &Path) -> bool {
    let ending = path.extension().unwrap_or_default();
    ENDINGS.iter().any(|known| ending.eq_ignore_ascii_case(known))
}

fn found(path: PathBuf) -> Option<Found> {
    // What is no plain file may have no end, or never open.
    let length = fs::metadata(&path).ok().filter(fs::Metadata::is_file)?.len();
    if length > LARGEST {
        return None;
    }
    let face = sfnt::face(&mut File::open(&path).ok()?)?;
    Some(Found { path, length, face })
}

/// Lends the machine's fonts to one document.
pub struct Lender {
    /// What there is; what this machine has, unless said.
    fonts: Option<Arc<[Found]>>,
    /// Letters that were asked for.
    asked: BTreeSet<char>,
    /// Which fonts are lent, or cannot be.
    gone: BTreeSet<usize>,
    /// How much may be read still, in bytes.
    room: u64,
}

impl Default for Lender {
    fn default() -> Self {
        Self { fonts: None, asked: BTreeSet::new(), gone: BTreeSet::new(), room: ROOM }
    }
}

impl Lender {
    /// One that lends these fonts.
    #[cfg(test)]
    pub fn of(fonts: Vec<Found>) -> Self {
        Self { fonts: Some(fonts.into()), ..Self::default() }
    }

    /// The files of the fonts for what ours lack of `text`, but for those that were lent before.
    ///
    /// What no font of the machine has is lent for by none.
    pub fn lend(&mut self, text: &str) -> Vec<Arc<Vec<u8>>> {
        let mut lent = Vec::new();
        if text.is_ascii() {
            return lent;
        }
        let asked = &mut self.asked;
        let mut letters: BTreeSet<char> =
            text.chars().filter(|letter| lacks(*letter) && asked.insert(*letter)).collect();
        if letters.is_empty() {
            return lent;
        }
        let fonts = Arc::clone(self.fonts.get_or_insert_with(|| Arc::clone(&HERE)));
        let has = |number: &usize, letter: char| fonts[*number].face.covers.contains(u32::from(letter));
        letters.retain(|letter| !self.gone.iter().any(|number| has(number, *letter)));
        while let Some(letter) = letters.first().copied() {
            let having = (0..fonts.len()).filter(|number| !self.gone.contains(number) && has(number, letter));
            let Some(best) = having.max_by_key(|number| rank(&fonts[*number], *number, &letters)) else {
                letters.remove(&letter);
                continue;
            };
            self.gone.insert(best);
            if let Some(content) = self.read(&fonts[best]) {
                letters.retain(|letter| !has(&best, *letter));
                lent.push(content);
            }
        }
        lent
    }

    fn read(&mut self, font: &Found) -> Option<Arc<Vec<u8>>> {
        let room = self.room.checked_sub(font.length)?;
        let content = fs::read(&font.path).ok()?;
        FontRef::from_index(&content, 0).ok()?;
        self.room = room;
        Some(Arc::new(content))
    }
}

/// How well a font suits `letters`: coloured ones are for pictures, which then look as they are known; then one that is
/// upright and of usual weight and width; then one that has the most of the letters; then one that has little else.
fn rank(font: &Found, number: usize, letters: &BTreeSet<char>) -> impl Ord + use<> {
    let Found { face, .. } = font;
    let had = letters.iter().filter(|letter| face.covers.contains(u32::from(**letter))).count();
    (face.is_coloured, Reverse(face.apart), had, Reverse(face.covers.len()), Reverse(number))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fonts::{
        FACES,
        samples::{self, font},
    };
    use std::os::unix::fs::symlink;
    use tempfile::TempDir;

    /// A folder with fonts of this package: the fonts of machines are not everywhere.
    fn folder(files: &[(&str, &[u8])]) -> TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, content) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, content).expect("a file");
        }
        folder
    }

    fn names(folder: &TempDir) -> Vec<String> {
        let name = |font: Found| font.path.strip_prefix(folder).expect("in there").display().to_string();
        find(&[folder.path()]).into_iter().map(name).collect()
    }

    #[test]
    fn fonts_are_found_wherever_they_lie() {
        let deep = format!("{}deep.ttf", "d/".repeat(DEPTH));
        let files: &[(&str, &[u8])] =
            &[("b.ttf", FACES[4]), ("a/c/d.OTF", FACES[0]), ("b.txt", FACES[4]), (&deep, FACES[4])];
        assert_eq!(names(&folder(files)), ["a/c/d.OTF", "b.ttf"]);
        assert!(find(&[Path::new("/nowhere/at/all")]).is_empty());
    }

    #[test]
    fn what_is_no_font_is_passed_by() {
        let mut lying = FACES[4].to_vec();
        lying[12..300].fill(0xff);
        let folder = folder(&[
            ("a.ttf", FACES[4]),
            ("broken.ttf", b"no font"),
            ("cut.ttf", &FACES[4][..1000]),
            ("empty.ttf", b""),
            ("lying.ttf", &lying),
            ("d.ttf/e.ttf", FACES[0]),
        ]);
        let path = folder.path();
        symlink(path, path.join("loop")).expect("a link");
        symlink(path.join("d.ttf"), path.join("d.ttf/again.ttf")).expect("a link");
        symlink("itself.ttf", path.join("itself.ttf")).expect("a link");
        File::create(path.join("large.ttf")).and_then(|file| file.set_len(LARGEST + 1)).expect("a file");
        rustix::fs::mknodat(
            rustix::fs::CWD,
            path.join("pipe.ttf"),
            rustix::fs::FileType::Fifo,
            0o600.into(),
            0,
        )
        .expect("a pipe");
        assert_eq!(names(&folder), ["a.ttf", "d.ttf/e.ttf"]);
    }

    fn lent(lender: &mut Lender, text: &str) -> Vec<Vec<u8>> {
        lender.lend(text).into_iter().map(|file| file.to_vec()).collect()
    }

    #[test]
    fn a_font_is_lent_once_and_for_what_ours_lack() {
        let (few, many, others) = (font('中'..='丯'), font('一'..='龥'), font('あ'..='ん'));
        let (mut lender, _folder) = samples::lender(&[("a.ttf", &few), ("b.ttf", &many), ("c.ttf", &others)]);
        assert!(lender.lend("Größe ж אב \u{200d}\u{fe0f} \u{378}").is_empty());
        assert_eq!(lent(&mut lender, "a中b"), [few], "what has little else");
        assert!(lender.lend("中丯").is_empty());
        assert_eq!(lent(&mut lender, "中永あ"), [others, many], "in the order of the letters");
        assert!(lender.lend("永あん中😀").is_empty());
    }

    #[test]
    fn as_few_as_can_be_are_lent() {
        let (few, many) = (font('一'..='丯'), font('一'..='龥'));
        let (mut lender, _folder) = samples::lender(&[("a.ttf", &few), ("b.ttf", &many)]);
        assert_eq!(lent(&mut lender, "一中永"), [many]);
    }

    #[test]
    fn what_is_broken_or_gone_by_then_is_lent_by_none() {
        let (good, bad) = (font('一'..='龥'), font('中'..='中'));
        let (mut lender, folder) = samples::lender(&[("a.ttf", &bad), ("b.ttf", &good)]);
        fs::remove_file(folder.path().join("a.ttf")).expect("a file");
        assert_eq!(lent(&mut lender, "中"), [good]);
        let (lender, _folder) = samples::lender(&[("a.ttf", &bad)]);
        assert!(Lender { room: 1000, ..lender }.lend("中").is_empty(), "it is more than may be read");
        assert!(Lender::of(Vec::new()).lend("中😀").is_empty());
    }
}
