//! Where things are in a document, and the outline of its headings.
use super::{Paper, paging::Page, strip::Anchor};
use krilla::{
    destination::XyzDestination,
    geom::Point,
    outline::{Outline, OutlineNode},
};
use std::{collections::HashMap, iter::Peekable};

/// Places on pages, by what is there.
pub type Places = HashMap<Anchor, XyzDestination>;

/// Where everything is that something leads to.
pub fn places(pages: &[Page<'_>], paper: Paper) -> Places {
    let mut places = Places::new();
    for (number, page) in pages.iter().enumerate() {
        for placed in page.strips.iter().filter(|placed| !placed.again) {
            let place = XyzDestination::new(number, Point::from_xy(paper.margin, paper.margin + placed.top));
            let anchors = placed.strip.runs.iter().filter_map(|run| run.anchor);
            places.extend(anchors.chain(placed.strip.anchor).map(|anchor| (anchor, place.clone())));
        }
    }
    places
}

/// The outline of headings, each with its level and its words.
pub fn outline(headings: &[(u8, String)], places: &Places) -> Outline {
    let node = |(number, (level, title)): (usize, &(u8, String))| {
        let place = places.get(&Anchor::Heading(number))?;
        Some((*level, OutlineNode::new(title.clone(), place.clone())))
    };
    let mut outline = Outline::new();
    let mut all = headings.iter().enumerate().filter_map(node).peekable();
    for node in below(&mut all, 0) {
        outline.push_child(node);
    }
    outline
}

fn below(all: &mut Peekable<impl Iterator<Item = (u8, OutlineNode)>>, level: u8) -> Vec<OutlineNode> {
    let mut found = Vec::new();
    while let Some((level, mut node)) = all.next_if(|(next, _)| *next > level) {
        for child in below(all, level) {
            node.push_child(child);
        }
        found.push(node);
    }
    found
}
