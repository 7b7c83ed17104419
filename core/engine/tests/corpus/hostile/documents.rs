//! Documents that mean harm.
use super::{Asked, CLEAR, Case, Forbidden, bytes::packed, tried};
use crate::support::{checks::Check, pages::MIME, stage::Stage};
use serde_json::json;
use std::fmt::Write;

pub const ALL: &[Check] = &[
    Check::new("hostile PDFs", pdfs),
    Check::new("what acts in PDFs is gone from new ones", actions),
    Check::new("hostile Markdown", markdown),
];

const TOOLS: &[Asked] = &[
    ("pdf-merge", "{}"),
    ("pdf-split", "{}"),
    ("pdf-rotate", r#"{"angle": 90}"#),
    ("pdf-delete-pages", r#"{"pages": "1"}"#),
    ("pdf-reorder", r#"{"order": [1]}"#),
    ("pdf-compress", "{}"),
    ("pdf-number-pages", "{}"),
    ("pdf-watermark", r#"{"text": "Draft"}"#),
    ("pdf-crop", r#"{"margins": {"left": 1}}"#),
    ("pdf-flatten", "{}"),
    (
        "pdf-redact",
        r#"{"areas": [{"page": 1, "area": {"left": 0, "top": 0, "width": 9, "height": 9}}], "dpi": 72}"#,
    ),
    ("pdf-repair", "{}"),
    ("pdf-to-text", "{}"),
    ("pdf-to-png", r#"{"dpi": 36}"#),
    ("pdf-to-jpeg", r#"{"dpi": 36}"#),
    ("pdf-to-svg", "{}"),
    ("pdf-protect", r#"{"userPassword": "open sesame"}"#),
    ("pdf-unprotect", r#"{"password": "open sesame"}"#),
    ("pdf-properties", "{}"),
];

/// A document of these objects, from 1; the first is its catalog.
fn document(objects: &[&[u8]]) -> Vec<u8> {
    let mut bytes = b"%PDF-1.7\n".to_vec();
    let mut table = format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
    for (number, object) in (1..).zip(objects) {
        writeln!(table, "{:010} 00000 n ", bytes.len()).expect("room");
        bytes.extend([format!("{number} 0 obj\n").as_bytes(), object, b"\nendobj\n"].concat());
    }
    let (size, start) = (objects.len() + 1, bytes.len());
    bytes.extend(
        format!("{table}trailer <</Size {size} /Root 1 0 R>>\nstartxref\n{start}\n%%EOF\n").as_bytes(),
    );
    bytes
}

const CATALOG: &[u8] = b"<</Type /Catalog /Pages 2 0 R>>";
const PAGES: &[u8] = b"<</Type /Pages /Kids [3 0 R] /Count 1>>";

/// A page with what stands in its dictionary.
fn page(more: &str) -> Vec<u8> {
    format!("<</Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] {more}>>").into_bytes()
}

/// A document of one page with this stream as its content.
fn shown(dictionary: &str, content: &[u8]) -> Vec<u8> {
    let head = format!("<</Length {} {dictionary}>>\nstream\n", content.len());
    let stream = [head.as_bytes(), content, b"\nendstream"].concat();
    document(&[CATALOG, PAGES, &page("/Contents 4 0 R /Resources <</XObject <</X 4 0 R>>>>"), &stream])
}

fn pdfs(stage: &Stage) {
    let case = |name, content| Case { name, asked: TOOLS, mime: MIME, content, ends: CLEAR };
    let bomb = packed(b"0 0 m ", 50 << 20);
    let twice = packed(&packed(&[0], 2 << 30), 1);
    let deep = format!("<</Type /Catalog /Pages 2 0 R /A {}{}>>", "[".repeat(50_000), "]".repeat(50_000));
    let nested = format!("{}{}", "q ".repeat(500_000), "Q ".repeat(500_000));
    let previous = String::from_utf8(document(&[CATALOG, PAGES, &page("")])).expect("letters");
    let own = previous.rfind("xref\n0").expect("a table");
    let previous = previous.replace("/Root 1 0 R", &format!("/Root 1 0 R /Prev {own}"));
    let itself = b"<</Type /Pages /Kids [2 0 R 3 0 R] /Count 99999>>";
    let parents = b"<</Type /Pages /Kids [3 0 R] /Count 1 /Parent 2 0 R>>";
    let many = format!("<</Type /Pages /Kids [{}] /Count 100000>>", "3 0 R ".repeat(100_000));
    let huge = String::from_utf8(page("")).expect("letters").replace("0 0 99 99", "0 0 1e9 1e9");
    let note = "<</Subtype /Square /Rect [0 0 9 9] /AP <</N 4 0 R>>>> ";
    let notes = |count| page(&format!("/Annots [{}]", note.repeat(count)));
    let shape = |entries: &str, content: &str| {
        format!("<</Length {} {entries}>>\nstream\n{content}\nendstream", content.len()).into_bytes()
    };
    let plain = shape("/Subtype /Form /BBox [0 0 9 9]", "");
    let spiral = shape("/Subtype /Form /BBox [0 0 9 9] /Resources <</XObject <</X 4 0 R>>>>", "/X Do /X Do");
    let field = b"<</Subtype /Widget /FT /Tx /Rect [0 0 9 9] /Parent 5 0 R /V 5 0 R /DA (/F 1e38 Tf)>>";
    let text = format!("<</FT /Tx /Parent 5 0 R /V ({})>>", "long ".repeat(200_000));
    let image = "/Subtype /Image /Width 50000 /Height 50000 /BitsPerComponent 8 /ColorSpace /DeviceRGB";
    let pattern = "/Subtype /Form /BBox [0 0 99 99] /Resources <</XObject <</X 4 0 R>>>>";
    tried(
        stage,
        &[
            case("pages within themselves", document(&[CATALOG, itself, &page("")])),
            case("pages that are their own parents", document(&[CATALOG, parents, &page("")])),
            case("one page 100 000 times", document(&[CATALOG, many.as_bytes(), &page("")])),
            case("a huge page", document(&[CATALOG, PAGES, huge.as_bytes()])),
            case("a content of 300 MB", shown("/Filter /FlateDecode", &bomb)),
            case("a content of 2 GB, packed twice", shown("/Filter [/FlateDecode /FlateDecode]", &twice)),
            case(
                "objects that are their own stream",
                shown("/Type /ObjStm /N 9 /First 9 /Extends 4 0 R", b"4 0 4 0"),
            ),
            case(
                "a length that is itself",
                document(&[
                    CATALOG,
                    PAGES,
                    &page("/Contents 4 0 R"),
                    b"<</Length 4 0 R>>\nstream\n0\nendstream",
                ]),
            ),
            case(
                "references in a circle",
                document(&[CATALOG, PAGES, &page("/Contents 4 0 R"), b"5 0 R", b"4 0 R"]),
            ),
            case("arrays in arrays", document(&[deep.as_bytes(), PAGES, &page("")])),
            case("states in states", shown("", nested.as_bytes())),
            case("a form that shows itself", shown(pattern, b"/X Do /X Do")),
            case("an image of 50 000 by 50 000", shown(image, b"/X Do")),
            case("100 000 notes on a page", document(&[CATALOG, PAGES, &notes(100_000), &plain])),
            case("a note that shows itself", document(&[CATALOG, PAGES, &notes(1), &spiral])),
            case(
                "a field that is above itself",
                document(&[CATALOG, PAGES, &page("/Annots [4 0 R]"), field, text.as_bytes()]),
            ),
            case(
                "a picture whose size is no number",
                shown(
                    "/Subtype /Image /Width 1e9 /Height -1 /BitsPerComponent 8 /ColorSpace /DeviceGray",
                    b"/X Do",
                ),
            ),
            case("tables in a circle", previous.into_bytes()),
            case("many filters", shown(&format!("/Filter [{}]", "/ASCIIHexDecode ".repeat(10_000)), b"30>")),
        ],
    );
}

fn actions(stage: &Stage) {
    let catalog = b"<</Type /Catalog /Pages 2 0 R /OpenAction 4 0 R /AA <</WC 5 0 R>> \
        /Names <</JavaScript <</Names [(a) 4 0 R]>> /EmbeddedFiles <</Names [(b) 6 0 R]>>>>>>";
    let script = b"<</S /JavaScript /JS (app.alert\\(1\\))>>";
    let launch = b"<</S /Launch /F (/bin/sh)>>";
    let annotation = "/AA <</O 4 0 R>> /Annots [<</Subtype /Link /Rect [0 0 9 9] /A 5 0 R>> <</Subtype /Link /Rect [0 0 9 9] /A <</S /URI /URI (https://example.com)>>>>]";
    let pdf = document(&[catalog, PAGES, &page(annotation), script, launch, b"<</Type /Filespec /F (b)>>"]);
    let both = [("a.pdf", MIME, pdf.as_slice()); 2];
    for (tool, files) in [("pdf-merge", &both[..]), ("pdf-split", &both[..1])] {
        let made = stage.all(tool, json!({}), files).remove(0).content;
        let open = opened(&made);
        for word in ["/JavaScript", "/Launch", "/OpenAction", "/bin/sh"] {
            assert!(!open.contains(word), "{tool} keeps {word}");
        }
        assert!(open.contains("https://example.com"), "{tool} keeps links");
    }
}

/// The document with nothing packed.
fn opened(pdf: &[u8]) -> String {
    let mut document = lopdf::Document::load_mem(pdf).expect("a PDF");
    document.decompress();
    let mut bytes = Vec::new();
    document.save_to(&mut bytes).expect("memory");
    String::from_utf8_lossy(&bytes).into_owned()
}

fn markdown(stage: &Stage) {
    let forbidden = Forbidden::open();
    let asked = &[("markdown-to-html", "{}"), ("markdown-to-pdf", "{}")];
    let case = |name, content: String, ends| Case {
        name,
        asked,
        mime: "text/markdown",
        content: content.into_bytes(),
        ends,
    };
    let address = forbidden.address();
    let code = "#read(\"/etc/passwd\") #include \"/etc/passwd\" $#sys$ `#image(\"/etc/passwd\")`";
    tried(
        stage,
        &[
            case(
                "images",
                format!("![a]({address}) ![b](file:///etc/passwd) <img src='{address}'>"),
                &[None],
            ),
            case("code of the typesetter", code.to_owned(), &[None]),
            case("quotes in quotes", format!("{}a", "> ".repeat(50_000)), CLEAR),
            case("lists in lists", (0..2000).map(|n| format!("{}- a\n", "  ".repeat(n))).collect(), CLEAR),
            case("emphasis in emphasis", format!("{}a{}", "*a ".repeat(20_000), " a*".repeat(20_000)), CLEAR),
            case("brackets in brackets", "[".repeat(100_000), CLEAR),
            case("ticks of all lengths", (1..2000).map(|n| format!("{} ", "`".repeat(n))).collect(), CLEAR),
            case("one line", "a".repeat(1 << 20), CLEAR),
        ],
    );
    forbidden.stayed_alone();
}
