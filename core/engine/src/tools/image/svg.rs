//! Opening one SVG drawing within the limits, without anything from outside of it but fonts of the machine.
use super::{
    format::Format,
    open::decoder,
    rare::{is_rare, open_rare},
    uses,
};
use crate::{
    Code, Failure, Limits,
    fonts::{FACES, MONO, SERIF, beside::Lender},
};
use image::{ImageDecoder as _, ImageFormat};
use resvg::usvg::{
    Error, FallbackSelectionFn, FontResolver, ImageHrefDataResolverFn, ImageHrefResolver, ImageKind, Options,
    Tree,
    fontdb::{Database, ID, Source},
    roxmltree::{self, Document, Node, ParsingOptions},
};
use std::{
    io::Cursor,
    sync::{
        Arc, LazyLock,
        atomic::{AtomicU64, Ordering},
    },
};

/// Elements and texts of a drawing: each is a kilobyte and more when it is drawn.
const NODES: u32 = 250_000;

/// The fonts of this package: with those of the machine the same drawing would look different elsewhere.
static FONTS: LazyLock<Arc<Database>> = LazyLock::new(|| {
    let mut fonts = Database::new();
    for face in FACES {
        fonts.load_font_data(face.to_vec());
    }
    fonts.set_serif_family(SERIF);
    fonts.set_sans_serif_family(SERIF);
    fonts.set_cursive_family(SERIF);
    fonts.set_fantasy_family(SERIF);
    fonts.set_monospace_family(MONO);
    Arc::new(fonts)
});

/// The drawing in `bytes`.
pub fn open(bytes: &[u8], limits: &Limits) -> Result<Tree, Failure> {
    let pixels = Arc::new(AtomicU64::new(0));
    let tree = tree(bytes, limits, options(images(*limits, Arc::clone(&pixels))))?;
    if pixels.load(Ordering::Relaxed) > limits.pixels {
        let message = format!("the images within have more than {} pixels", limits.pixels);
        return Err(Failure::new(Code::TooManyPixels, message));
    }
    Ok(tree)
}

/// How a drawing is read; what is not in the file is not there.
fn options(images: ImageHrefDataResolverFn<'_>) -> Options<'_> {
    let nothing = Box::new(|_: &str, _: &Options| None);
    Options {
        font_family: SERIF.to_owned(),
        fontdb: Arc::clone(&FONTS),
        image_href_resolver: ImageHrefResolver { resolve_data: images, resolve_string: nothing },
        ..Options::default()
    }
}

/// Images within the drawing, and drawings that hold no further ones.
fn images(limits: Limits, pixels: Arc<AtomicU64>) -> ImageHrefDataResolverFn<'static> {
    Box::new(move |mime, data, _| match mime {
        "image/svg+xml" => {
            let counted = Arc::clone(&pixels);
            let within = options(Box::new(move |_, data, _| image(data, &limits, &counted)));
            tree(&data, &limits, within).ok().map(ImageKind::SVG)
        }
        _ => image(data, &limits, &pixels),
    })
}

/// An image of pixels, if it can be opened; `pixels` counts them all.
fn image(data: Arc<Vec<u8>>, limits: &Limits, pixels: &AtomicU64) -> Option<ImageKind> {
    let format = Format::of(&data)?;
    let size = match decoder(format, &data, limits) {
        Ok(decoder) => decoder.dimensions(),
        Err(failure) if failure.code == Code::TooManyPixels => (u32::MAX, u32::MAX),
        Err(_) => return None,
    };
    pixels.fetch_add(u64::from(size.0) * u64::from(size.1), Ordering::Relaxed);
    match format {
        _ if pixels.load(Ordering::Relaxed) > limits.pixels => None,
        Format::Png => Some(ImageKind::PNG(data)),
        Format::Jpeg if is_rare(&data) => {
            let mut exact = Cursor::new(Vec::new());
            open_rare(&data, limits).ok()?.write_to(&mut exact, ImageFormat::Png).ok()?;
            Some(ImageKind::PNG(Arc::new(exact.into_inner())))
        }
        Format::Jpeg => Some(ImageKind::JPEG(data)),
        Format::Webp => Some(ImageKind::WEBP(data)),
        Format::Gif => Some(ImageKind::GIF(data)),
        Format::Tiff | Format::Bmp | Format::Avif | Format::Jxl | Format::Ico | Format::Psd => None,
    }
}

fn tree(bytes: &[u8], limits: &Limits, mut options: Options<'_>) -> Result<Tree, Failure> {
    let unsupported = |message: &str| Failure::new(Code::FileUnsupported, message);
    if bytes.starts_with(&[0x1f, 0x8b]) {
        return Err(unsupported("the drawing is compressed"));
    }
    let text = std::str::from_utf8(bytes).map_err(|_| unsupported("the drawing is not written in UTF-8"))?;
    if expansion(text) > limits.unpacked(bytes.len() as u64) {
        return Err(Failure::new(Code::ExpansionTooLarge, "the entities of the drawing hold too much"));
    }
    let parsing = ParsingOptions { allow_dtd: true, nodes_limit: NODES, entity_resolver: None };
    let document = Document::parse_with_options(text, parsing).map_err(malformed)?;
    let deepest = usize::try_from(limits.nesting).unwrap_or(usize::MAX);
    if document.descendants().any(|node| node.ancestors().nth(deepest).is_some()) {
        let message = format!("elements lie more than {deepest} deep in each other");
        return Err(Failure::new(Code::NestingTooDeep, message));
    }
    uses::bounded(&document)?;
    lend(&document, Lender::default(), &mut options);
    Tree::from_xmltree(&document, &options).map_err(|error| match error {
        Error::ElementsLimitReached => too_many(),
        Error::ParsingFailed(error) => malformed(error),
        other => Failure::broken(other),
    })
}

/// Takes in the fonts of the machine for letters of a drawing that ours lack; they are asked after ours.
fn lend(document: &Document<'_>, mut lender: Lender, options: &mut Options<'_>) {
    let mut lent = Vec::new();
    for text in document.descendants().filter(Node::is_text).filter_map(|node| node.text()) {
        for file in lender.lend(text) {
            let fonts = Arc::make_mut(&mut options.fontdb);
            let faces = fonts.load_font_source(Source::Binary(file));
            // Of a collection the first one is enough.
            faces.iter().skip(1).for_each(|face| fonts.remove_face(*face));
            lent.extend(faces.first());
        }
    }
    if !lent.is_empty() {
        options.font_resolver.select_fallback = fallback(lent);
    }
}

/// Where no font has a letter, those that are left are tried too: else what follows it would be looked for no more.
fn fallback(lent: Vec<ID>) -> FallbackSelectionFn<'static> {
    let usual = FontResolver::default_fallback_selector();
    Box::new(move |letter, used, fonts| {
        usual(letter, used, fonts).or_else(|| lent.iter().copied().find(|font| !used.contains(font)))
    })
}

/// The most bytes that entities can become: the reader follows 255 references from each.
fn expansion(text: &str) -> u64 {
    let Some((_, declared)) = text.split_once("<!ENTITY") else { return 0 };
    let (declared, used) = declared.split_once("]>").unwrap_or((declared, ""));
    let references = (used.matches('&').count() as u64).saturating_add(1);
    let each = if declared.contains('&') { 255 } else { 1 };
    references.saturating_mul(each).saturating_mul(declared.len() as u64)
}

fn malformed(error: roxmltree::Error) -> Failure {
    match error {
        roxmltree::Error::NodesLimitReached => too_many(),
        roxmltree::Error::EntityReferenceLoop(_) => {
            Failure::new(Code::ExpansionTooLarge, "the entities of the drawing hold too much")
        }
        other => Failure::broken(other),
    }
}

fn too_many() -> Failure {
    Failure::new(Code::TooManyEntries, "the drawing has too many elements")
}

#[cfg(test)]
mod tests {
    use super::super::samples::{empty_png, photo, written};
    use super::*;
    use base64::{Engine as _, prelude::BASE64_STANDARD};
    use image::ImageFormat;
    use resvg::usvg::Node;

    fn opened(content: &str) -> Result<Tree, Code> {
        let limits = Limits { pixels: 1_000_000, ..Limits::default() };
        open(content.as_bytes(), &limits).map_err(|failure| failure.code)
    }

    fn svg(content: &str) -> String {
        format!("<svg xmlns='http://www.w3.org/2000/svg' width='10' height='10'>{content}</svg>")
    }

    fn nodes(content: &str) -> usize {
        fn count(nodes: &[Node]) -> usize {
            nodes
                .iter()
                .map(|node| if let Node::Group(group) = node { count(group.children()) } else { 1 })
                .sum()
        }
        count(opened(&svg(content)).expect("a drawing").root().children())
    }

    #[test]
    fn nothing_is_fetched() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.png");
        std::fs::write(&path, written(photo(4, 4), ImageFormat::Png)).expect("a file");
        let path = path.display();
        for href in [format!("{path}"), format!("file://{path}"), "http://127.0.0.1:9/a.png".to_owned()] {
            assert_eq!(nodes(&format!("<image href='{href}'/>")), 0, "{href}");
        }
        let entity =
            format!("<!DOCTYPE svg [<!ENTITY e SYSTEM 'file://{path}'>]>{}", svg("<text>&e;</text>"));
        assert_eq!(opened(&entity).err(), Some(Code::FileBroken));
    }

    #[test]
    fn what_is_within_is_drawn() {
        let data = |mime, content: &[u8]| {
            let content = BASE64_STANDARD.encode(content);
            format!("<image width='4' height='4' href='data:{mime};base64,{content}'/>")
        };
        let png = data("image/png", &written(photo(4, 4), ImageFormat::Png));
        assert_eq!(nodes(&png), 1);
        assert_eq!(nodes(&data("image/svg+xml", svg(&png).as_bytes())), 1);
        let large = data("image/png", &empty_png(1001, 1000));
        assert_eq!(opened(&svg(&large)).err(), Some(Code::TooManyPixels));
        let nested = data("image/svg+xml", svg(&large).as_bytes());
        assert_eq!(opened(&svg(&nested)).err(), Some(Code::TooManyPixels));
        assert!(nodes("<text y='9'>Größe</text>") > 0);
    }

    #[test]
    fn a_bomb_is_refused() {
        let laughs: String = (1..9)
            .map(|level| format!("<!ENTITY l{level} '{}'>", format!("&l{};", level - 1).repeat(10)))
            .collect();
        let laughs = format!("<!DOCTYPE svg [<!ENTITY l0 'ha'>{laughs}]>{}", svg("<text>&l8;</text>"));
        assert_eq!(opened(&laughs).err(), Some(Code::ExpansionTooLarge));
        let large = format!("<!DOCTYPE svg [<!ENTITY l '{}'>]>", "ha".repeat(100_000));
        assert_eq!(
            opened(&(large + &svg(&"<g id='&l;'/>".repeat(1000)))).err(),
            Some(Code::ExpansionTooLarge)
        );
        let deep = svg(&("<g>".repeat(100_000) + &"</g>".repeat(100_000)));
        assert_eq!(opened(&deep).err(), Some(Code::NestingTooDeep));
        assert_eq!(opened(&svg(&"<g/>".repeat(300_000))).err(), Some(Code::TooManyEntries));
        let twice = |level: usize| {
            format!("<g id='u{level}'>{}</g>", format!("<use href='#u{}'/>", level - 1).repeat(9))
        };
        let uses: String = (1..12).map(twice).collect();
        let uses = svg(&format!("<rect id='u0' width='1' height='1'/>{uses}"));
        assert_eq!(opened(&uses).err(), Some(Code::ExpansionTooLarge));
    }

    #[test]
    fn what_is_no_drawing_is_refused() {
        for (content, code) in [
            (b"<svg".as_slice(), Code::FileBroken),
            (b"hello", Code::FileBroken),
            (b"<html xmlns='http://www.w3.org/1999/xhtml'/>", Code::FileBroken),
            (b"\x1f\x8b\x08", Code::FileUnsupported),
            (b"\xff\xfe<\0", Code::FileUnsupported),
        ] {
            assert_eq!(open(content, &Limits::default()).err().map(|failure| failure.code), Some(code));
        }
    }
}
