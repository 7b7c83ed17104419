//! A small file of each type that tools of our own take.
use crate::{
    archives,
    own::{self, DOCX, EPUB},
    pdfs::TOOLS,
    support::{
        pages,
        samples::{FILMS, PHOTO, TONES, sample},
    },
    tables::{XLSX, utf16},
};

/// A file, and a tool that takes it.
pub struct Sample {
    pub tool: &'static str,
    pub options: &'static str,
    pub mime: String,
    pub content: Vec<u8>,
    /// How many files the tool wants at once.
    pub files: usize,
}

/// A file for each of these tools.
fn each(mime: &str, content: &[u8], tools: &[(&'static str, &'static str)]) -> Vec<Sample> {
    let sample = |&(tool, options): &(&'static str, &'static str)| Sample {
        tool,
        options,
        mime: mime.to_owned(),
        content: content.to_vec(),
        files: if ["pdf-merge", "image-watermark"].contains(&tool) { 2 } else { 1 },
    };
    tools.iter().map(sample).collect()
}

pub fn images() -> Vec<Sample> {
    let tools = [
        ("image-convert", r#"{"format": "gif"}"#),
        ("image-resize", r#"{"width": 9}"#),
        ("images-to-pdf", "{}"),
        ("image-crop", r#"{"ratio": "1:1"}"#),
        ("image-rotate", r#"{"angle": 90}"#),
        ("image-watermark", r#"{"opacity": 50}"#),
        ("media-probe", "{}"),
        ("image-compress", "{}"),
    ];
    let kinds = [
        ("deep.png", "image/png"),
        ("palette.png", "image/png"),
        ("interlaced.png", "image/png"),
        ("progressive.jpg", "image/jpeg"),
        ("planes.jpg", "image/jpeg"),
        ("cmyk.jpg", "image/jpeg"),
        ("lossy.webp", "image/webp"),
        ("lossless.webp", "image/webp"),
        ("animation.webp", "image/webp"),
        ("animation.gif", "image/gif"),
        ("interlaced.gif", "image/gif"),
        ("lzw.tiff", "image/tiff"),
        ("tiled.tiff", "image/tiff"),
        ("fax.tiff", "image/tiff"),
        ("plain.bmp", "image/bmp"),
        ("palette.bmp", "image/bmp"),
        ("exact.jxl", "image/jxl"),
        ("lossy.jxl", "image/jxl"),
        ("animation.jxl", "image/jxl"),
        ("plain.ico", "image/vnd.microsoft.icon"),
        ("mixed.ico", "image/vnd.microsoft.icon"),
        ("plain.psd", "image/vnd.adobe.photoshop"),
        ("deep.psd", "image/vnd.adobe.photoshop"),
        ("half.psd", "image/vnd.adobe.photoshop"),
    ];
    let sample = |(name, mime): (&str, &str)| {
        // The last tool takes few types, and nothing that moves.
        let small = ["image/png", "image/jpeg", "image/webp", "image/jxl"].contains(&mime);
        let all = if small && !name.starts_with("animation") { tools.len() } else { tools.len() - 1 };
        each(mime, &sample(name), &tools[..all])
    };
    let turned = each("image/jpeg", PHOTO, &tools[1..2]);
    kinds.into_iter().flat_map(sample).chain(turned).collect()
}

pub fn drawings() -> Vec<Sample> {
    let svg = br##"<!DOCTYPE svg [<!ENTITY e "1 1">]><svg xmlns="http://www.w3.org/2000/svg" width="40" height="30">
<defs><filter id="f"><feGaussianBlur stdDeviation="&e;"/><feTurbulence baseFrequency=".1"/></filter>
<pattern id="p" width="4" height="4" patternUnits="userSpaceOnUse"><path d="M0 0L4 4" stroke="red"/></pattern>
<linearGradient id="g"><stop offset="0"/><stop offset="1" stop-color="blue"/></linearGradient>
<marker id="k" orient="auto"><rect width="2" height="2"/></marker>
<mask id="m"><rect width="9" height="9" fill="#fff"/></mask><clipPath id="c"><circle r="20"/></clipPath></defs>
<g filter="url(#f)" clip-path="url(#c)" mask="url(#m)"><rect width="30" height="20" fill="url(#p)" rx="2"/></g>
<path d="M1 1C3 4 5 6 7 8A3 3 0 1 0 9 9Z" fill="url(#g)" marker-mid="url(#k)" stroke-dasharray="1 2" transform="rotate(20) scale(2)"/>
<text x="3" y="20" font-size="9" style="fill:green">Text <tspan dy="2">more</tspan></text><use href="#p" x="1e3"/></svg>"##;
    each("image/svg+xml", svg, &[("svg-to-png", "{}")])
}

pub fn pdfs() -> Vec<Sample> {
    let kinds = ["printed.pdf", "streams.pdf", "open.pdf", "text.pdf"];
    let closed = ["aes256.pdf", "aes128.pdf", "rc4.pdf"];
    let open = [("pdf-unprotect", r#"{"password": "secret"}"#)];
    let opened = closed.into_iter().flat_map(|name| each(pages::MIME, &sample(name), &open));
    kinds.into_iter().flat_map(|name| each(pages::MIME, &sample(name), TOOLS)).chain(opened).collect()
}

pub fn texts() -> Vec<Sample> {
    let text = include_bytes!("../../../src/tools/text/markdown_to_pdf/all.md");
    let tools = [
        ("markdown-to-html", "{}"),
        ("markdown-to-pdf", "{}"),
        ("markdown-to-docx", "{}"),
        ("markdown-to-epub", r#"{"zip": true}"#),
    ];
    let html = [("html-to-markdown", "{}"), ("html-to-epub", "{}")];
    let docx = [("docx-to-markdown", "{}"), ("docx-to-html", "{}")];
    let epub = [("epub-to-markdown", "{}"), ("epub-to-html", "{}")];
    let letter = sample("letter.docx");
    let mut samples = each("text/markdown", text, &tools);
    samples.extend(each("text/html", own::PAGE.as_bytes(), &html));
    samples.extend(each(DOCX, &letter, &docx));
    // Where nothing is packed, what is changed reaches the reader.
    samples.extend(each(DOCX, &archives::stored(&letter), &docx));
    samples.extend(each(EPUB, &archives::stored(&own::book(own::PAGE)), &epub));
    samples
}

pub fn data() -> Vec<Sample> {
    let yaml = b"%YAML 1.2\n---\na: &a [1, 0x1F, .5, 'x', \"\\u00e4\"]\nb: {<<: {c: ~}, d: *a}\n? e\n: |-\n  f\n  g\n";
    let xml =
        b"<?xml version='1.0'?><!DOCTYPE a><n:a b='c&amp;'><!--d--><e/>&#x41;<e><![CDATA[<f>]]></e></n:a>";
    let toml =
        b"a = 'b'\nc = 1979-05-27T07:32:00Z\n[d.e]\nf = [1, 2.5, true, {g = \"h\"}]\n[[i]]\nj = 0xff\n";
    let json = br##"{"a":{"@b":"c","d":[1,-2.5e3,null,true,{"#text":"x\u00e4\n"}]},"e":"f: g"}"##;
    let mut samples = each("application/yaml", yaml, &[("yaml-to-json", "{}")]);
    samples.extend(each("application/xml", xml, &[("xml-to-json", "{}")]));
    samples.extend(each("application/toml", toml, &[("toml-to-json", "{}")]));
    samples.extend(each("application/json", json, &[("json-to-yaml", "{}"), ("json-to-xml", "{}")]));
    samples
}

pub fn tables() -> Vec<Sample> {
    let csv = "id;name;n\n1;\"a;b\n\"\"c\"\"\";2.5\n2;ä;true\n3;2024-01-31;-1\n";
    let wide = utf16(csv, u16::to_le_bytes);
    let json = br#"[{"a":1,"b":[1,{"c":null}]},{"a":"x\u00e4","d":-1.5e3,"e":"2024-01-31"}]"#;
    let csv_tools = [
        ("csv-to-json", "{}"),
        ("csv-to-xlsx", r#"{"dates": true}"#),
        ("csv-to-json", r#"{"encoding": "windows-1252"}"#),
    ];
    let mut samples = each("text/csv", csv.as_bytes(), &csv_tools);
    samples.extend(each("text/csv", &wide, &csv_tools[..2]));
    samples.extend(each(
        "application/json",
        json,
        &[("json-to-csv", "{}"), ("json-to-xlsx", r#"{"dates": true}"#)],
    ));
    samples
}

pub fn workbooks() -> Vec<Sample> {
    let packed = sample("sheet.xlsx");
    let tools = [("xlsx-to-csv", "{}"), ("xlsx-to-json", "{}")];
    let mut samples = each(XLSX, &packed, &tools);
    // Where nothing is packed, what is changed reaches the reader.
    samples.extend(each(XLSX, &archives::stored(&packed), &tools));
    samples
}

pub fn archives() -> Vec<Sample> {
    let zip = archives::packed((0..5).map(|n| (format!("d/{n}.txt"), "words ".repeat(n * 9))));
    let mut samples = each(archives::MIME, &zip, &[("zip-to-files", "{}"), ("files-to-zip", "{}")]);
    samples.extend(each(archives::MIME, &archives::stored(&zip), &[("zip-to-files", "{}")]));
    let apart = [("archive-to-files", "{}"), ("files-to-tar-gz", "{}")];
    samples.extend(each(archives::MIME, &zip, &apart[..1]));
    for (name, mime) in archives::OTHERS {
        samples.extend(each(mime, &sample(name), &apart[..1]));
    }
    // Where nothing is packed, what is changed reaches the reader.
    samples.extend(each(archives::TAR, &archives::unpacked(&sample("pax.tar.gz")), &apart));
    samples
}

pub fn sounds() -> Vec<Sample> {
    let tools = [("media-probe", "{}"), ("audio-to-wav", r#"{"channels": "stereo"}"#)];
    // The sound of films is read where it is in a container that is known for sound too.
    let count = |mime: &str| if mime.starts_with("video/") && mime != "video/mp4" { 1 } else { 2 };
    TONES
        .into_iter()
        .chain(FILMS)
        .flat_map(|(name, mime)| each(mime, &sample(name), &tools[..count(mime)]))
        .collect()
}
