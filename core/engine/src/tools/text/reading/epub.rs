//! Reading EPUB (EPUB 3.3, and 2): one chapter after the other, in the order of the book.
use super::{
    Builder, html,
    package::{Package, attribute},
};
use crate::{Code, Failure, Input, Work};
use quick_xml::{Reader, events::Event};
use std::collections::HashMap;

/// Where a book says where its contents are listed.
const CONTAINER: &str = "META-INF/container.xml";

/// Reads a book.
pub fn read(builder: &mut Builder<'_>, work: &Work, file: &Input) -> Result<(), Failure> {
    let mut package = Package::open(work, file)?;
    let mut list = None;
    each_element(&package.get(CONTAINER)?, |name, attribute| {
        if name == "rootfile" && list.is_none() {
            list = attribute("full-path");
        }
    })?;
    let list = list.ok_or_else(|| Failure::broken("it does not say what it holds"))?;
    let (mut parts, mut order) = (HashMap::new(), Vec::new());
    each_element(&package.get(&list)?, |name, attribute| match name {
        "item" => drop(attribute("id").and_then(|id| Some(parts.insert(id, attribute("href")?)))),
        "itemref" => order.extend(attribute("idref")),
        _ => {}
    })?;
    // The same chapter again and again would be a bomb.
    if order.len() as u64 > work.limits().files {
        return Err(Failure::new(Code::TooManyEntries, "the book has too many chapters"));
    }
    let folder = list.rsplit_once('/').map_or(String::new(), |(folder, _)| format!("{folder}/"));
    for chapter in order.iter().filter_map(|id| parts.get(id)) {
        let path = format!("{folder}{}", chapter.split('#').next().unwrap_or_default());
        let text = package.get(&path)?;
        html::tell(builder, &text, true)?;
        builder.end_all()?;
    }
    Ok(())
}

/// Tells of each element of a list: its name, and what it says of itself.
fn each_element(
    text: &str,
    mut tell: impl FnMut(&str, &dyn Fn(&str) -> Option<String>),
) -> Result<(), Failure> {
    let mut reader = Reader::from_str(text);
    loop {
        match reader.read_event().map_err(Failure::broken)? {
            Event::Start(tag) | Event::Empty(tag) => {
                tell(tag.local_name().as_ref(), &|name| attribute(&tag, name));
            }
            Event::Eof => return Ok(()),
            _ => {}
        }
    }
}
