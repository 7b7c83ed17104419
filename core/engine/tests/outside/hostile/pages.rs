//! Web pages that lead elsewhere.
use super::{Bait, SECRET, tells};
use crate::{
    folder::Folder,
    support::{
        checks::Check,
        stage::{Made, Stage},
    },
};
use serde_json::json;

pub const ALL: &[Check] = &[
    Check::new("a web page gets nothing that is not in it", nothing),
    Check::new("without our rules it would", without),
];

/// A page that asks for a file and for an address in every way that there is.
fn page(bait: &Bait) -> String {
    let all = [bait.file(), bait.server(), bait.path().display().to_string()].map(|to| {
        format!(
            "<link rel=stylesheet href='{to}'><link rel=attachment href='{to}'><style>@import url({to});
             @font-face {{ font-family: x; src: url({to}) }} p {{ font-family: x; background: url({to}) }}
             li {{ list-style-image: url({to}) }} p::after {{ content: url({to}) }}</style><img src='{to}'>
             <object data='{to}'></object><embed src='{to}'><iframe src='{to}'></iframe><a rel=attachment href='{to}'>a</a>
             <svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><image href='{to}' width='9' height='9'/>
             <use href='{to}#a'/></svg><script src='{to}'></script>"
        )
    });
    format!("<!DOCTYPE html><html><body><p>before</p><ul><li>one</ul>{}</body></html>", all.concat())
}

fn nothing(stage: &Stage) {
    let bait = Bait::laid();
    let page = page(&bait);
    let based = page.replace("<html>", &format!("<html><base href='{}'>", bait.file()));
    for page in [page, based] {
        let file = ("a.html", "text/html", page.as_bytes());
        let made = bait.offer(stage, "html-to-pdf", json!({}), file).expect("a PDF");
        assert!(crate::tools::words(&made[0].content).contains("before"));
    }
}

/// The same page, set by the program as it is.
fn without(_: &Stage) {
    let bait = Bait::laid();
    let folder = Folder::with(&[("a.html", page(&bait).as_bytes())]);
    folder.sh("/usr/bin/weasyprint a.html a.pdf 2>&1");
    assert!(bait.was_called());
    let made =
        Made { name: SECRET.to_owned(), mime: "application/pdf".to_owned(), content: folder.read("a.pdf") };
    assert!(tells(&made), "the file is attached");
}
