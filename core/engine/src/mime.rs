//! The types of files: their names, and what files of a type are called.
//!
//! A type that a tool takes or makes stands here, once; what such a file looks like stands in [`crate::sniff`].

/// PNG.
pub const PNG: &str = "image/png";
/// JPEG.
pub const JPEG: &str = "image/jpeg";
/// GIF, still or moving.
pub const GIF: &str = "image/gif";
/// WebP.
pub const WEBP: &str = "image/webp";
/// AVIF.
pub const AVIF: &str = "image/avif";
/// JPEG XL.
pub const JXL: &str = "image/jxl";
/// HEIC, as telephones make it.
pub const HEIC: &str = "image/heic";
/// HEIF, whatever it is coded with.
pub const HEIF: &str = "image/heif";
/// TIFF.
pub const TIFF: &str = "image/tiff";
/// Windows' bitmaps.
pub const BMP: &str = "image/bmp";
/// Icons of Windows and of web sites.
pub const ICO: &str = "image/vnd.microsoft.icon";
/// Photoshop's documents.
pub const PSD: &str = "image/vnd.adobe.photoshop";
/// Drawings of the web.
pub const SVG: &str = "image/svg+xml";
/// PDF.
pub const PDF: &str = "application/pdf";
/// Text with nothing but letters.
pub const TEXT: &str = "text/plain";
/// Markdown (RFC 7763).
pub const MARKDOWN: &str = "text/markdown";
/// Web pages.
pub const HTML: &str = "text/html";
/// Text with formats, as word processors exchange it.
pub const RTF: &str = "application/rtf";
/// EPUB books.
pub const EPUB: &str = "application/epub+zip";
/// Texts of Office.
pub const DOCX: &str = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
/// Tables of Office.
pub const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
/// Slides of Office.
pub const PPTX: &str = "application/vnd.openxmlformats-officedocument.presentationml.presentation";
/// Texts of Office, before 2007.
pub const DOC: &str = "application/msword";
/// Tables of Office, before 2007.
pub const XLS: &str = "application/vnd.ms-excel";
/// Slides of Office, before 2007.
pub const PPT: &str = "application/vnd.ms-powerpoint";
/// Texts of `OpenDocument`.
pub const ODT: &str = "application/vnd.oasis.opendocument.text";
/// Tables of `OpenDocument`.
pub const ODS: &str = "application/vnd.oasis.opendocument.spreadsheet";
/// Slides of `OpenDocument`.
pub const ODP: &str = "application/vnd.oasis.opendocument.presentation";
/// Values separated by commas or by another sign (RFC 4180).
pub const CSV: &str = "text/csv";
/// Values separated by tabulators.
pub const TSV: &str = "text/tab-separated-values";
/// JSON (RFC 8259).
pub const JSON: &str = "application/json";
/// XML.
pub const XML: &str = "application/xml";
/// YAML (RFC 9512).
pub const YAML: &str = "application/yaml";
/// TOML.
pub const TOML: &str = "application/toml";
/// Zip archives.
pub const ZIP: &str = "application/zip";
/// Archives of tar, not packed.
pub const TAR: &str = "application/x-tar";
/// What gzip packed (RFC 6713): a file, or an archive of tar.
pub const GZIP: &str = "application/gzip";
/// 7z archives.
pub const SEVEN: &str = "application/x-7z-compressed";
/// MP3.
pub const MP3: &str = "audio/mpeg";
/// Sound in MP4: AAC or ALAC.
pub const M4A: &str = "audio/mp4";
/// AAC without a container (ADTS).
pub const AAC: &str = "audio/aac";
/// FLAC.
pub const FLAC: &str = "audio/flac";
/// Sound in Ogg.
pub const OGG: &str = "audio/ogg";
/// WAVE.
pub const WAV: &str = "audio/wav";
/// AIFF.
pub const AIFF: &str = "audio/aiff";
/// Sound in Matroska.
pub const MKA: &str = "audio/x-matroska";
/// Sound in `WebM`.
pub const WEBA: &str = "audio/webm";
/// MP4.
pub const MP4: &str = "video/mp4";
/// Apple's films.
pub const MOV: &str = "video/quicktime";
/// Matroska.
pub const MKV: &str = "video/x-matroska";
/// `WebM`.
pub const WEBM: &str = "video/webm";
/// AVI.
pub const AVI: &str = "video/x-msvideo";
/// Moving pictures in Ogg.
pub const OGV: &str = "video/ogg";
/// Bytes of a type that nobody told.
pub const BYTES: &str = "application/octet-stream";

/// A type, and the extension that its files usually have.
const TYPES: [(&str, &str); 53] = [
    (PNG, "png"),
    (JPEG, "jpg"),
    (GIF, "gif"),
    (WEBP, "webp"),
    (AVIF, "avif"),
    (JXL, "jxl"),
    (HEIC, "heic"),
    (HEIF, "heif"),
    (TIFF, "tiff"),
    (BMP, "bmp"),
    (ICO, "ico"),
    (PSD, "psd"),
    (SVG, "svg"),
    (PDF, "pdf"),
    (TEXT, "txt"),
    (MARKDOWN, "md"),
    (HTML, "html"),
    (RTF, "rtf"),
    (EPUB, "epub"),
    (DOCX, "docx"),
    (XLSX, "xlsx"),
    (PPTX, "pptx"),
    (DOC, "doc"),
    (XLS, "xls"),
    (PPT, "ppt"),
    (ODT, "odt"),
    (ODS, "ods"),
    (ODP, "odp"),
    (CSV, "csv"),
    (TSV, "tsv"),
    (JSON, "json"),
    (XML, "xml"),
    (YAML, "yaml"),
    (TOML, "toml"),
    (ZIP, "zip"),
    (TAR, "tar"),
    (GZIP, "gz"),
    (SEVEN, "7z"),
    (MP3, "mp3"),
    (M4A, "m4a"),
    (AAC, "aac"),
    (FLAC, "flac"),
    (OGG, "ogg"),
    (WAV, "wav"),
    (AIFF, "aiff"),
    (MKA, "mka"),
    (WEBA, "weba"),
    (MP4, "mp4"),
    (MOV, "mov"),
    (MKV, "mkv"),
    (WEBM, "webm"),
    (AVI, "avi"),
    (OGV, "ogv"),
];

/// Other extensions that files have.
const EXTENSIONS: [(&str, &str); 15] = [
    ("jpeg", JPEG),
    ("jpe", JPEG),
    ("tif", TIFF),
    ("heics", HEIC),
    ("markdown", MARKDOWN),
    ("htm", HTML),
    ("text", TEXT),
    ("log", TEXT),
    ("yml", YAML),
    ("tgz", GZIP),
    ("oga", OGG),
    ("wave", WAV),
    ("aif", AIFF),
    ("aifc", AIFF),
    ("m4v", MP4),
];

/// Other names that the types go by.
const ALIASES: [(&str, &str); 30] = [
    ("image/jpg", JPEG),
    ("image/x-ms-bmp", BMP),
    ("image/x-bmp", BMP),
    ("image/x-icon", ICO),
    ("image/x-photoshop", PSD),
    ("image/psd", PSD),
    ("application/x-photoshop", PSD),
    ("text/x-markdown", MARKDOWN),
    ("text/rtf", RTF),
    ("text/xml", XML),
    ("application/csv", CSV),
    ("text/json", JSON),
    ("application/x-zip-compressed", ZIP),
    ("application/x-yaml", YAML),
    ("text/yaml", YAML),
    ("text/x-yaml", YAML),
    ("application/x-gtar", TAR),
    ("application/x-gzip", GZIP),
    ("application/x-tgz", GZIP),
    ("application/x-compressed-tar", GZIP),
    ("audio/mp3", MP3),
    ("audio/x-m4a", M4A),
    ("audio/m4a", M4A),
    ("audio/x-aac", AAC),
    ("audio/x-flac", FLAC),
    ("audio/x-wav", WAV),
    ("audio/wave", WAV),
    ("audio/vnd.wave", WAV),
    ("audio/x-aiff", AIFF),
    ("video/avi", AVI),
];

/// Every type, and last the one of bytes that nobody knows.
pub const ALL: &[&str] = &names();

/// The type that `declared` means: without parameters, in small letters, under its usual name.
pub fn meant(declared: &str) -> String {
    let bare = declared.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    ALIASES.iter().find(|(alias, _)| *alias == bare).map_or(bare, |(_, mime)| (*mime).to_owned())
}

/// The extension that files of this type usually have: `bin` where the type is not known.
pub fn extension(mime: &str) -> &'static str {
    TYPES.iter().find(|(known, _)| *known == mime).map_or("bin", |(_, extension)| *extension)
}

/// Every extension that is known, in small letters, and the type that files with it usually have.
pub fn extensions() -> impl Iterator<Item = (&'static str, &'static str)> {
    TYPES.iter().map(|(mime, extension)| (*extension, *mime)).chain(EXTENSIONS)
}

/// The type that files called `name` usually have.
pub fn of_name(name: &str) -> &'static str {
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension).to_ascii_lowercase();
    extensions().find(|(known, _)| *known == extension).map_or(BYTES, |(_, mime)| mime)
}

const fn names() -> [&'static str; TYPES.len() + 1] {
    let mut names = [BYTES; TYPES.len() + 1];
    let mut at = 0;
    // Constants are made without iterators.
    while at < TYPES.len() {
        names[at] = TYPES[at].0;
        at += 1;
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_type_is_known_by_its_names_and_by_the_names_of_files() {
        assert_eq!(meant("Text/CSV; charset=utf-8"), CSV);
        assert_eq!(meant("audio/X-WAV"), WAV);
        assert_eq!(meant("made/up"), "made/up");
        assert_eq!(extension(JPEG), "jpg");
        assert_eq!(extension("made/up"), "bin");
        for (name, mime) in [
            ("a.JPEG", JPEG),
            ("b.tar.zip", ZIP),
            ("b.tar.gz", GZIP),
            ("zip", BYTES),
            ("c.exe", BYTES),
            ("d.Md", MARKDOWN),
        ] {
            assert_eq!(of_name(name), mime, "{name}");
        }
    }

    #[test]
    fn no_type_and_no_extension_stands_here_twice() {
        let mut all = ALL.to_vec();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), TYPES.len() + 1);
        for mime in ALL {
            assert_eq!(&meant(mime), mime);
            assert_eq!(of_name(&format!("a.{}", extension(mime))), *mime);
        }
    }
}
