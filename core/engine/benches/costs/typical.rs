//! With which file each tool is measured, and what it is told.
use crate::samples::Sample::{
    self, Archive, Book, Document, Drawing, Film, Heic, Letter, Locked, Markup, Packed, Page, Photo, Photos,
    Report, Rows, Scan, Scanned, Settings, SettingsInJson, Song, Table, Text, Values, Workbook,
};
use serde_json::{Value, json};

/// What a tool is measured with.
pub struct Typical {
    /// The tool's id.
    pub tool: &'static str,
    /// The files, in words: customers read them.
    pub input: &'static str,
    /// The files.
    pub files: &'static [Sample],
    /// What it is told.
    pub options: Value,
}

const PHOTO: (&str, &[Sample]) = ("a photo of 12 megapixels", &[Photo]);
const SCAN: (&str, &[Sample]) = ("a page of text, scanned at 300 dpi", &[Scan]);
const REPORT: (&str, &[Sample]) = ("a report of 20 pages", &[Report]);
const TEXT: (&str, &[Sample]) = ("a text of 10,000 words", &[Text]);
const LETTER: (&str, &[Sample]) = ("a text document of 10,000 words", &[Letter]);
const DOCUMENT: (&str, &[Sample]) = ("a DOCX of 10,000 words", &[Document]);
const BOOK: (&str, &[Sample]) = ("an EPUB of 10,000 words", &[Book]);
const PAGE: (&str, &[Sample]) = ("a web page of 10,000 words", &[Page]);
const TABLE: (&str, &[Sample]) = ("a table of 10,000 lines", &[Table]);
const ROWS: (&str, &[Sample]) = ("10,000 records", &[Rows]);
const WORKBOOK: (&str, &[Sample]) = ("a workbook of 10,000 lines", &[Workbook]);
const SONG: (&str, &[Sample]) = ("a song of three minutes", &[Song]);
const FILM: (&str, &[Sample]) = ("a film of 15 seconds, 1280 × 720", &[Film]);

/// Every tool of which a typical file is known.
pub fn all() -> Vec<Typical> {
    let defaults = || json!({});
    [
        ("image-convert", PHOTO, json!({"format": "webp"})),
        ("image-resize", PHOTO, json!({"width": 1600})),
        ("image-compress", PHOTO, defaults()),
        ("image-crop", PHOTO, json!({"ratio": "1:1"})),
        ("image-rotate", PHOTO, json!({"angle": 90})),
        ("image-watermark", ("a photo of 12 megapixels, and another on it", &[Photo, Photo]), defaults()),
        ("svg-to-png", ("a drawing of 1,000 shapes", &[Drawing]), json!({"width": 2000})),
        ("images-to-pdf", PHOTO, defaults()),
        ("heic-convert", ("a photo of 12 megapixels, as telephones keep it", &[Heic]), defaults()),
        ("image-to-text", SCAN, defaults()),
        ("image-to-searchable-pdf", SCAN, defaults()),
        ("pdf-to-png", REPORT, defaults()),
        ("pdf-to-jpeg", REPORT, defaults()),
        ("pdf-to-svg", REPORT, defaults()),
        ("pdf-merge", ("two reports of 20 pages", &[Report, Report]), defaults()),
        ("pdf-split", REPORT, json!({"every": 1})),
        ("pdf-rotate", REPORT, json!({"angle": 90})),
        ("pdf-delete-pages", REPORT, json!({"pages": "2-10"})),
        ("pdf-reorder", REPORT, json!({"order": (1..=20).rev().collect::<Vec<_>>()})),
        ("pdf-compress", ("a photo of 12 megapixels in a PDF", &[Photos]), defaults()),
        ("pdf-number-pages", REPORT, defaults()),
        ("pdf-watermark", REPORT, json!({"text": "Draft"})),
        ("pdf-crop", REPORT, json!({"margins": {"left": 20}})),
        ("pdf-flatten", REPORT, defaults()),
        (
            "pdf-redact",
            REPORT,
            json!({"areas": [{"page": 2, "area": {"left": 20, "top": 20, "width": 100, "height": 10}}]}),
        ),
        ("pdf-repair", REPORT, defaults()),
        ("pdf-to-text", REPORT, defaults()),
        ("pdf-properties", REPORT, defaults()),
        ("pdf-ocr", ("a page of text, scanned at 300 dpi", &[Scanned]), defaults()),
        ("pdf-to-pdfa", REPORT, defaults()),
        ("pdf-protect", REPORT, json!({"userPassword": "open sesame"})),
        (
            "pdf-unprotect",
            ("a report of 20 pages with a password", &[Locked]),
            json!({"password": "open sesame"}),
        ),
        ("pdf-linearize", REPORT, defaults()),
        ("markdown-to-html", TEXT, defaults()),
        ("markdown-to-pdf", TEXT, defaults()),
        ("markdown-to-docx", TEXT, defaults()),
        ("markdown-to-epub", TEXT, defaults()),
        ("html-to-markdown", PAGE, defaults()),
        ("html-to-epub", PAGE, defaults()),
        ("html-to-pdf", PAGE, defaults()),
        ("docx-to-markdown", DOCUMENT, defaults()),
        ("docx-to-html", DOCUMENT, defaults()),
        ("epub-to-markdown", BOOK, defaults()),
        ("epub-to-html", BOOK, defaults()),
        ("office-to-pdf", LETTER, defaults()),
        ("office-convert", LETTER, json!({"format": "odt"})),
        ("csv-to-json", TABLE, defaults()),
        ("csv-to-xlsx", TABLE, defaults()),
        ("json-to-csv", ROWS, defaults()),
        ("json-to-xlsx", ROWS, defaults()),
        ("xlsx-to-csv", WORKBOOK, defaults()),
        ("xlsx-to-json", WORKBOOK, defaults()),
        ("json-to-yaml", ROWS, defaults()),
        ("yaml-to-json", ("10,000 records in YAML", &[Values]), defaults()),
        ("json-to-xml", ROWS, defaults()),
        ("xml-to-json", ("10,000 records in XML", &[Markup]), defaults()),
        ("toml-to-json", ("settings of 1,000 tables", &[Settings]), defaults()),
        ("json-to-toml", ("settings of 1,000 tables in JSON", &[SettingsInJson]), defaults()),
        ("files-to-tar-gz", ("a report and a table of 10,000 lines", &[Report, Table]), defaults()),
        ("archive-to-files", ("a tar.gz of two files", &[Packed]), defaults()),
        ("files-to-zip", ("a report and a table of 10,000 lines", &[Report, Table]), defaults()),
        ("zip-to-files", ("an archive of two files", &[Archive]), defaults()),
        ("audio-to-wav", SONG, defaults()),
        ("media-probe", SONG, defaults()),
        ("audio-extract", FILM, defaults()),
        ("audio-transcode", SONG, defaults()),
        ("media-trim", SONG, json!({"start": 30, "end": 60})),
        ("video-transcode", FILM, defaults()),
        ("video-to-gif", FILM, defaults()),
        ("video-thumbnails", FILM, defaults()),
    ]
    .map(|(tool, (input, files), options)| Typical { tool, input, files, options })
    .into()
}
