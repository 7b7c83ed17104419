//! A new document out of pages of others.
use super::{
    copy::Copy,
    open::{Pdf, failure},
};
use crate::Failure;
use lopdf::{Dictionary, Document, Object, ObjectId, SaveOptions, dictionary};
use std::{
    collections::HashSet,
    io::{BufWriter, Write},
};

/// A new document in the making.
pub struct Assembly {
    document: Document,
    root: ObjectId,
    kids: Vec<Object>,
    layers: Layers,
}

/// The layers that can be shown and hidden (ISO 32000-1 section 8.11.4), of all the documents.
#[derive(Default)]
struct Layers {
    all: Vec<Object>,
    off: Vec<Object>,
    order: Vec<Object>,
}

impl Assembly {
    /// A document without a page.
    pub fn new() -> Self {
        let mut document = Document::with_version("1.7");
        let root = document.new_object_id();
        Self { document, root, kids: Vec::new(), layers: Layers::default() }
    }

    /// Takes the pages at these places, from 0, with all that they need and nothing else.
    pub fn take(&mut self, from: &Pdf, places: &[usize]) {
        if from.document.version.as_str() > self.document.version.as_str() {
            self.document.version.clone_from(&from.document.version);
        }
        let pages: Vec<_> = places.iter().filter_map(|&place| from.pages.get(place)).collect();
        let mut copy = Copy::new(from, &mut self.document);
        let ids = copy.pages(pages.iter().copied());
        for (page, &id) in pages.iter().zip(&ids) {
            copy.page(page, id, self.root);
        }
        self.layers.take(&from.document, &mut copy);
        self.kids.extend(ids.into_iter().map(Object::Reference));
    }

    /// What is said of the whole document: title, author and so on.
    pub fn describe(&mut self, from: &Pdf) {
        let Ok(info) = from.document.trailer.get(b"Info") else { return };
        let copied = Copy::new(from, &mut self.document).value(info);
        self.document.trailer.set("Info", copied);
    }

    /// The document.
    pub fn finish(mut self) -> Document {
        let count = i64::try_from(self.kids.len()).unwrap_or(i64::MAX);
        let tree = dictionary! { "Type" => "Pages", "Kids" => self.kids, "Count" => count };
        self.document.objects.insert(self.root, Object::Dictionary(tree));
        let mut catalog = dictionary! { "Type" => "Catalog", "Pages" => self.root };
        if let Some(layers) = self.layers.said() {
            catalog.set("OCProperties", layers);
        }
        let catalog = self.document.add_object(catalog);
        self.document.trailer.set("Root", catalog);
        self.document
    }
}

impl Layers {
    fn take(&mut self, from: &Document, copy: &mut Copy<'_>) {
        let Ok(said) = from.catalog().and_then(|catalog| from.get_dict_in_dict(catalog, b"OCProperties"))
        else {
            return;
        };
        let usual = from.get_dict_in_dict(said, b"D").ok();
        let off_at_first = usual.is_some_and(|usual| {
            usual.get_deref(b"BaseState", from).and_then(Object::as_name).is_ok_and(|state| state == b"OFF")
        });
        let all = list(from, Some(said), b"OCGs");
        let order = list(from, usual, b"Order");
        let off = match off_at_first {
            true => without(&all, &list(from, usual, b"ON")),
            false => list(from, usual, b"OFF"),
        };
        for (taken, kept) in [(all, &mut self.all), (off, &mut self.off), (order, &mut self.order)] {
            kept.extend(taken.iter().map(|one| copy.value(one)));
        }
    }

    fn said(self) -> Option<Dictionary> {
        let usual = dictionary! { "OFF" => self.off, "Order" => self.order };
        (!self.all.is_empty()).then(|| dictionary! { "OCGs" => self.all, "D" => usual })
    }
}

fn list(from: &Document, within: Option<&Dictionary>, key: &[u8]) -> Vec<Object> {
    within.and_then(|within| within.get_deref(key, from).ok()?.as_array().ok().cloned()).unwrap_or_default()
}

fn without(all: &[Object], some: &[Object]) -> Vec<Object> {
    let some: HashSet<_> = some.iter().filter_map(|one| one.as_reference().ok()).collect();
    all.iter().filter(|one| one.as_reference().is_ok_and(|one| !some.contains(&one))).cloned().collect()
}

/// Writes a document, all of it packed; of one that is encrypted, what was packed before.
pub fn save(document: &mut Document, out: &mut impl Write) -> Result<(), Failure> {
    if !document.is_encrypted() {
        pack(document)?;
    }
    // Unless a level is said, that crate (0.47) packs nothing.
    let options = SaveOptions::builder().use_object_streams(true).use_xref_streams(true).compression_level(9);
    // That crate writes word by word.
    let mut out = BufWriter::new(out);
    let saved = document.save_with_options(&mut out, options.build()).and_then(|()| out.flush());
    saved.map_err(|cause| failure(cause.into()))
}

/// Packs streams that are plain; but for what the document says about itself, which programs look for that know nothing
/// of documents (ISO 16684-1).
pub fn pack(document: &mut Document) -> Result<(), Failure> {
    for object in document.objects.values_mut() {
        if let Object::Stream(stream) = object
            && !stream.dict.has_type(b"Metadata")
        {
            stream.compress().map_err(failure)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use lopdf::Stream;

    #[test]
    fn what_was_plain_is_packed_but_for_what_a_document_says_about_itself() {
        let mut document = Document::with_version("1.7");
        let words = b"0 0 m 10 10 l S ".repeat(500);
        let drawn = document.add_object(Stream::new(Dictionary::new(), words.clone()));
        let about = Stream::new(dictionary! { "Type" => "Metadata" }, b"<x:xmpmeta>".repeat(50));
        let about = document.add_object(about);
        let root =
            document.add_object(dictionary! { "Type" => "Catalog", "Metadata" => about, "Drawn" => drawn });
        document.trailer.set("Root", root);
        let mut made = Vec::new();
        save(&mut document, &mut made).expect("a document");
        assert!(made.len() < 2000, "{}", made.len());
        assert!(made.windows(11).any(|part| part == b"<x:xmpmeta>"));
        let read = Document::load_mem(&made).expect("a document");
        let stream = read.get_object(drawn).and_then(Object::as_stream).expect("a stream");
        assert_eq!(stream.decompressed_content().expect("words"), words);
    }

    #[test]
    fn what_is_no_stream_is_packed_too() {
        let mut document = Document::with_version("1.7");
        let root = document.add_object(dictionary! { "Type" => "Catalog" });
        document.trailer.set("Root", root);
        for number in 0..300 {
            document.add_object(
                dictionary! { "Type" => "Font", "FirstChar" => number, "BaseFont" => "Helvetica-Bold" },
            );
        }
        let mut made = Vec::new();
        save(&mut document, &mut made).expect("a document");
        // Where each is takes seven bytes.
        assert!(made.len() < 300 * 7 + 4000, "{}", made.len());
        assert!(Document::load_mem(&made).expect("a document").objects.len() > 300);
    }
}
