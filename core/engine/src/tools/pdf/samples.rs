//! PDF documents for tests, written by hand or by another crate, and drawn by a third.
use crate::fonts;
use hayro::{
    RenderCache, RenderSettings, hayro_interpret::InterpreterSettings, hayro_syntax::Pdf, render,
    vello_cpu::color::palette::css::WHITE,
};
use krilla::{
    Document,
    geom::Point,
    page::PageSettings,
    text::{Font, TextDirection},
};
use lopdf::{EncryptionState, EncryptionVersion, Object, Permissions, StringFormat};
use std::fmt::Write;

/// A document with these objects, from 1; the first is the catalog.
pub fn written(objects: &[impl AsRef<str>]) -> Vec<u8> {
    let mut text = "%PDF-1.4\n".to_owned();
    let mut table = format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
    for (number, object) in (1..).zip(objects) {
        writeln!(table, "{:010} 00000 n ", text.len()).expect("a text");
        writeln!(text, "{number} 0 obj\n{}\nendobj", object.as_ref()).expect("a text");
    }
    let (start, size) = (text.len(), objects.len() + 1);
    write!(text, "{table}trailer\n<< /Root 1 0 R /Size {size} >>\nstartxref\n{start}\n%%EOF\n")
        .expect("a text");
    text.into_bytes()
}

/// A stream.
pub fn stream(entries: &str, content: &str) -> String {
    format!("<< {entries} /Length {} >>\nstream\n{content}\nendstream", content.len())
}

/// So many letters in an order by which they cannot be packed much: into four fifths.
pub fn noise(length: u64) -> String {
    let mixed = |number: u64| number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let letter = |place: u64| mixed(mixed(place) ^ (mixed(place) >> 29)) >> 33;
    (0..length).map(|place| char::from(b'!' + (letter(place) % 89) as u8)).collect()
}

/// Four pages: two that lie, 200 × 100, and two of 60 × 60; the red of each is 50 times its number. The
/// first one leads to the last, runs a script when it is opened, and has an image of its own.
pub fn four_pages() -> Vec<u8> {
    let content = |page: u32| {
        let image = if page == 1 { "1 0 0 1 300 300 cm /X Do" } else { "" };
        let red = f64::from(page * 50) / 255.0;
        stream(
            "",
            &format!("{red:.4} 0 0 rg 0 0 500 500 re f BT 1 g /F 9 Tf 5 5 Td (Page {page}) Tj ET {image}"),
        )
    };
    let noise = noise(40_000);
    written(&[
        "<< /Type /Catalog /Pages 2 0 R /OpenAction 16 0 R /Outlines 17 0 R >>".to_owned(),
        "<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 4 /Resources << /Font << /F 5 0 R >> >> >>".to_owned(),
        "<< /Type /Pages /Parent 2 0 R /Kids [6 0 R 7 0 R] /Count 2 /MediaBox [0 0 100 200] /Rotate 90 >>".to_owned(),
        "<< /Type /Pages /Parent 2 0 R /Kids [8 0 R 9 0 R] /Count 2 /MediaBox [0 0 60 60] >>".to_owned(),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>".to_owned(),
        "<< /Type /Page /Parent 3 0 R /Contents 10 0 R /Annots [14 0 R 15 0 R] /Resources << /Font << /F 5 0 R >> \
         /XObject << /X 18 0 R >> >> >>"
            .to_owned(),
        "<< /Type /Page /Parent 3 0 R /Contents [11 0 R] >>".to_owned(),
        "<< /Type /Page /Parent 4 0 R /Contents 12 0 R >>".to_owned(),
        "<< /Type /Page /Parent 4 0 R /Contents 13 0 R >>".to_owned(),
        content(1),
        content(2),
        content(3),
        content(4),
        "<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /Dest [9 0 R /Fit] >>".to_owned(),
        "<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A 16 0 R /AA << /E 16 0 R >> >>".to_owned(),
        "<< /Type /Action /S /JavaScript /JS (app.alert\\(1\\)) >>".to_owned(),
        "<< /Type /Outlines /Count 0 >>".to_owned(),
        stream("/Type /XObject /Subtype /Image /Width 200 /Height 200 /BitsPerComponent 8 /ColorSpace /DeviceGray", &noise),
    ])
}

/// A document with this content on its one page.
pub fn one_page(content: &str, more: &[&str]) -> Vec<u8> {
    let mut objects = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] /Contents 4 0 R /Resources << /XObject << /X 5 0 R >> \
         /Pattern << /P 5 0 R >> >> >>"
            .to_owned(),
        stream("", content),
    ];
    objects.extend(more.iter().map(|object| (*object).to_owned()));
    written(&objects)
}

/// A page with these lines, in a font of which only the letters are there that are needed.
pub fn lines(lines: &[&str]) -> Vec<u8> {
    let font = Font::new(fonts::FACES[0].into(), 0).expect("a font");
    let mut document = Document::new();
    let mut page = document.start_page_with(PageSettings::from_wh(300.0, 200.0).expect("a size"));
    let mut surface = page.surface();
    for (number, line) in (1_u8..).zip(lines) {
        let start = Point::from_xy(20.0, 14.0 * f32::from(number));
        surface.draw_text(start, font.clone(), 11.0, line, false, TextDirection::Auto);
    }
    surface.finish();
    page.finish();
    document.finish().expect("a document")
}

/// The same document, encrypted for whom `password` opens it.
pub fn encrypted(content: &[u8], password: &str) -> Vec<u8> {
    let mut document = lopdf::Document::load_mem(content).expect("a document");
    let id = Object::String(vec![7; 16], StringFormat::Hexadecimal);
    document.trailer.set("ID", vec![id.clone(), id]);
    let version = EncryptionVersion::V2 {
        document: &document,
        owner_password: "owner",
        user_password: password,
        key_length: 128,
        permissions: Permissions::all(),
    };
    let state = EncryptionState::try_from(version).expect("a key");
    document.encrypt(&state).expect("an encrypted document");
    let mut out = Vec::new();
    document.save_to(&mut out).expect("a document");
    out
}

/// A page as another crate draws it: its size, and the red a quarter from its upper left corner.
pub type Drawn = (u16, u16, u8);

/// The pages of a document.
pub fn drawn(content: &[u8]) -> Vec<Drawn> {
    let pdf = Pdf::new(content.to_vec()).expect("a document");
    let cache = RenderCache::new();
    let settings = RenderSettings { bg_color: WHITE, ..RenderSettings::default() };
    let draw = |page| {
        let pixels = render(page, &cache, &InterpreterSettings::default(), &settings);
        let (width, height) = (pixels.width(), pixels.height());
        (
            width,
            height,
            pixels.data()[usize::from(height / 4) * usize::from(width) + usize::from(width / 4)].r,
        )
    };
    pdf.pages().iter().map(draw).collect()
}
