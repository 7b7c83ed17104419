//! Several PDF documents as one.
use super::{
    PDF,
    assemble::{Assembly, save},
    open::open,
};
use crate::{About, Category, Convert, Engine, Failure, Work};
use garde::Validate;
use schemars::JsonSchema;
use serde::Deserialize;

/// Nothing is to be chosen.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct PdfMerge {}

impl Convert for PdfMerge {
    const ABOUT: About = About {
        id: "pdf-merge",
        name: "Merge PDF documents",
        description: "Puts the pages of PDF documents into one, in the order of the files. Scripts and actions \
                      that run or open something, bookmarks and what form fields do are left out; links stay.",
        category: Category::Document,
        accepts: &[PDF],
        produces: &[PDF],
        files: (2, 10),
        engine: Engine::Inside,
    };
    const ONE: bool = true;

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        let files = work.files().to_vec();
        let mut made = Assembly::new();
        for (done, file) in (0..).zip(&files) {
            let pdf = open(&work.read(file)?, work.limits()).map_err(|failure| failure.about(file.id))?;
            made.take(&pdf, &(0..pdf.pages.len()).collect::<Vec<_>>());
            if done == 0 {
                made.describe(&pdf);
            }
            work.progress(done + 1, files.len() as u64 + 1);
        }
        save(&mut made.finish(), &mut work.artifact("merged.pdf", PDF)?)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{
        found::Found,
        samples::{drawn, encrypted, four_pages, lines, one_page},
    };
    use crate::{Code, stage::convert};
    use lopdf::Document;
    use serde_json::json;

    fn merged(files: &[&[u8]]) -> Result<Vec<u8>, Code> {
        let files: Vec<_> = files.iter().map(|content| ("a.pdf", "application/pdf", *content)).collect();
        let made = convert("pdf-merge", json!({}), &files);
        made.map(|mut made| made.remove(0).2).map_err(|failure| failure.code)
    }

    #[test]
    fn all_pages_follow_each_other() {
        let made = merged(&[&four_pages(), &lines(&["hello"]), &four_pages()]).expect("a document");
        let four = [(200, 100, 50), (200, 100, 100), (60, 60, 150), (60, 60, 200)];
        assert_eq!(drawn(&made), [four.as_slice(), &[(300, 200, 255)], &four].concat());
    }

    #[test]
    fn nothing_runs_and_links_stay() {
        let made = Document::load_mem(&merged(&[&four_pages(), &four_pages()]).expect("a document"));
        let made = made.expect("a document");
        assert_eq!(Found::within(&made), Found { has_java_script: false, attachments: 0, links: 4 });
        assert!(!made.catalog().expect("a catalog").has(b"OpenAction"));
        let pages = made.get_pages();
        let first = made.get_dictionary(pages[&5]).expect("a page");
        let links = first.get_deref(b"Annots", &made).and_then(|links| links.as_array()).expect("links");
        let link = made.dereference(&links[0]).and_then(|link| link.1.as_dict()).expect("a link");
        let place = link.get(b"Dest").and_then(|place| place.as_array()).expect("a place");
        assert_eq!(place[0].as_reference().expect("a page"), pages[&8], "it leads into its own document");
    }

    #[test]
    fn layers_that_are_hidden_stay_hidden() {
        let layered = |state: &str| {
            let page = one_page("/OC /L BDC 0 g 0 0 100 100 re f EMC", &["<< /Type /OCG /Name (Layer) >>"]);
            let text = String::from_utf8(page).expect("a text");
            let text = text
                .replace("/Pages 2 0 R", &format!("/Pages 2 0 R /OCProperties << /OCGs [5 0 R] {state} >>"));
            text.replace("/Resources <<", "/Resources << /Properties << /L 5 0 R >>").into_bytes()
        };
        let hidden = [layered("/D << /OFF [5 0 R] >>"), layered("/D << /BaseState /OFF >>")];
        let made = merged(&[&hidden[0], &layered("/D << >>"), &hidden[1]]).expect("a document");
        assert_eq!(drawn(&made), [(100, 100, 255), (100, 100, 0), (100, 100, 255)]);
    }

    #[test]
    fn what_is_encrypted_is_refused() {
        for password in ["", "secret"] {
            let closed = encrypted(&four_pages(), password);
            assert_eq!(merged(&[&four_pages(), &closed]), Err(Code::FileEncrypted), "{password}");
        }
    }
}
