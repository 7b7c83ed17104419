//! Images that mean harm.
use super::{Asked, CLEAR, Case, tried};
use crate::{checks::Check, folder::scripted, stage::Stage};
use hosting_engine::Code;

pub const ALL: &[Check] = &[
    Check::new("images of 50 000 by 50 000 pixels", &["python3"], huge),
    Check::new("images that unpack to more than they say", &["python3"], bombs),
    Check::new("images that are something else too", &["python3"], polyglots),
];

const TOOLS: &[Asked] = &[
    ("image-convert", r#"{"format": "png"}"#),
    ("image-resize", r#"{"width": 10}"#),
    ("images-to-pdf", "{}"),
];

/// How Python writes the parts of a PNG.
const PNG: &str = "
import struct, zlib
def part(name, content):
    return struct.pack('>I', len(content)) + name + content + struct.pack('>I', zlib.crc32(name + content))
def png(width, height, kind, content, *more):
    head = struct.pack('>IIBBBBB', width, height, 8, kind, 0, 0, 0)
    parts = [part(b'IHDR', head), *more, part(b'IDAT', content), part(b'IEND', b'')]
    return b'\\x89PNG\\r\\n\\x1a\\n' + b''.join(parts)
";

fn png(expression: &str) -> Vec<u8> {
    scripted(&format!("{PNG}\nopen('a', 'wb').write({expression})"))
}

fn huge(stage: &Stage) {
    let case =
        |name, mime, content| Case { name, asked: TOOLS, mime, content, ends: &[Some(Code::TooManyPixels)] };
    let bytes = |expression: &str| scripted(&format!("import struct\nopen('a', 'wb').write({expression})"));
    let gif = "b'GIF89a' + struct.pack('<HHBBB', 50000, 50000, 0x80, 0, 0) + bytes(6) + b',' + \
               struct.pack('<HHHHB', 0, 0, 50000, 50000, 0) + b'\\2\\2\\x44\\1\\0;'";
    let entry = "lambda *e: struct.pack('<HHII', *e)";
    let tiff = format!(
        "(lambda entry: b'II*\\0\\x08\\0\\0\\0' + struct.pack('<H', 8) + entry(256, 4, 1, 50000) + \
         entry(257, 4, 1, 50000) + entry(258, 3, 1, 8) + entry(259, 3, 1, 1) + entry(262, 3, 1, 1) + \
         entry(273, 4, 1, 8) + entry(278, 4, 1, 50000) + entry(279, 4, 1, 9) + bytes(64))({entry})"
    );
    let bmp = "b'BM' + struct.pack('<IIIIiiHHIIIIII', 99, 0, 54, 40, 50000, 50000, 1, 24, 0, 0, 0, 0, 0, 0) + bytes(64)";
    tried(
        stage,
        &[
            case("a PNG", "image/png", png("png(50000, 50000, 2, zlib.compress(bytes(99)))")),
            case("a GIF", "image/gif", bytes(gif)),
            case("a TIFF", "image/tiff", bytes(&tiff)),
            case("a BMP", "image/bmp", bytes(bmp)),
        ],
    );
}

fn bombs(stage: &Stage) {
    let case = |name, mime, content, ends| Case { name, asked: TOOLS, mime, content, ends };
    let frames = "b'GIF89a\\1\\0\\1\\0\\x80\\0\\0' + bytes(6) + (b'!\\xf9\\4\\0\\0\\0\\0\\0,' + bytes(4) + b'\\1\\0\\1\\0\\0\\2\\2D\\1\\0') * 5000 + b';'";
    let frames = scripted(&format!("open('a', 'wb').write({frames})"));
    tried(
        stage,
        &[
            case(
                "IDAT of 300 MB",
                "image/png",
                png("png(10, 10, 2, zlib.compress(bytes(300 << 20)))"),
                CLEAR,
            ),
            case(
                "text of 300 MB",
                "image/png",
                png(
                    "png(1, 1, 0, zlib.compress(bytes(2)), part(b'zTXt', b'a\\0\\0' + zlib.compress(bytes(300 << 20))))",
                ),
                CLEAR,
            ),
            case(
                "a profile of 300 MB",
                "image/png",
                png(
                    "png(1, 1, 0, zlib.compress(bytes(2)), part(b'iCCP', b'a\\0\\0' + zlib.compress(bytes(300 << 20))))",
                ),
                CLEAR,
            ),
            case(
                "a million parts",
                "image/png",
                png("png(1, 1, 0, zlib.compress(bytes(2)), part(b'tEXt', b'a\\0b') * 1000000)"),
                CLEAR,
            ),
            case(
                "a picture that is one long line",
                "image/png",
                png("png(90000000, 1, 0, zlib.compress(bytes(90000001)))"),
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
    let both = png(
        "png(1, 1, 0, zlib.compress(bytes(2))) + (lambda b: (__import__('zipfile').ZipFile(b, 'w').writestr('x', 'y'), b.getvalue())[1])(__import__('io').BytesIO())",
    );
    let page = [b"<html><script>1</script>".as_slice(), &crate::pdfs::printed()].concat();
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
