//! Setting a text on pages.
//!
//! Its blocks become strips ([`blocks`], [`list`], [`table`]), with their words broken into lines ([`words`], [`lines`]); the
//! strips are put on pages ([`paging`]), and the pages are painted ([`paint`]).
pub mod alone;
mod blocks;
mod flow;
mod lines;
mod list;
mod look;
mod outline;
mod paging;
mod paint;
mod parts;
mod shapes;
mod strip;
mod table;
mod words;

use crate::{Code, Failure};
use comrak::Node;
use flow::Flow;
use paint::Painter;

/// The paper, in points.
#[derive(Clone, Copy)]
pub struct Paper {
    /// Its width.
    pub width: f32,
    /// Its height.
    pub height: f32,
    /// How much of each side stays white.
    pub margin: f32,
}

/// What a document is called.
pub struct Names<'a> {
    /// To programs.
    pub document: &'a str,
    /// Above its text, if there.
    pub title: Option<&'a str>,
}

/// The PDF of a text, of at most `most` pages; `set` is called when all stands on its page.
pub fn pdf(
    root: Node,
    names: &Names<'_>,
    paper: Paper,
    most: u64,
    set: impl FnOnce(),
) -> Result<Vec<u8>, Failure> {
    let mut flow = Flow::new(root, paper.width - 2.0 * paper.margin);
    if let Some(title) = names.title {
        flow.title(title);
    }
    flow.blocks(root);
    flow.strips.text = std::mem::take(&mut flow.at.strips);
    let pages = paging::pages(&flow.strips, paper.height - 2.0 * paper.margin);
    set();
    let count = pages.len() as u64;
    if count > most {
        let message = format!("the document would have {count} pages; {most} are the most");
        return Err(Failure::new(Code::TooManyPages, message));
    }
    let painter = Painter {
        strips: &flow.strips,
        parts: &mut flow.parts,
        breaker: &mut flow.breaker,
        paper,
        places: outline::places(&pages, paper),
    };
    painter.document(&pages, &flow.headings, names.document)
}
