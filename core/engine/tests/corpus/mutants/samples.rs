//! A small file of each type that tools of our own take.
use crate::{archives, folder, folder::made, pdfs, pictures, sounds, tables};

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
        files: if tool == "pdf-merge" { 2 } else { 1 },
    };
    tools.iter().map(sample).collect()
}

pub fn images() -> Vec<Sample> {
    let tools = [
        ("image-convert", r#"{"format": "gif"}"#),
        ("image-resize", r#"{"width": 9}"#),
        ("images-to-pdf", "{}"),
        ("media-probe", "{}"),
        ("image-compress", "{}"),
    ];
    let kinds = [
        ("image/png", "-depth 16", "a.png"),
        ("image/png", "-colors 16 -interlace PNG", "PNG8:a.png"),
        ("image/jpeg", "-interlace Plane", "a.jpg"),
        ("image/jpeg", "-colorspace CMYK", "a.jpg"),
        ("image/webp", "-quality 70", "a.webp"),
        ("image/webp", "-define webp:lossless=true", "a.webp"),
        ("image/gif", "( rose: -resize 40x30! -negate )", "a.gif"),
        ("image/tiff", "-compress lzw", "a.tiff"),
        ("image/tiff", "-compress zip -define tiff:tile-geometry=16x16", "a.tiff"),
        ("image/tiff", "-monochrome -compress group4", "a.tiff"),
        ("image/bmp", "", "a.bmp"),
        ("image/bmp", "-colors 16", "BMP3:a.bmp"),
    ];
    let sample = |(mime, how, name): (&str, &str, &str)| {
        let file = name.rsplit(':').next().unwrap_or(name);
        let how = how.replace('(', "\\(").replace(')', "\\)");
        let content = made(&format!("convert rose: -resize 40x30! {how} {name}"), file);
        let all = if ["image/png", "image/jpeg", "image/webp"].contains(&mime) { 5 } else { 4 };
        each(mime, &content, &tools[..all])
    };
    let turned = each("image/jpeg", pictures::PHOTO, &tools[1..2]);
    kinds.into_iter().flat_map(sample).chain(turned).collect()
}

pub fn drawings() -> Vec<Sample> {
    let svg = br##"<!DOCTYPE svg [<!ENTITY e "1 1">]><svg xmlns="http://www.w3.org/2000/svg" width="40" height="30">
<defs><filter id="f"><feGaussianBlur stdDeviation="&e;"/><feTurbulence baseFrequency=".1"/></filter>
<pattern id="p" width="4" height="4" patternUnits="userSpaceOnUse"><path d="M0 0L4 4" stroke="red"/></pattern>
<linearGradient id="g"><stop offset="0"/><stop offset="1" stop-color="blue"/></linearGradient>
<mask id="m"><rect width="9" height="9" fill="#fff"/></mask><clipPath id="c"><circle r="20"/></clipPath></defs>
<g filter="url(#f)" clip-path="url(#c)" mask="url(#m)"><rect width="30" height="20" fill="url(#p)" rx="2"/></g>
<path d="M1 1C3 4 5 6 7 8A3 3 0 1 0 9 9Z" fill="url(#g)" stroke-dasharray="1 2" transform="rotate(20) scale(2)"/>
<text x="3" y="20" font-size="9">Text <tspan dy="2">more</tspan></text><use href="#p" x="1e3"/></svg>"##;
    each("image/svg+xml", svg, &[("svg-to-png", "{}")])
}

pub fn pdfs() -> Vec<Sample> {
    let own: Vec<_> = pdfs::TOOLS.iter().copied().chain([("pdf-properties", "{}")]).collect();
    let kinds = ["--object-streams=disable", "--object-streams=generate", "--qdf"];
    kinds.into_iter().flat_map(|how| each("application/pdf", &pdfs::rewritten(how), &own)).collect()
}

pub fn texts() -> Vec<Sample> {
    let text = include_bytes!("../../../src/tools/text/markdown_to_pdf/all.md");
    each("text/markdown", text, &[("markdown-to-html", "{}"), ("markdown-to-pdf", "{}")])
}

pub fn tables() -> Vec<Sample> {
    let csv = "id;name;n\n1;\"a;b\n\"\"c\"\"\";2.5\n2;ä;true\n3;2024-01-31;-1\n";
    let wide = folder::scripted(&format!("open('a', 'wb').write({csv:?}.encode('utf-16'))"));
    let json = br#"[{"a":1,"b":[1,{"c":null}]},{"a":"x\u00e4","d":-1.5e3,"e":"2024-01-31"}]"#;
    let csv_tools = [("csv-to-json", "{}"), ("csv-to-xlsx", r#"{"dates": true}"#)];
    let mut samples = each("text/csv", csv.as_bytes(), &csv_tools);
    samples.extend(each("text/csv", &wide, &csv_tools));
    samples.extend(each(
        "application/json",
        json,
        &[("json-to-csv", "{}"), ("json-to-xlsx", r#"{"dates": true}"#)],
    ));
    samples
}

pub fn workbooks() -> Vec<Sample> {
    let packed = tables::by_office();
    let tools = [("xlsx-to-csv", "{}"), ("xlsx-to-json", "{}")];
    let mut samples = each(tables::XLSX, &packed, &tools);
    // Where nothing is packed, what is changed reaches the reader.
    samples.extend(each(tables::XLSX, &stored(&packed), &tools));
    samples
}

/// The same archive with nothing packed.
fn stored(archive: &[u8]) -> Vec<u8> {
    let folder = folder::Folder::with(&[("b", archive)]);
    folder.python(
        "import zipfile\nold, new = zipfile.ZipFile('b'), zipfile.ZipFile('a', 'w')\n\
         for entry in old.infolist(): new.writestr(entry.filename, old.read(entry))\nnew.close()",
    );
    folder.read("a")
}

pub fn archives() -> Vec<Sample> {
    let zip = folder::scripted(
        "import zipfile\nz = zipfile.ZipFile('a', 'w', zipfile.ZIP_DEFLATED)\n\
         [z.writestr(f'd/{n}.txt', b'words ' * n * 9) for n in range(5)]\nz.close()",
    );
    let mut samples = each(archives::MIME, &zip, &[("zip-to-files", "{}"), ("files-to-zip", "{}")]);
    samples.extend(each(archives::MIME, &stored(&zip), &[("zip-to-files", "{}")]));
    samples
}

pub fn sounds() -> Vec<Sample> {
    let tools = [("media-probe", "{}"), ("audio-to-wav", r#"{"channels": "stereo"}"#)];
    let sounds = sounds::KINDS.iter().flat_map(|(name, mime, codec)| {
        each(mime, &sounds::recorded(name, &format!("-t 0.3 {codec}")), &tools)
    });
    let films =
        [("a.mp4", "video/mp4", 2), ("a.mkv", "video/x-matroska", 1), ("a.mov", "video/quicktime", 1)];
    let films = films.into_iter().flat_map(|(name, mime, tools_of_it)| {
        each(mime, &sounds::filmed(name, "-t 0.3 -c:v mpeg4 -c:a aac"), &tools[..tools_of_it])
    });
    sounds.chain(films).collect()
}
