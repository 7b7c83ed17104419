//! What an XLSX file is packed from, measured before its reader takes memory for what it says.
use super::rows::too_many;
use crate::{Code, Failure, Limits, bounded};
use std::{
    fs::File,
    io::{self, BufRead, BufReader, Read},
};
use zip::{ZipArchive, result::ZipError};

/// More parts than any workbook has.
const PARTS: usize = 10_000;
/// A tag and the text behind it: a cell's text has at most 32 767 letters.
const PIECE: usize = 1 << 20;
/// The same among the formats, which are copied for each of their uses.
const FORMAT: usize = 2 << 10;
/// Twice as many formats as a workbook may have.
const FORMATS: u64 = 1 << 17;
/// Where the sheets lie.
const SHEETS: &[u8] = b"worksheets/";
/// The most sheets, names of places and ties between parts: readers keep a list of each.
const LISTED: u64 = 100_000;
/// How many tags there may be for each row that there may be.
const TAGS_FOR_A_ROW: u64 = 16;

/// Refuses a workbook that would grow too much: all of it is unpacked, and nothing is kept.
pub fn check(file: File, limits: &Limits) -> Result<(), Failure> {
    let packed = file.metadata()?.len();
    let mut left = limits.unpacked(packed);
    // Sheets are read cell for cell: they may be larger than what could be kept.
    let mut sheets = packed.saturating_mul(limits.expansion).saturating_add(10 << 20);
    let mut archive = ZipArchive::new(BufReader::new(file)).map_err(broken)?;
    if archive.len() > PARTS {
        return Err(Failure::new(Code::TooManyEntries, "the workbook has too many parts"));
    }
    if archive.has_overlapping_entries().map_err(broken)? {
        return Err(Failure::new(Code::ExpansionTooLarge, "the workbook's parts lie one over the other"));
    }
    (0..archive.len()).try_for_each(|at| {
        let mut part = archive.by_index(at).map_err(broken)?;
        match Bounds::of(part.name_raw(), limits) {
            Some(bounds) if bounds.sheet => bounds.check(BufReader::new(&mut part), &mut sheets),
            Some(bounds) => bounds.check(BufReader::new(&mut part), &mut left),
            None => bounded::unpack(&mut part, &mut io::sink(), &mut left),
        }
    })
}

fn broken(cause: ZipError) -> Failure {
    match cause {
        ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) => {
            Failure::new(Code::FileEncrypted, "the file is encrypted")
        }
        other => Failure::broken(other),
    }
}

/// How much a part may hold.
struct Bounds {
    sheet: bool,
    tags: u64,
    piece: usize,
    strings: u64,
}

impl Bounds {
    /// The bounds of a part that is XML, and that a reader of tables may open.
    fn of(name: &[u8], limits: &Limits) -> Option<Self> {
        let name = name.to_ascii_lowercase();
        let ends = |end: &[u8]| name.ends_with(end);
        let many = limits.entries.saturating_mul(TAGS_FOR_A_ROW);
        let (sheet, tags, piece) = match () {
            () if ends(b"styles.xml") => (false, FORMATS, FORMAT),
            () if ends(b"sharedstrings.xml") => (false, many, PIECE),
            () if ends(b".xml") && name.windows(SHEETS.len()).any(|part| part == SHEETS) => {
                (true, u64::MAX, PIECE)
            }
            () if ends(b".xml") || ends(b".rels") => (false, many, PIECE),
            () => return None,
        };
        Some(Self { sheet, tags, piece, strings: many })
    }

    /// Reads a part tag for tag.
    fn check(&self, mut part: impl BufRead, left: &mut u64) -> Result<(), Failure> {
        let mut piece = Vec::new();
        let mut listed = 0;
        for tags in 0u64.. {
            piece.clear();
            let most = (self.piece as u64 + 1).min(*left + 1);
            part.by_ref().take(most).read_until(b'<', &mut piece).map_err(Failure::broken)?;
            if piece.is_empty() {
                break;
            }
            *left = left.checked_sub(piece.len() as u64).ok_or_else(too_large)?;
            listed += u64::from(is_listed(&piece));
            match () {
                () if listed > LISTED => return Err(too_many("sheets or names")),
                () if tags > self.tags => return Err(too_many("texts or formats")),
                () if piece.len() > self.piece => return Err(unsupported("a text in it is too long")),
                // Another encoding would hide what is looked for here.
                () if piece.contains(&0) => return Err(unsupported("its parts are not written in UTF-8")),
                () if !self.sheet && announced(&piece) > self.strings => return Err(too_many("texts")),
                () => (),
            }
        }
        Ok(())
    }
}

/// Whether a tag is one of those that readers keep a list of, in whatever namespace.
fn is_listed(piece: &[u8]) -> bool {
    let name = piece
        .split(|byte| byte.is_ascii_whitespace() || matches!(byte, b'>' | b'/'))
        .next()
        .unwrap_or_default();
    let local = name.rsplit(|byte| *byte == b':').next().unwrap_or_default();
    [b"sheet".as_slice(), b"definedName", b"Relationship"].contains(&local)
}

/// How many texts a tag says there will be: a reader takes memory for them beforehand.
fn announced(piece: &[u8]) -> u64 {
    const WORD: &[u8] = b"uniqueCount";
    let Some(at) = piece.windows(WORD.len()).position(|window| window == WORD) else { return 0 };
    let digits = piece[at + WORD.len()..].iter().skip_while(|byte| !byte.is_ascii_digit());
    let digits = digits.take_while(|byte| byte.is_ascii_digit());
    digits.fold(0u64, |number, digit| number.saturating_mul(10).saturating_add(u64::from(digit - b'0')))
}

fn too_large() -> Failure {
    Failure::new(Code::ExpansionTooLarge, "the workbook grows too much when it is unpacked")
}

fn unsupported(cause: &str) -> Failure {
    Failure::new(Code::FileUnsupported, format!("the workbook cannot be read: {cause}"))
}
