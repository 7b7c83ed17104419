//! Images that mean harm.
use super::{
    Asked, CLEAR, Case,
    bytes::{Number::Four, Number::Two, crc, little, packed},
    tried,
};
use crate::{
    archives,
    support::{checks::Check, samples::sample, stage::Stage},
};
use hosting_engine::Code;

pub const ALL: &[Check] = &[
    Check::new("images of 50 000 by 50 000 pixels", huge),
    Check::new("images that unpack to more than they say", bombs),
    Check::new("images that are something else too", polyglots),
];

const TOOLS: &[Asked] = &[
    ("image-convert", r#"{"format": "png"}"#),
    ("image-resize", r#"{"width": 10}"#),
    ("images-to-pdf", "{}"),
    ("image-crop", r#"{"ratio": "1:1"}"#),
    ("image-rotate", r#"{"angle": 90}"#),
    ("image-watermark", "{}"),
];

/// A part of a PNG.
fn part(name: &[u8], content: &[u8]) -> Vec<u8> {
    let length = u32::try_from(content.len()).expect("few").to_be_bytes();
    let named = [name, content].concat();
    [&length, named.as_slice(), &crc(&named).to_be_bytes()].concat()
}

/// A PNG of eight bits with this packed content, and more parts before it.
fn png((width, height): (u32, u32), colours: u8, content: &[u8], more: &[u8]) -> Vec<u8> {
    let head = [width.to_be_bytes(), height.to_be_bytes(), [8, colours, 0, 0]].concat();
    let head = part(b"IHDR", &[head.as_slice(), &[0]].concat());
    [b"\x89PNG\r\n\x1a\n", head.as_slice(), more, &part(b"IDAT", content), &part(b"IEND", b"")].concat()
}

fn gif(width: u16, height: u16) -> Vec<u8> {
    let (screen, frame) = (little(&[Two(width), Two(height)]), little(&[Two(0), Two(0)]));
    [b"GIF89a", &screen[..], b"\x80\0\0", &[0; 6], b",", &frame, &screen, b"\0\x02\x02\x44\x01\0;"].concat()
}

/// The head of a JPEG XL: its size in 18 bits each, and everything else as usual (ISO/IEC 18181-1 annex D).
fn jxl(width: u64, height: u64) -> Vec<u8> {
    let fields = [(1, 0), (2, 2), (18, height - 1), (3, 0), (2, 2), (18, width - 1), (2, 3)];
    let (bits, _) =
        fields.iter().fold((0, 0), |(bits, at), (length, value)| (bits | value << at, at + length));
    [b"\xff\x0a".as_slice(), &bits.to_le_bytes()].concat()
}

fn tiff(width: u32, height: u32) -> Vec<u8> {
    let entries = [
        (256, 4, width),
        (257, 4, height),
        (258, 3, 8),
        (259, 3, 1),
        (262, 3, 1),
        (273, 4, 8),
        (278, 4, height),
        (279, 4, 9),
    ];
    let entry = |(tag, kind, value)| little(&[Two(tag), Two(kind), Four(1), Four(value)]);
    let entries: Vec<u8> = entries.into_iter().flat_map(entry).collect();
    [b"II*\0\x08\0\0\0\x08\0", entries.as_slice(), &[0; 64]].concat()
}

fn bmp(width: u32, height: u32) -> Vec<u8> {
    let head = [Four(99), Four(0), Four(54), Four(40), Four(width), Four(height), Two(1), Two(24)];
    [b"BM", little(&head).as_slice(), &[0; 24], &[0; 64]].concat()
}

/// An icon of one picture that is said to be 16 × 16.
fn icon(picture: &[u8]) -> Vec<u8> {
    let length = u32::try_from(picture.len()).expect("few");
    let entry = little(&[Two(1), Two(32), Four(length), Four(22)]);
    [b"\0\0\x01\0\x01\0", &[16, 16, 0, 0][..], &entry, picture].concat()
}

fn huge(stage: &Stage) {
    let case =
        |name, mime, content| Case { name, asked: TOOLS, mime, content, ends: &[Some(Code::TooManyPixels)] };
    let (side, short) = (50_000, 50_000);
    tried(
        stage,
        &[
            case("a PNG", "image/png", png((side, side), 2, &packed(&[0], 99), b"")),
            case("a GIF", "image/gif", gif(short, short)),
            case("a TIFF", "image/tiff", tiff(side, side)),
            case("a BMP", "image/bmp", bmp(side, side)),
            case("a JPEG XL", "image/jxl", jxl(50_000, 50_000)),
            case("an icon", "image/vnd.microsoft.icon", icon(&png((side, side), 2, &packed(&[0], 99), b""))),
        ],
    );
}

fn bombs(stage: &Stage) {
    let case = |name, content, ends| Case { name, asked: TOOLS, mime: "image/png", content, ends };
    let zeros = packed(&[0], 300 << 20);
    let hidden = |name| part(name, &[b"a\0\0", zeros.as_slice()].concat());
    let small = |more: &[u8]| png((1, 1), 0, &packed(&[0], 2), more);
    let line = packed(&[0], 90_000_001);
    let frame = b"!\xf9\x04\0\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0";
    let frames = [b"GIF89a\x01\0\x01\0\x80\0\0", [0; 6].as_slice(), &frame.repeat(5000), b";"].concat();
    tried(
        stage,
        &[
            case("IDAT of 300 MB", png((10, 10), 2, &zeros, b""), CLEAR),
            case("text of 300 MB", small(&hidden(b"zTXt")), CLEAR),
            case("a profile of 300 MB", small(&hidden(b"iCCP")), CLEAR),
            case("a million parts", small(&part(b"tEXt", b"a\0b").repeat(1_000_000)), CLEAR),
            case(
                "a picture that is one long line",
                png((90_000_000, 1), 0, &line, b""),
                &[None, Some(Code::MemoryExceeded)],
            ),
            Case {
                name: "5000 frames",
                asked: &[("image-convert", r#"{"format": "gif"}"#)],
                mime: "image/gif",
                content: frames,
                ends: &[Some(Code::TooManyLayers)],
            },
        ],
    );
}

fn polyglots(stage: &Stage) {
    let both = [png((1, 1), 0, &packed(&[0], 2), b""), archives::packed([("x", "y")])].concat();
    let page = [b"<html><script>1</script>".as_slice(), &sample("printed.pdf")].concat();
    tried(
        stage,
        &[
            Case {
                name: "PNG and zip",
                asked: TOOLS,
                mime: "image/png",
                content: both.clone(),
                ends: &[None],
            },
            Case {
                name: "zip and PNG",
                asked: &[("zip-to-files", "{}")],
                mime: "application/zip",
                content: both,
                ends: &[None, Some(Code::FileTypeMismatch), Some(Code::FileBroken)],
            },
            Case {
                name: "PDF and HTML",
                asked: &[("pdf-split", "{}"), ("pdf-to-text", "{}")],
                mime: "application/pdf",
                content: page,
                ends: &[None, Some(Code::FileTypeMismatch), Some(Code::FileBroken)],
            },
        ],
    );
}
