//! Files that mean harm, made here: so small to send, and so large to open.
use std::fmt::Write;

/// What the file `name` holds, if it is one of these.
pub fn content(name: &str) -> Option<Vec<u8>> {
    Some(match name {
        "locked.pdf" => include_bytes!("../../../core/engine/tests/corpus/samples/aes256.pdf").to_vec(),
        "pages.pdf" => pages(2001),
        "zeros.zip" => archive(&[Entry::of_zeros("zeros", 80 << 20)]),
        "crowd.zip" => {
            archive(&(0..2000).map(|number| Entry::plain(&number.to_string(), b"")).collect::<Vec<_>>())
        }
        "locked.zip" => archive(&[Entry { flags: 1, ..Entry::plain("words", b"words that nobody reads") }]),
        "zeros.7z" => include_bytes!("../../../core/engine/tests/corpus/samples/zeros.7z").to_vec(),
        "crowd.7z" => include_bytes!("../../../core/engine/tests/corpus/samples/crowd.7z").to_vec(),
        "link.7z" => include_bytes!("../../../core/engine/tests/corpus/samples/link.7z").to_vec(),
        "locked.7z" => include_bytes!("../../../core/engine/tests/corpus/samples/locked.7z").to_vec(),
        "laughs.yaml" => aliases(),
        "deep.json" => "[".repeat(5000).into_bytes(),
        "secret.xml" => b"<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]><a>&b;</a>".to_vec(),
        "large.png" => picture(9000),
        "laughs.svg" => laughs(),
        "deep.svg" => drawing("", &format!("{}{}", "<g>".repeat(5000), "</g>".repeat(5000))),
        _ => return None,
    })
}

fn drawing(begin: &str, within: &str) -> Vec<u8> {
    let root = "<svg xmlns='http://www.w3.org/2000/svg' width='20' height='20'>";
    format!("{begin}{root}{within}</svg>").into_bytes()
}

/// A drawing whose one word stands for a thousand million.
fn laughs() -> Vec<u8> {
    let ten = |level: u32| format!("<!ENTITY l{level} '{}'>", format!("&l{};", level - 1).repeat(10));
    let entities: String = (1..10).map(ten).collect();
    drawing(&format!("<!DOCTYPE svg [<!ENTITY l0 'lol'>{entities}]>"), "<text>&l9;</text>")
}

/// Data whose last value stands for a thousand million.
fn aliases() -> Vec<u8> {
    let nine = |level: u32| format!("l{level}: &l{level} [{}]\n", format!("*l{},", level - 1).repeat(9));
    let levels: String = (1..10).map(nine).collect();
    format!("l0: &l0 lol\n{levels}").into_bytes()
}

/// A PDF of so many empty pages (ISO 32000 section 7.5).
fn pages(count: usize) -> Vec<u8> {
    let kids: String = (0..count).map(|page| format!("{} 0 R ", page + 3)).collect();
    let mut objects = vec![
        "<</Type /Catalog /Pages 2 0 R>>".to_owned(),
        format!("<</Type /Pages /Kids [{kids}] /Count {count}>>"),
    ];
    objects.extend((0..count).map(|_| "<</Type /Page /Parent 2 0 R /MediaBox [0 0 99 99]>>".to_owned()));
    let (mut pdf, mut table) = ("%PDF-1.7\n".to_owned(), "0000000000 65535 f \n".to_owned());
    for (number, object) in (1..).zip(&objects) {
        writeln!(table, "{:010} 00000 n ", pdf.len()).expect("room");
        write!(pdf, "{number} 0 obj\n{object}\nendobj\n").expect("room");
    }
    let (size, start) = (objects.len() + 1, pdf.len());
    write!(pdf, "xref\n0 {size}\n{table}trailer <</Size {size} /Root 1 0 R>>\nstartxref\n{start}\n%%EOF\n")
        .expect("room");
    pdf.into_bytes()
}

/// A black picture in grey (PNG): so many pixels wide and high.
fn picture(side: u32) -> Vec<u8> {
    let part = |name: &[u8], content: &[u8]| {
        let named = [name, content].concat();
        let length = u32::try_from(content.len()).expect("a small part").to_be_bytes();
        [&length, named.as_slice(), &crc32fast::hash(&named).to_be_bytes()].concat()
    };
    let head = [&side.to_be_bytes()[..], &side.to_be_bytes(), &[8, 0, 0, 0, 0]].concat();
    // Each line begins with its filter, which is none: zero as well.
    let bytes = side as usize * (side as usize + 1);
    // Adler-32 of nothing but zeros (RFC 1950 section 9).
    let sum = u32::try_from(bytes % 65521).expect("a remainder") << 16 | 1;
    let packed = [&[0x78, 0x01][..], &zeros(bytes), &sum.to_be_bytes()].concat();
    [b"\x89PNG\r\n\x1a\n", &part(b"IHDR", &head)[..], &part(b"IDAT", &packed), &part(b"IEND", b"")].concat()
}

/// So many zeros, packed (RFC 1951): one, and then "258 times the last" over and over, in fixed codes.
fn zeros(count: usize) -> Vec<u8> {
    let mut bits = Bits::default();
    // The last block, in fixed codes; and a zero.
    bits.add("110");
    bits.add("00110000");
    for _ in 0..(count - 1) / 258 {
        bits.add("1100010100000");
    }
    for _ in 0..(count - 1) % 258 {
        bits.add("00110000");
    }
    // The end of the block.
    bits.add("0000000");
    bits.bytes
}

/// Bits as RFC 1951 packs them: from the lowest of each byte up.
#[derive(Default)]
struct Bits {
    bytes: Vec<u8>,
    used: u8,
}

impl Bits {
    fn add(&mut self, bits: &str) {
        for bit in bits.bytes() {
            if self.used == 0 {
                self.bytes.push(0);
            }
            if let Some(last) = self.bytes.last_mut() {
                *last |= (bit - b'0') << self.used;
            }
            self.used = (self.used + 1) % 8;
        }
    }
}

/// An entry of an archive.
struct Entry {
    name: String,
    flags: u16,
    method: u16,
    sum: u32,
    packed: Vec<u8>,
    size: usize,
}

impl Entry {
    fn plain(name: &str, content: &[u8]) -> Self {
        let (packed, sum) = (content.to_vec(), crc32fast::hash(content));
        Self { name: name.to_owned(), flags: 0, method: 0, sum, size: packed.len(), packed }
    }

    fn of_zeros(name: &str, size: usize) -> Self {
        let (mebibyte, mut sum) = (vec![0; 1 << 20], crc32fast::Hasher::new());
        for _ in 0..size >> 20 {
            sum.update(&mebibyte);
        }
        Self { name: name.to_owned(), flags: 0, method: 8, sum: sum.finalize(), packed: zeros(size), size }
    }

    /// What stands of it in both places (APPNOTE sections 4.3.7 and 4.3.12).
    fn head(&self) -> Vec<u8> {
        let short =
            |numbers: &[u16]| numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<_>>();
        let size = |length: usize| u32::try_from(length).expect("a small file").to_le_bytes();
        [
            &short(&[20, self.flags, self.method, 0, 0x21])[..],
            &self.sum.to_le_bytes(),
            &size(self.packed.len()),
            &size(self.size),
            &short(&[u16::try_from(self.name.len()).expect("a short name"), 0]),
        ]
        .concat()
    }
}

fn archive(entries: &[Entry]) -> Vec<u8> {
    let (mut archive, mut central) = (Vec::new(), Vec::new());
    for entry in entries {
        let place = u32::try_from(archive.len()).expect("a small file").to_le_bytes();
        archive.extend([b"PK\x03\x04", &entry.head()[..], entry.name.as_bytes(), &entry.packed].concat());
        let more = [&[0; 10][..], &place, entry.name.as_bytes()].concat();
        central.extend([b"PK\x01\x02\x14\0", &entry.head()[..], &more].concat());
    }
    let count = u16::try_from(entries.len()).expect("few").to_le_bytes();
    let size = |length: usize| u32::try_from(length).expect("a small file").to_le_bytes();
    let sizes = [size(central.len()), size(archive.len())].concat();
    [&archive[..], &central, b"PK\x05\x06\0\0\0\0", &count, &count, &sizes, b"\0\0"].concat()
}
