//! JSON read member by member, so that all that is wrong with it is reported at once.
//!
//! Every value stays a piece of the text until it is asked for: where it stands is where it is found.
use crate::{
    node::{Node, Pairs},
    place::{Fault, Place},
};
use sea_orm::ActiveEnum;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::borrow::Cow;

/// What is found wrong while a text is read.
pub struct Reader<'a> {
    text: &'a str,
    breaks: Vec<usize>,
    faults: Vec<(usize, Fault)>,
}

impl<'a> Reader<'a> {
    pub fn new(text: &'a str) -> Self {
        let breaks = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at).collect();
        Self { text, breaks, faults: Vec::new() }
    }

    /// Where `node` stands.
    pub fn place(&self, node: &Node<'a>) -> Place {
        let line = self.breaks.partition_point(|at| *at < self.offset(node)) + 1;
        Place { pointer: node.pointer.clone(), line }
    }

    fn offset(&self, node: &Node<'a>) -> usize {
        node.raw.get().as_ptr().addr() - self.text.as_ptr().addr()
    }

    /// Notes that something is wrong at `pointer` below `node`.
    pub fn fault(&mut self, node: &Node<'a>, pointer: &str, message: impl Into<String>) {
        let nearest = node.below(pointer);
        let place = Place { pointer: format!("{}{pointer}", node.pointer), ..self.place(&nearest) };
        self.faults.push((self.offset(&nearest), Fault { place, message: message.into() }));
    }

    /// The faults in the order of the text.
    pub fn finish(mut self) -> Vec<Fault> {
        self.faults.sort_by_key(|(offset, _)| *offset);
        self.faults.into_iter().map(|(_, fault)| fault).collect()
    }

    /// Reads an object; nothing if it, or what belongs to it, has faults.
    pub fn object<T>(&mut self, node: &Node<'a>, read: impl FnOnce(&mut Members<'_, 'a>) -> T) -> Option<T> {
        let before = self.faults.len();
        let pairs = node.read::<Pairs<'a>>().unwrap_or_else(|cause| {
            self.fault(node, "", cause);
            Pairs(Vec::new())
        });
        if self.faults.len() > before {
            return None;
        }
        let mut members =
            Members { left: Vec::with_capacity(pairs.0.len()), reader: self, node: node.clone(), before };
        for (name, raw) in pairs.0 {
            members.add(name, raw);
        }
        let value = read(&mut members);
        for (_, extra) in std::mem::take(&mut members.left) {
            members.reader.fault(&extra, "", "is not a member that is known here");
        }
        (self.faults.len() == before).then_some(value)
    }
}

/// The members of an object that were not yet asked for.
pub struct Members<'r, 'a> {
    reader: &'r mut Reader<'a>,
    node: Node<'a>,
    left: Vec<(Cow<'a, str>, Node<'a>)>,
    before: usize,
}

impl<'a> Members<'_, 'a> {
    fn add(&mut self, name: Cow<'a, str>, raw: &'a RawValue) {
        let child = self.node.child(&name, raw);
        match self.left.iter().any(|(other, _)| *other == name) {
            true => self.reader.fault(&child, "", "is given twice"),
            false => self.left.push((name, child)),
        }
    }

    fn take(&mut self, name: &str) -> Option<Node<'a>> {
        let index = self.left.iter().position(|(other, _)| other == name)?;
        Some(self.left.swap_remove(index).1)
    }

    /// Whether nothing was wrong so far.
    pub fn is_valid(&self) -> bool {
        self.reader.faults.len() == self.before
    }

    /// Where the object stands.
    pub fn place(&self) -> Place {
        self.reader.place(&self.node)
    }

    /// Whether a member says anything.
    pub fn says(&self, name: &str) -> bool {
        self.left.iter().any(|(other, node)| other == name && node.raw.get() != "null")
    }

    /// Passes over a member; whether it says anything.
    pub fn skip(&mut self, name: &str) -> bool {
        let says = self.says(name);
        self.take(name);
        says
    }

    /// Notes that something is wrong at `pointer` below the object.
    pub fn fault(&mut self, pointer: &str, message: impl Into<String>) {
        self.reader.fault(&self.node, pointer, message);
    }

    /// A member that may be null or left out, kept as `rule` gives it.
    pub fn optional_as<S, T>(&mut self, name: &str, rule: impl FnOnce(S) -> Result<T, String>) -> Option<T>
    where
        S: Deserialize<'a>,
    {
        let node = self.take(name)?;
        match node.read::<Option<S>>().and_then(|value| value.map(rule).transpose()) {
            Ok(value) => value,
            Err(message) => {
                self.reader.fault(&node, "", message);
                None
            }
        }
    }

    /// A member that may be null or left out.
    pub fn optional<T: Deserialize<'a>>(&mut self, name: &str) -> Option<T> {
        self.optional_as(name, Ok)
    }

    /// A member that must be there, kept as `rule` gives it; its default once a fault is noted.
    pub fn required_as<S, T>(&mut self, name: &str, rule: impl FnOnce(S) -> Result<T, String>) -> T
    where
        S: Deserialize<'a>,
        T: Default,
    {
        let Some(node) = self.take(name) else {
            self.fault(&format!("/{name}"), "is missing");
            return T::default();
        };
        node.read::<S>().and_then(rule).unwrap_or_else(|message| {
            self.reader.fault(&node, "", message);
            T::default()
        })
    }

    /// A member that must be there.
    pub fn required<T: Deserialize<'a> + Default>(&mut self, name: &str) -> T {
        self.required_as(name, Ok)
    }

    /// A text that may be null or left out, kept as `rule` gives it.
    pub fn optional_text<T>(
        &mut self,
        name: &str,
        rule: impl FnOnce(&str) -> Result<T, String>,
    ) -> Option<T> {
        self.optional_as(name, |text: String| rule(&text))
    }

    /// A text that must be there, kept as `rule` gives it; its default once a fault is noted.
    pub fn required_text<T>(&mut self, name: &str, rule: impl FnOnce(&str) -> Result<T, String>) -> T
    where
        T: Default,
    {
        self.required_as(name, |text: String| rule(&text))
    }

    /// One of the words of an enumeration; the first of them once a fault is noted.
    pub fn word<T: ActiveEnum<Value = String>>(&mut self, name: &str) -> T {
        let known = || T::values().join(", ");
        let rule = |word: String| {
            let found = T::try_from_value(&word);
            found.map(Some).map_err(|_| format!("`{word}` is none of {}", known()))
        };
        let found: Option<T> = self.required_as(name, rule);
        found.unwrap_or_else(|| T::iter().next().expect("an enumeration has words"))
    }

    /// A list that may be left out, item by item.
    pub fn list(&mut self, name: &str) -> Vec<Node<'a>> {
        let Some(node) = self.take(name) else { return Vec::new() };
        node.items().unwrap_or_else(|cause| {
            self.reader.fault(&node, "", cause);
            Vec::new()
        })
    }

    /// An object that may be null or left out.
    pub fn object<T>(&mut self, name: &str, read: impl FnOnce(&mut Members<'_, 'a>) -> T) -> Option<T> {
        let node = self.take(name)?;
        match node.raw.get() {
            "null" => None,
            _ => self.reader.object(&node, read),
        }
    }

    /// A list of objects that must be there.
    pub fn objects<T>(&mut self, name: &str, mut read: impl FnMut(&mut Members<'_, 'a>) -> T) -> Vec<T> {
        if !self.left.iter().any(|(other, _)| other == name) {
            self.fault(&format!("/{name}"), "is missing");
        }
        let nodes = self.list(name);
        nodes.iter().filter_map(|node| self.reader.object(node, &mut read)).collect()
    }
}
