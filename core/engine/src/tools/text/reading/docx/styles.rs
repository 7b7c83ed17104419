//! What a text of Office says of its styles, lists and links, in parts of their own.
use crate::{Failure, tools::text::reading::package::attribute};
use quick_xml::{
    Reader,
    events::{BytesStart, Event},
};
use std::collections::{HashMap, HashSet};

/// The styles of paragraphs, by their ids.
pub type Styles = HashMap<String, Style>;

/// What a style means.
#[derive(Default)]
pub struct Style {
    /// A heading of this level.
    pub heading: Option<u8>,
    /// An item of this list.
    pub list: Option<String>,
}

/// The lists that there are.
#[derive(Default)]
pub struct Lists {
    /// What each list looks like.
    kinds: HashMap<String, String>,
    /// The looks, and their levels, that have bullets.
    bullets: HashSet<(String, usize)>,
}

impl Lists {
    /// Whether the items of `list` have numbers at this level.
    pub fn is_ordered(&self, list: &str, level: usize) -> bool {
        self.kinds.get(list).is_some_and(|kind| !self.bullets.contains(&(kind.clone(), level)))
    }
}

/// Tells of each element: its name, and itself.
fn each(text: &str, mut tell: impl FnMut(&str, &BytesStart<'_>)) -> Result<(), Failure> {
    let mut reader = Reader::from_str(text);
    loop {
        match reader.read_event().map_err(Failure::broken)? {
            Event::Start(tag) | Event::Empty(tag) => tell(tag.local_name().as_ref(), &tag),
            Event::Eof => return Ok(()),
            _ => {}
        }
    }
}

/// Reads `word/styles.xml`.
pub fn styles(text: &str) -> Result<Styles, Failure> {
    let (mut styles, mut id) = (Styles::new(), String::new());
    each(text, |name, tag| {
        let value = || attribute(tag, "val").unwrap_or_default();
        let mut style = |set: &dyn Fn(&mut Style)| set(styles.entry(id.clone()).or_default());
        match name {
            "style" => id = attribute(tag, "styleId").unwrap_or_default(),
            "name" => {
                let called = value().to_ascii_lowercase();
                let level = called.strip_prefix("heading ").and_then(|level| level.parse().ok());
                let level =
                    if called == "title" { Some(1) } else { level.filter(|level| (1..=6).contains(level)) };
                style(&|style| style.heading = level.or(style.heading));
            }
            "numId" => style(&|style| style.list = Some(value())),
            _ => {}
        }
    })?;
    Ok(styles)
}

/// Reads `word/numbering.xml`.
pub fn lists(text: &str) -> Result<Lists, Failure> {
    let (mut lists, mut look, mut level, mut list) = (Lists::default(), String::new(), 0, String::new());
    each(text, |name, tag| {
        let value = |name| attribute(tag, name).unwrap_or_default();
        match name {
            "abstractNum" => look = value("abstractNumId"),
            "lvl" => level = value("ilvl").parse().unwrap_or(0),
            "numFmt" if value("val") == "bullet" => drop(lists.bullets.insert((look.clone(), level))),
            "num" => list = value("numId"),
            "abstractNumId" => drop(lists.kinds.insert(list.clone(), value("val"))),
            _ => {}
        }
    })?;
    Ok(lists)
}

/// Reads the relationships of a part: where its links lead, by their ids.
pub fn links(text: &str) -> Result<HashMap<String, String>, Failure> {
    let mut links = HashMap::new();
    each(text, |name, tag| {
        if name == "Relationship" && attribute(tag, "TargetMode").is_some_and(|mode| mode == "External") {
            links.extend(attribute(tag, "Id").zip(attribute(tag, "Target")));
        }
    })?;
    Ok(links)
}
