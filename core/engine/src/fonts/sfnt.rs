//! What a font says of itself, read from the tables that say it and not from all of its file (OpenType 1.9.1).
use skrifa::{
    Tag,
    raw::{
        FontData, FontRead as _, TTCHeader, TableDirectory, TableRecord,
        collections::IntSet,
        tables::{
            cmap::{Cmap, CmapSubtable},
            os2::{Os2, SelectionFlags},
        },
    },
};
use std::io::{Read, Seek, SeekFrom};

/// Where a file's tables are stands in so many bytes.
const HEAD: u64 = 4 << 10;
/// The largest table that is read, in bytes: those of the largest fonts take half a megabyte.
const TABLE: u64 = 4 << 20;
/// No font has more letters than Unicode has room for.
const LETTERS: usize = 0x11_0000;

/// Tables without which no text can be set.
const NEEDED: [&[u8; 4]; 5] = [b"cmap", b"head", b"hhea", b"hmtx", b"maxp"];
/// Tables with the shapes of letters, of which a font has one.
const SHAPES: [&[u8; 4]; 7] = [b"glyf", b"CFF ", b"CFF2", b"CBDT", b"COLR", b"SVG ", b"sbix"];
/// How many of these are shapes of one colour.
const OUTLINES: usize = 3;

/// What a font says of itself; of a collection of fonts, what its first one says.
pub struct Face {
    /// The letters that it has.
    pub covers: IntSet<u32>,
    /// Whether they have colours.
    pub is_coloured: bool,
    /// How far it is from an upright font of usual weight and width.
    pub apart: u16,
}

/// What the font in `file` says of itself; nothing where it is broken, or none with which text can be set.
pub fn face(file: &mut (impl Read + Seek)) -> Option<Face> {
    let length = file.seek(SeekFrom::End(0)).ok()?;
    let head = part(file, 0, HEAD)?;
    let fonts =
        TTCHeader::read(FontData::new(&head)).ok().filter(|fonts| fonts.ttc_tag() == Tag::new(b"ttcf"));
    let first = fonts.map(|fonts| fonts.table_directory_offsets().first().map(|first| first.get().into()));
    let head = match first {
        Some(first) => part(file, first?, HEAD)?,
        None => head,
    };
    let tables = TableDirectory::read(FontData::new(&head)).ok()?.table_records();
    let end = |table: &TableRecord| u64::from(table.offset()) + u64::from(table.length());
    if tables.iter().any(|table| end(table) > length) {
        return None;
    }
    let find = |tag: &[u8; 4]| tables.iter().find(|table| table.tag() == Tag::new(tag));
    let has = |tag: &&[u8; 4]| find(tag).is_some();
    if !NEEDED.iter().all(has) || !SHAPES.iter().any(has) {
        return None;
    }
    let mut table = |tag: &[u8; 4]| {
        let table = find(tag).filter(|table| u64::from(table.length()) <= TABLE)?;
        part(file, table.offset().into(), table.length().into())
    };
    let covers = covers(&Cmap::read(FontData::new(&table(b"cmap")?)).ok()?)?;
    let apart = table(b"OS/2").and_then(|about| Some(apart(&Os2::read(FontData::new(&about)).ok()?)));
    Some(Face { covers, is_coloured: SHAPES[OUTLINES..].iter().any(has), apart: apart.unwrap_or_default() })
}

/// The letters that a font has; none where it has one shape for many of them, as fonts of last resort do.
pub fn covers(map: &Cmap<'_>) -> Option<IntSet<u32>> {
    match map.best_subtable()?.2 {
        CmapSubtable::Format13(_) => None,
        letters => {
            // Groups of letters may lie upon each other, so that there are more than a file has room for.
            let shown = letters.iter().take(LETTERS).filter(|(_, glyph)| glyph.to_u32() > 0);
            Some(shown.map(|(letter, _)| letter).collect())
        }
    }
}

fn apart(about: &Os2<'_>) -> u16 {
    let slanted = about.fs_selection().intersects(SelectionFlags::ITALIC | SelectionFlags::OBLIQUE);
    let weight = about.us_weight_class().abs_diff(400);
    let width = about.us_width_class().abs_diff(5).saturating_mul(100);
    weight.saturating_add(width).saturating_add(if slanted { 1000 } else { 0 })
}

/// So many bytes of a file from `start`, or all that it has from there.
fn part(file: &mut (impl Read + Seek), start: u64, length: u64) -> Option<Vec<u8>> {
    let mut part = Vec::new();
    file.seek(SeekFrom::Start(start)).ok()?;
    file.take(length).read_to_end(&mut part).ok()?;
    Some(part)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fonts::FACES;
    use std::io::Cursor;

    fn read(font: Vec<u8>) -> Option<Face> {
        face(&mut Cursor::new(font))
    }

    /// Where the table `tag` of a font is named.
    fn named(font: &[u8], tag: [u8; 4]) -> usize {
        font[..1024].windows(4).position(|name| name == tag).expect("a table")
    }

    #[test]
    fn a_font_says_what_it_has() {
        let regular = read(FACES[4].to_vec()).expect("a font");
        assert!(regular.covers.contains(u32::from('ж')) && !regular.covers.contains(u32::from('中')));
        assert_eq!((regular.is_coloured, regular.apart), (false, 0));
        let slanted = read(FACES[7].to_vec()).expect("a font");
        assert_eq!(slanted.apart, 1300);
    }

    #[test]
    fn what_is_broken_is_no_font() {
        let font = FACES[4];
        assert!(
            read(Vec::new()).is_none()
                && read(b"ttcf\0\x01\0\0\0\0\0\x01\xff\xff\xff\xff".to_vec()).is_none()
        );
        for length in [3, 12, 100, 1000, 10_000, font.len() - 4] {
            assert!(read(font[..length].to_vec()).is_none(), "{length}");
        }
        for (tag, place) in [(b"cmap", 8), (b"cmap", 12), (b"glyf", 12)] {
            let mut lying = font.to_vec();
            let at = named(font, *tag) + place;
            lying[at..at + 4].fill(0xff);
            assert!(read(lying).is_none(), "{tag:?} {place}");
        }
        let mut shapeless = font.to_vec();
        let at = named(font, *b"glyf");
        shapeless[at..at + 4].copy_from_slice(b"none");
        assert!(read(shapeless).is_none());
    }

    #[test]
    fn whatever_its_tables_hold_there_is_an_end() {
        let font = FACES[4];
        let table = |tag| {
            let at = named(font, tag);
            let number =
                |at: usize| u32::from_be_bytes(font[at..at + 4].try_into().expect("four bytes")) as usize;
            number(at + 8)..number(at + 8) + number(at + 12)
        };
        for tag in [b"cmap", b"OS/2"] {
            for (start, byte) in (0..40).flat_map(|start| [0, 1, 0x7f, 0xff].map(|byte| (start, byte))) {
                let mut odd = font.to_vec();
                for byte_of in odd[table(*tag)].iter_mut().skip(start).step_by(7) {
                    *byte_of = byte;
                }
                let _no_panic = read(odd);
            }
        }
    }
}
