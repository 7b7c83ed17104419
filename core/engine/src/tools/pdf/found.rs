//! What there is in a PDF document, wherever it is.
use lopdf::{Dictionary, Document, Object};
use serde::Serialize;

/// What there is in a document.
#[derive(Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Found {
    /// Whether there is any script.
    pub has_java_script: bool,
    /// How many files it carries.
    pub attachments: usize,
    /// How many places of its pages lead somewhere.
    pub links: usize,
}

impl Found {
    /// What there is in `document`.
    pub fn within(document: &Document) -> Self {
        let mut found = Self::default();
        document.objects.values().for_each(|object| found.object(object));
        found
    }

    fn object(&mut self, object: &Object) {
        match object {
            Object::Array(items) => items.iter().for_each(|item| self.object(item)),
            Object::Dictionary(dictionary) => self.dictionary(dictionary),
            Object::Stream(stream) => self.dictionary(&stream.dict),
            _ => (),
        }
    }

    fn dictionary(&mut self, dictionary: &Dictionary) {
        let is = |key: &[u8], name: &[u8]| {
            dictionary.get(key).and_then(Object::as_name).is_ok_and(|is| is == name)
        };
        self.has_java_script |= is(b"S", b"JavaScript");
        self.attachments += usize::from(dictionary.has(b"EF"));
        self.links += usize::from(is(b"Subtype", b"Link"));
        dictionary.iter().for_each(|(_, value)| self.object(value));
    }
}
