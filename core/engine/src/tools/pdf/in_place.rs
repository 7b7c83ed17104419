//! The same document with its pages in another order, or fewer of them.
use super::{open::Pdf, resources::lean};
use lopdf::{Dictionary, Document, Object, ObjectId, dictionary};
use std::collections::HashSet;

/// Which page comes, and how it is turned: degrees that are added.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// Its place among the pages that there are, from 0.
    pub page: usize,
    /// Degrees, clockwise.
    pub turn: i64,
}

impl Pdf {
    /// Leaves out how pages are called, which follows from where they are.
    pub fn without_labels(&mut self) {
        if let Ok(catalog) = self.document.catalog_mut() {
            catalog.remove(b"PageLabels");
        }
    }
}

/// The document with all its pages, each of which may have been changed.
pub fn whole(pdf: Pdf) -> Document {
    let places: Vec<_> = (0..pdf.pages.len()).map(|page| Place { page, turn: 0 }).collect();
    arranged(pdf, &places)
}

/// The document with these pages; forms, bookmarks and what else it has stay.
pub fn arranged(pdf: Pdf, places: &[Place]) -> Document {
    let Pdf { mut document, pages, unpacked } = pdf;
    let root = document.new_object_id();
    let mut kids = Vec::new();
    let mut kept = HashSet::new();
    let fewer = places.len() < pages.len();
    let whole = |place: &Place| {
        let page = pages.get(place.page)?;
        let mut whole = page.whole(&document);
        if fewer {
            lean(&mut whole, page.id, &document, unpacked);
        }
        Some((page.id, whole, place.turn))
    };
    let wholes: Vec<_> = places.iter().filter_map(whole).collect();
    for (id, mut whole, turn) in wholes {
        whole.set("Parent", root);
        if turn != 0 {
            turned(&mut whole, &document, turn);
        }
        // A page that was there twice becomes two.
        let id = if kept.insert(id) { id } else { document.new_object_id() };
        document.objects.insert(id, Object::Dictionary(whole));
        kids.push(Object::Reference(id));
    }
    for page in pages.iter().filter(|page| !kept.contains(&page.id)) {
        document.objects.remove(&page.id);
    }
    tidy(&mut document, root, kids);
    document
}

fn turned(page: &mut Dictionary, document: &Document, turn: i64) {
    let now = page.get_deref(b"Rotate", document).and_then(Object::as_i64).unwrap_or(0);
    page.set("Rotate", now.wrapping_add(turn).rem_euclid(360));
}

/// Makes `kids` the pages, and leaves out what leads nowhere.
fn tidy(document: &mut Document, root: ObjectId, kids: Vec<Object>) {
    let count = i64::try_from(kids.len()).unwrap_or(i64::MAX);
    let tree = dictionary! { "Type" => "Pages", "Kids" => kids, "Count" => count };
    document.objects.insert(root, Object::Dictionary(tree));
    if let Ok(catalog) = document.catalog_mut() {
        catalog.set("Pages", root);
    }
    // What belongs to how the file was written, and not to what it says.
    for key in [b"Prev".as_slice(), b"XRefStm", b"DecodeParms", b"Filter", b"Index", b"W", b"Length", b"Type"]
    {
        document.trailer.remove(key);
    }
    document.prune_objects();
    document.renumber_objects();
}
