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

/// A page that asks for these in every way that there is.
fn page(all: &[String]) -> String {
    let all = all.iter().map(|to| {
        format!(
            "<link rel=stylesheet href='{to}'><link rel=attachment href='{to}'><style>@import url({to});
             @font-face {{ font-family: x; src: url({to}) }} p {{ font-family: x; background: url({to}) }}
             li {{ list-style-image: url({to}) }} p::after {{ content: url({to}) }}</style><img src='{to}'>
             <object data='{to}'></object><embed src='{to}'><iframe src='{to}'></iframe><a rel=attachment href='{to}'>a</a>
             <svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><image href='{to}' width='9' height='9'/>
             <use href='{to}#a'/></svg><script src='{to}'></script>"
        )
    });
    format!(
        "<!DOCTYPE html><html><body><p>before</p><ul><li>one</ul>{}</body></html>",
        all.collect::<String>()
    )
}

fn nothing(stage: &Stage) {
    let bait = Bait::laid();
    let page = page(&[bait.file(), bait.server(), bait.path().display().to_string()]);
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
    let files = [("a.html", page(&[bait.file()])), ("b.html", page(&[bait.server()]))];
    let folder = Folder::with(&files.each_ref().map(|(name, page)| (*name, page.as_bytes())));
    folder.sh("/usr/bin/weasyprint a.html a.pdf 2>&1");
    // Nobody answers, and it would wait for long.
    folder.sh("timeout 5 /usr/bin/weasyprint b.html b.pdf 2>&1 || true");
    assert!(bait.was_called());
    let made =
        Made { name: SECRET.to_owned(), mime: "application/pdf".to_owned(), content: folder.read("a.pdf") };
    assert!(tells(&made), "the file is attached");
}
