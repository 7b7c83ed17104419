//! Reading XML (XML 1.0) as a value: attributes are `@name`, the text beside them or beside elements is `#text`.
//!
//! Entities that a file declares are not known, so that none can stand for much, or for another file.
use super::Room;
use crate::{Code, Failure};
use quick_xml::{
    Reader, XmlVersion,
    escape::resolve_predefined_entity,
    events::{BytesRef, BytesStart, Event},
};
use serde_json::{Map, Value};

/// The value of a text: an object with the one outermost element.
pub fn read(text: &str, room: &mut Room) -> Result<Value, Failure> {
    let mut reader = Reader::from_str(text);
    let mut reading = Reading { room, open: Vec::new(), root: None };
    loop {
        match reader.read_event().map_err(Failure::broken)? {
            Event::Start(tag) => reading.begin(&tag)?,
            Event::Empty(tag) => {
                reading.begin(&tag)?;
                reading.end()?;
            }
            Event::End(_) => reading.end()?,
            Event::Text(text) => reading.text(&text.xml10_content())?,
            Event::CData(text) => reading.text(&text.xml10_content())?,
            Event::GeneralRef(name) => reading.text(&meant(&name)?)?,
            Event::Eof => return reading.done(),
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {}
        }
    }
}

/// An element that has not ended.
struct Open {
    name: String,
    members: Map<String, Value>,
    text: String,
}

struct Reading<'a> {
    room: &'a mut Room,
    open: Vec<Open>,
    root: Option<Value>,
}

impl Reading<'_> {
    fn begin(&mut self, tag: &BytesStart<'_>) -> Result<(), Failure> {
        if self.open.is_empty() && self.root.is_some() {
            return Err(Failure::broken("it goes on after its outermost element"));
        }
        self.room.enter()?;
        let name = tag.name().as_ref().to_owned();
        self.room.take_text(&name)?;
        let mut members = Map::new();
        // That no two are the same is seen here: the reader would compare each with all others.
        for attribute in tag.attributes().with_checks(false) {
            let attribute = attribute.map_err(Failure::broken)?;
            let name = format!("@{}", attribute.key.as_ref());
            let value = attribute.normalized_value(XmlVersion::Explicit1_0).map_err(Failure::broken)?;
            self.room.take_text(&name)?;
            self.room.take_text(&value)?;
            if members.insert(name, value.into_owned().into()).is_some() {
                return Err(Failure::broken("an element has two attributes of the same name"));
            }
        }
        self.open.push(Open { name, members, text: String::new() });
        Ok(())
    }

    fn text(&mut self, text: &str) -> Result<(), Failure> {
        match self.open.last_mut() {
            Some(open) => open.text.push_str(text),
            None if text.trim().is_empty() => {}
            None => return Err(Failure::broken("it has text outside of its outermost element")),
        }
        Ok(())
    }

    fn end(&mut self) -> Result<(), Failure> {
        let Some(Open { name, mut members, text }) = self.open.pop() else { return Ok(()) };
        self.room.leave();
        let text = text.trim();
        self.room.take_text(text)?;
        let value = match (members.is_empty(), text.is_empty()) {
            (true, true) => Value::Null,
            (true, false) => text.into(),
            (false, empty) => {
                if !empty {
                    members.insert("#text".to_owned(), text.into());
                }
                Value::Object(members)
            }
        };
        match self.open.last_mut() {
            Some(parent) => add(&mut parent.members, name, value),
            None => self.root = Some(Value::Object([(name, value)].into_iter().collect())),
        }
        Ok(())
    }

    fn done(self) -> Result<Value, Failure> {
        match self.root {
            Some(root) if self.open.is_empty() => Ok(root),
            _ => Err(Failure::broken("it ends within an element")),
        }
    }
}

/// Adds an element: several of one name are a list.
fn add(members: &mut Map<String, Value>, name: String, value: Value) {
    match members.get_mut(&name) {
        None => drop(members.insert(name, value)),
        Some(Value::Array(several)) => several.push(value),
        Some(one) => *one = Value::Array(vec![one.take(), value]),
    }
}

/// The letter that a reference means.
fn meant(reference: &BytesRef<'_>) -> Result<String, Failure> {
    if let Some(letter) = reference.resolve_char_ref().map_err(Failure::broken)? {
        return Ok(letter.to_string());
    }
    let name = reference.xml10_content();
    resolve_predefined_entity(&name).map(str::to_owned).ok_or_else(|| {
        let message = format!("the file uses &{name};, and what a file declares itself is not known");
        Failure::new(Code::FileUnsupported, message)
    })
}
