//! Reading texts of Office (ECMA-376 part 1, section 17).
mod looks;
mod styles;

use super::{
    Builder,
    package::{Package, attribute},
};
use crate::{Failure, Input, Work};
use looks::{Looks, Paragraph};
use quick_xml::{
    Reader,
    events::{BytesStart, Event},
};
use std::collections::HashMap;
use styles::{Lists, Styles};

/// What is not read: what was removed, what is drawn, and what stands there for old programs.
const LEFT_OUT: [&str; 7] = ["del", "moveFrom", "drawing", "pict", "object", "Fallback", "sectPr"];

/// Reads a text.
pub fn read(builder: &mut Builder<'_>, work: &Work, file: &Input) -> Result<(), Failure> {
    let mut package = Package::open(work, file)?;
    let text = package.get("word/document.xml")?;
    let part = |part: Option<String>| part.unwrap_or_default();
    let styles = styles::styles(&part(package.find("word/styles.xml")?))?;
    let lists = styles::lists(&part(package.find("word/numbering.xml")?))?;
    let links = styles::links(&part(package.find("word/_rels/document.xml.rels")?))?;
    let mut reading = Reading {
        builder,
        styles: &styles,
        lists: &lists,
        links: &links,
        paragraph: Paragraph::default(),
        open_lists: Vec::new(),
        wanted: Looks::default(),
        shown: Looks::default(),
        hidden: false,
        of_paragraph: false,
        in_text: false,
    };
    let mut reader = Reader::from_str(&text);
    let mut skipped = 0_u64;
    loop {
        match reader.read_event().map_err(Failure::broken)? {
            Event::Start(tag) if skipped > 0 || LEFT_OUT.contains(&tag.local_name().as_ref()) => {
                skipped += 1;
            }
            Event::End(_) if skipped > 0 => skipped -= 1,
            Event::Eof => return reading.end_lists(0),
            _ if skipped > 0 => {}
            Event::Start(tag) => reading.start(&tag)?,
            Event::Empty(tag) if LEFT_OUT.contains(&tag.local_name().as_ref()) => {}
            Event::Empty(tag) => {
                reading.start(&tag)?;
                reading.end(tag.local_name().as_ref())?;
            }
            Event::End(tag) => reading.end(tag.local_name().as_ref())?,
            Event::Text(text) => reading.text(&text.xml10_content())?,
            Event::CData(text) => reading.text(&text.xml10_content())?,
            Event::GeneralRef(name) => {
                let letter = name.resolve_char_ref().map_err(Failure::broken)?.map(String::from);
                let known = quick_xml::escape::resolve_predefined_entity(&name.xml10_content());
                reading.text(&letter.or(known.map(str::to_owned)).unwrap_or_default())?;
            }
            _ => {}
        }
    }
}

struct Reading<'r, 'a> {
    builder: &'r mut Builder<'a>,
    styles: &'r Styles,
    lists: &'r Lists,
    links: &'r HashMap<String, String>,
    paragraph: Paragraph,
    open_lists: Vec<&'static str>,
    wanted: Looks,
    shown: Looks,
    hidden: bool,
    /// Whether it is the paragraph that something is said of, not letters.
    of_paragraph: bool,
    in_text: bool,
}

/// Elements of ours have no attributes.
fn none(_: &str) -> Option<String> {
    None
}

impl Reading<'_, '_> {
    fn start(&mut self, tag: &BytesStart<'_>) -> Result<(), Failure> {
        let value = || attribute(tag, "val");
        let on = || !value().is_some_and(|value| ["0", "false", "off", "none"].contains(&value.as_str()));
        match tag.local_name().as_ref() {
            "p" => self.paragraph = Paragraph::default(),
            "pPr" => self.of_paragraph = true,
            "pStyle" => {
                if let Some(style) = value().and_then(|style| self.styles.get(&style)) {
                    self.paragraph.heading = style.heading;
                    self.paragraph.list = self.paragraph.list.take().or_else(|| style.list.clone());
                }
            }
            "outlineLvl" => {
                let level = value().and_then(|level| level.parse::<u8>().ok()).filter(|level| *level < 6);
                self.paragraph.heading = level.map_or(self.paragraph.heading, |level| Some(level + 1));
            }
            "numId" => self.paragraph.list = value(),
            "ilvl" => self.paragraph.level = value().and_then(|level| level.parse().ok()),
            "r" => (self.wanted, self.hidden) = (Looks::default(), false),
            "b" if !self.of_paragraph => self.wanted.bold = on(),
            "i" if !self.of_paragraph => self.wanted.italic = on(),
            "strike" | "dstrike" if !self.of_paragraph => self.wanted.struck = on(),
            "vanish" if !self.of_paragraph => self.hidden = on(),
            "t" => self.in_text = true,
            "tab" if !self.of_paragraph => self.letters(" ")?,
            "noBreakHyphen" => self.letters("-")?,
            "br" | "cr" if !self.hidden => {
                self.begin()?;
                self.builder.start("br", &none)?;
            }
            "hyperlink" => {
                self.begin()?;
                self.show(Looks::default())?;
                let link = attribute(tag, "id").and_then(|id| self.links.get(&id).cloned());
                self.builder.start("a", &|name| link.clone().filter(|_| name == "href"))?;
            }
            "tbl" => {
                self.end_lists(0)?;
                self.builder.start("table", &none)?;
            }
            "tr" => self.builder.start("tr", &none)?,
            "tc" => self.builder.start("td", &none)?,
            _ => {}
        }
        Ok(())
    }

    fn end(&mut self, name: &str) -> Result<(), Failure> {
        match name {
            "pPr" => self.of_paragraph = false,
            "t" => self.in_text = false,
            "p" => {
                self.show(Looks::default())?;
                if let Some(level) = self.paragraph.heading.filter(|_| self.paragraph.begun) {
                    self.builder.end(&format!("h{level}"))?;
                }
                self.builder.end("p")?;
                // What looks like something ends with its paragraph.
                (self.wanted, self.hidden) = (Looks::default(), false);
            }
            "hyperlink" => {
                self.show(Looks::default())?;
                self.builder.end("a")?;
            }
            "tc" => self.builder.end("td")?,
            "tr" => self.builder.end("tr")?,
            "tbl" => self.builder.end("table")?,
            _ => {}
        }
        Ok(())
    }

    fn text(&mut self, text: &str) -> Result<(), Failure> {
        if self.in_text { self.letters(text) } else { Ok(()) }
    }

    fn letters(&mut self, text: &str) -> Result<(), Failure> {
        if self.hidden {
            return Ok(());
        }
        self.begin()?;
        // What white space looks like is not seen.
        if !text.trim().is_empty() {
            self.show(self.wanted)?;
        }
        self.builder.text(text)
    }

    /// Letters look so from here on.
    fn show(&mut self, looks: Looks) -> Result<(), Failure> {
        if looks != self.shown {
            self.shown.elements().rev().try_for_each(|name| self.builder.end(name))?;
            looks.elements().try_for_each(|name| self.builder.start(name, &none))?;
            self.shown = looks;
        }
        Ok(())
    }

    /// Begins the paragraph, where that was not done: now all is known that is said of it.
    fn begin(&mut self) -> Result<(), Failure> {
        if std::mem::replace(&mut self.paragraph.begun, true) {
            return Ok(());
        }
        let list =
            self.paragraph.list.as_ref().filter(|list| *list != "0" && self.paragraph.heading.is_none());
        match list {
            Some(list) => {
                let level = self.paragraph.level.unwrap_or(0).min(8);
                let name = if self.lists.is_ordered(list, level) { "ol" } else { "ul" };
                self.item(name, level)?;
            }
            None => self.end_lists(0)?,
        }
        if let Some(level) = self.paragraph.heading {
            self.builder.start(&format!("h{level}"), &none)?;
        }
        Ok(())
    }

    /// Begins an item of a list at this level.
    fn item(&mut self, name: &'static str, level: usize) -> Result<(), Failure> {
        self.end_lists(level + 1)?;
        if self.open_lists.get(level).is_some_and(|open| *open != name) {
            self.end_lists(level)?;
        }
        if self.open_lists.len() > level {
            self.builder.end("li")?;
            return self.builder.start("li", &none);
        }
        while self.open_lists.len() <= level {
            self.open_lists.push(name);
            self.builder.start(name, &none)?;
            self.builder.start("li", &none)?;
        }
        Ok(())
    }

    /// Ends lists until so many are open.
    fn end_lists(&mut self, count: usize) -> Result<(), Failure> {
        while self.open_lists.len() > count {
            self.builder.end("li")?;
            self.builder.end(self.open_lists.pop().unwrap_or_default())?;
        }
        Ok(())
    }
}
