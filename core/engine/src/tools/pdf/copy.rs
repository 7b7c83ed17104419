//! Copying what a page needs from one document into another.
use super::{open::Pdf, resources::lean, tree::Page};
use lopdf::{Dictionary, Document, Object, ObjectId, Stream};
use std::collections::HashMap;

/// Of a page, what belongs to the document that it is taken from.
const LEFT: [&[u8]; 6] = [b"Parent", b"B", b"StructParents", b"AA", b"PieceInfo", b"Tabs"];

/// Actions that do more than lead to a place (ISO 32000-1 section 12.6.4).
const DOING: [&[u8]; 12] = [
    b"JavaScript",
    b"Launch",
    b"SubmitForm",
    b"ImportData",
    b"ResetForm",
    b"GoToR",
    b"GoToE",
    b"GoTo3DView",
    b"Rendition",
    b"Movie",
    b"Sound",
    b"RichMediaExecute",
];

/// A copy in the making: what lies where in the new document.
pub struct Copy<'a> {
    from: &'a Document,
    unpacked: usize,
    to: &'a mut Document,
    /// What was copied, or is to be; nothing where it is left out.
    known: HashMap<ObjectId, Option<ObjectId>>,
    waiting: Vec<(ObjectId, ObjectId)>,
}

impl<'a> Copy<'a> {
    /// A copy from a document, of whose pages none was taken yet.
    pub fn new(from: &'a Pdf, to: &'a mut Document) -> Self {
        let mut known: HashMap<_, _> = from.pages.iter().map(|page| (page.id, None)).collect();
        known.extend(
            from.document.trailer.get(b"Root").and_then(Object::as_reference).map(|root| (root, None)),
        );
        Self { from: &from.document, unpacked: from.unpacked, to, known, waiting: Vec::new() }
    }

    /// Where the pages that are taken will lie: they may refer to each other.
    pub fn pages<'b>(&mut self, pages: impl IntoIterator<Item = &'b Page>) -> Vec<ObjectId> {
        let place = |page: &Page| {
            let id = self.to.new_object_id();
            self.known.entry(page.id).and_modify(|known| {
                known.get_or_insert(id);
            });
            id
        };
        pages.into_iter().map(place).collect()
    }

    /// Copies a page to its place, under this parent.
    pub fn page(&mut self, page: &Page, place: ObjectId, parent: ObjectId) {
        let mut whole = page.whole(self.from);
        lean(&mut whole, page.id, self.from, self.unpacked);
        for key in LEFT {
            whole.remove(key);
        }
        let mut copied = self.dictionary(&whole);
        copied.set("Parent", parent);
        self.to.objects.insert(place, Object::Dictionary(copied));
        self.rest();
    }

    /// The copy of a value, and of all that it refers to.
    pub fn value(&mut self, value: &Object) -> Object {
        let copied = self.object(value);
        self.rest();
        copied
    }

    fn rest(&mut self) {
        while let Some((old, new)) = self.waiting.pop() {
            let copied = self.from.objects.get(&old).map_or(Object::Null, |object| self.object(object));
            self.to.objects.insert(new, copied);
        }
    }

    fn object(&mut self, object: &Object) -> Object {
        match object {
            Object::Reference(id) => self.reference(*id).map_or(Object::Null, Object::Reference),
            Object::Array(items) => Object::Array(items.iter().map(|item| self.object(item)).collect()),
            Object::Dictionary(dictionary) if does(dictionary) => Object::Null,
            Object::Dictionary(dictionary) => Object::Dictionary(self.dictionary(dictionary)),
            Object::Stream(stream) => Object::Stream(Stream {
                dict: self.dictionary(&stream.dict),
                content: stream.content.clone(),
                allows_compression: stream.allows_compression,
                start_position: None,
            }),
            plain => plain.clone(),
        }
    }

    fn dictionary(&mut self, dictionary: &Dictionary) -> Dictionary {
        let mut copied = Dictionary::new();
        for (key, value) in dictionary.iter().filter(|(key, _)| *key != b"AA") {
            copied.set(key.clone(), self.object(value));
        }
        copied
    }

    fn reference(&mut self, id: ObjectId) -> Option<ObjectId> {
        if let Some(known) = self.known.get(&id) {
            return *known;
        }
        let wanted = match self.from.objects.get(&id)? {
            Object::Dictionary(dictionary) => !does(dictionary) && !is_node(dictionary),
            _ => true,
        };
        let new = wanted.then(|| self.to.new_object_id());
        self.known.insert(id, new);
        self.waiting.extend(new.map(|new| (id, new)));
        new
    }
}

/// Whether it is an action that does something.
fn does(dictionary: &Dictionary) -> bool {
    dictionary.get(b"S").and_then(Object::as_name).is_ok_and(|kind| DOING.contains(&kind))
}

/// Whether it is a node above pages, or a page that the tree does not know: either leads to other pages.
fn is_node(dictionary: &Dictionary) -> bool {
    dictionary.has_type(b"Pages") || dictionary.has_type(b"Page") || dictionary.has_type(b"Catalog")
}
