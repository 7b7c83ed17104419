//! The pages of a document.
use crate::{Code, Failure, Limits};
use lopdf::{Dictionary, Document, Object, ObjectId};
use std::{collections::HashSet, sync::Arc};

/// What pages have from the nodes above them (ISO 32000-1 section 7.7.3.4).
const INHERITED: [&[u8]; 4] = [b"Resources", b"MediaBox", b"CropBox", b"Rotate"];

/// US letter, which is what readers take where no size is said.
const LETTER: [i64; 4] = [0, 0, 612, 792];

/// A page.
#[derive(Clone, Debug)]
pub struct Page {
    /// The object that it is.
    pub id: ObjectId,
    inherited: Arc<Dictionary>,
}

impl Page {
    /// All that is said of the page, with what it has from above.
    pub fn whole(&self, document: &Document) -> Dictionary {
        let mut page = document.get_dictionary(self.id).cloned().unwrap_or_default();
        for (key, value) in self.inherited.iter() {
            if !page.has(key) {
                page.set(key.clone(), value.clone());
            }
        }
        if !page.has(b"MediaBox") {
            page.set("MediaBox", LETTER.map(Object::Integer).to_vec());
        }
        if !page.has(b"Resources") {
            page.set("Resources", Dictionary::new());
        }
        page.set("Type", "Page");
        page
    }
}

/// So many nodes lie above a page that is looked up from below.
const HIGHEST: usize = 32;

/// A page that nothing leads to, with what it has from the nodes that it says to be under.
pub fn with_what_is_above(document: &Document, id: ObjectId) -> Dictionary {
    let mut page = document.get_dictionary(id).cloned().unwrap_or_default();
    let mut above = page.clone();
    for _ in 0..HIGHEST {
        let Ok(node) = document.get_dict_in_dict(&above, b"Parent") else { break };
        above = node.clone();
        for key in INHERITED {
            if let (false, Ok(value)) = (page.has(key), above.get(key)) {
                page.set(key, value.clone());
            }
        }
    }
    page
}

struct Walk<'a> {
    document: &'a Document,
    limits: &'a Limits,
    nodes: HashSet<ObjectId>,
    pages: Vec<Page>,
}

/// The pages of a document, in their order; it need not say the truth about how many they are.
pub fn pages(document: &Document, limits: &Limits) -> Result<Vec<Page>, Failure> {
    let root = document.catalog().and_then(|catalog| catalog.get(b"Pages")).and_then(Object::as_reference);
    let root = root.map_err(|_| Failure::broken("it has no pages"))?;
    let mut walk = Walk { document, limits, nodes: HashSet::new(), pages: Vec::new() };
    walk.node(root, &Arc::default(), 0)?;
    match walk.pages.is_empty() {
        true => Err(Failure::broken("it has no pages")),
        false => Ok(walk.pages),
    }
}

impl Walk<'_> {
    fn node(&mut self, id: ObjectId, above: &Arc<Dictionary>, depth: u64) -> Result<(), Failure> {
        if depth > self.limits.nesting {
            return Err(Failure::new(Code::NestingTooDeep, "the tree of pages is too deep"));
        }
        let Ok(node) = self.document.get_dictionary(id) else { return Ok(()) };
        let Some(kids) = kids(node, self.document) else { return self.page(id, above) };
        if !self.nodes.insert(id) {
            return Err(Failure::broken("its pages hold each other"));
        }
        let inherited = inherited(node, above);
        for kid in kids {
            if let Ok(kid) = kid.as_reference() {
                self.node(kid, &inherited, depth + 1)?;
            }
        }
        Ok(())
    }

    fn page(&mut self, id: ObjectId, above: &Arc<Dictionary>) -> Result<(), Failure> {
        if self.pages.len() as u64 >= self.limits.pages {
            let message = format!("the document has more than {} pages", self.limits.pages);
            return Err(Failure::new(Code::TooManyPages, message));
        }
        self.pages.push(Page { id, inherited: Arc::clone(above) });
        Ok(())
    }
}

/// The children of a node; a page has none.
fn kids<'a>(node: &'a Dictionary, document: &'a Document) -> Option<&'a [Object]> {
    node.get_deref(b"Kids", document).and_then(Object::as_array).map(Vec::as_slice).ok()
}

fn inherited(node: &Dictionary, above: &Arc<Dictionary>) -> Arc<Dictionary> {
    let mut all = Arc::clone(above);
    for key in INHERITED {
        if let Ok(value) = node.get(key) {
            Arc::make_mut(&mut all).set(key, value.clone());
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::super::{open::open, samples::written};
    use crate::{Code, Limits};
    use std::fmt::Write;

    fn count(objects: &[impl AsRef<str>]) -> Result<usize, Code> {
        open(&written(objects), &Limits::default()).map(|pdf| pdf.pages.len()).map_err(|failure| failure.code)
    }

    const CATALOG: &str = "<< /Type /Catalog /Pages 2 0 R >>";

    #[test]
    fn a_count_may_lie() {
        let tree = "<< /Type /Pages /Kids [3 0 R 4 0 R 9 0 R null 3 0 R] /Count 1000000000 >>";
        assert_eq!(count(&[CATALOG, tree, "<< /Type /Page >>", "<< >>"]), Ok(3));
        let none = "<< /Type /Pages /Kids [] /Count 7 >>";
        assert_eq!(count(&[CATALOG, none]), Err(Code::FileBroken));
        assert_eq!(count(&["<< /Type /Catalog >>"]), Err(Code::FileBroken));
    }

    #[test]
    fn pages_that_hold_each_other_are_refused() {
        let itself = "<< /Type /Pages /Kids [2 0 R] /Count 1 >>";
        assert_eq!(count(&[CATALOG, itself]), Err(Code::FileBroken));
        // Each node holds the next one twice: 2^30 pages.
        let twice = |next: usize| format!("<< /Type /Pages /Kids [{next} 0 R {next} 0 R] >>");
        let mut objects = vec![CATALOG.to_owned()];
        objects.extend((3..33).map(twice));
        objects.push("<< /Type /Page >>".to_owned());
        assert_eq!(count(&objects), Err(Code::FileBroken));
    }

    #[test]
    fn a_tree_is_not_too_deep_and_has_not_too_many_pages() {
        let mut deep = vec![CATALOG.to_owned()];
        deep.extend((3..203).map(|next| format!("<< /Type /Pages /Kids [{next} 0 R] >>")));
        assert_eq!(count(&deep), Err(Code::NestingTooDeep));
        let mut kids = String::new();
        for _ in 0..2001 {
            kids.write_str("3 0 R ").expect("a text");
        }
        let tree = format!("<< /Type /Pages /Kids [{kids}] >>");
        assert_eq!(count(&[CATALOG, &tree, "<< /Type /Page >>"]), Err(Code::TooManyPages));
    }
}
