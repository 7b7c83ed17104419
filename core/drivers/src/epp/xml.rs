//! XML: written into commands, read from answers.
use roxmltree::{Document, Node, ParsingOptions};

/// How deep elements of an answer may lie in one another.
const DEEP: usize = 32;
/// How many elements, texts and comments an answer may have.
const MANY: u32 = 100_000;

/// XML that was written here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Xml(String);

impl Xml {
    /// An element with other elements in it.
    pub(super) fn of(
        name: &str,
        attributes: &[(&str, &str)],
        inside: impl IntoIterator<Item = Self>,
    ) -> Self {
        let inside: String = inside.into_iter().map(|xml| xml.0).collect();
        let attributes: String =
            attributes.iter().map(|(key, value)| format!(" {key}=\"{}\"", escaped(value))).collect();
        match inside.is_empty() {
            true => Self(format!("<{name}{attributes}/>")),
            false => Self(format!("<{name}{attributes}>{inside}</{name}>")),
        }
    }

    /// An element with a text in it.
    pub(super) fn text(name: &str, text: &str) -> Self {
        Self::of(name, &[], [Self(escaped(text))])
    }

    /// An element with attributes and a text in it.
    pub(super) fn text_with(name: &str, attributes: &[(&str, &str)], text: &str) -> Self {
        Self::of(name, attributes, [Self(escaped(text))])
    }

    /// The whole document whose outermost element this is.
    pub(super) fn document(&self) -> String {
        format!("<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n{}", self.0)
    }
}

fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            // XML 1.0 has no other control characters, and these would be read as blanks in attributes.
            '\t' => safe.push_str("&#9;"),
            '\n' => safe.push_str("&#10;"),
            '\r' => safe.push_str("&#13;"),
            sign if sign.is_control() => {}
            sign => safe.push(sign),
        }
    }
    safe
}

/// An element of an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Element {
    space: String,
    name: String,
    attributes: Vec<(String, String)>,
    /// All text in it, without the blanks around it.
    pub text: String,
    /// The elements in it.
    pub children: Vec<Self>,
}

impl Element {
    /// The outermost element of `document`; nothing where it is no XML, or too much of it.
    pub(super) fn parse(document: &str) -> Option<Self> {
        let options = ParsingOptions { nodes_limit: MANY, ..ParsingOptions::default() };
        let document = Document::parse_with_options(document, options).ok()?;
        Self::read(document.root_element(), DEEP)
    }

    fn read(node: Node<'_, '_>, deep: usize) -> Option<Self> {
        let deep = deep.checked_sub(1)?;
        let texts = node.descendants().filter(Node::is_text).filter_map(|text| text.text());
        let attributes = node.attributes().map(|one| (one.name().to_owned(), one.value().to_owned()));
        let children = node.children().filter(Node::is_element).map(|child| Self::read(child, deep));
        Some(Self {
            space: node.tag_name().namespace().unwrap_or_default().to_owned(),
            name: node.tag_name().name().to_owned(),
            attributes: attributes.collect(),
            text: texts.collect::<String>().trim().to_owned(),
            children: children.collect::<Option<_>>()?,
        })
    }

    /// Whether it is called so.
    pub(super) fn is(&self, space: &str, name: &str) -> bool {
        self.name == name && self.space == space
    }

    /// The elements right in it that are called so.
    pub(super) fn all<'a>(&'a self, space: &'a str, name: &'a str) -> impl Iterator<Item = &'a Self> {
        self.children.iter().filter(move |child| child.is(space, name))
    }

    /// The first element right in it that is called so.
    pub(super) fn child(&self, space: &str, name: &str) -> Option<&Self> {
        self.children.iter().find(|child| child.is(space, name))
    }

    /// The text of the first element right in it that is called so, where it has one.
    pub(super) fn text_of(&self, space: &str, name: &str) -> Option<&str> {
        self.child(space, name).map(|child| child.text.as_str()).filter(|text| !text.is_empty())
    }

    /// The first element in it, however deep, that is called so.
    pub(super) fn find(&self, space: &str, name: &str) -> Option<&Self> {
        self.children.iter().find_map(|child| match child.is(space, name) {
            true => Some(child),
            false => child.find(space, name),
        })
    }

    /// An attribute of it.
    pub(super) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(key, _)| key == name).map(|(_, value)| value.trim())
    }

    /// An attribute that is a truth value (XML Schema part 2, section 3.2.2).
    pub(super) fn flag(&self, name: &str) -> Option<bool> {
        match self.attribute(name)? {
            "1" | "true" => Some(true),
            "0" | "false" => Some(false),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_what_is_read() {
        let hard = "a<b>&\"c\"\u{7} ü";
        let xml = Xml::of(
            "x:a",
            &[("xmlns:x", "urn:x"), ("y", hard)],
            [Xml::text("x:b", hard), Xml::of("x:c", &[], [])],
        );
        let read = Element::parse(&xml.document()).unwrap();
        assert!(read.is("urn:x", "a") && !read.is("", "a"));
        assert_eq!(read.attribute("y"), Some("a<b>&\"c\" ü"), "what XML has no sign for is left out");
        assert_eq!(read.text_of("urn:x", "b"), Some("a<b>&\"c\" ü"));
        assert_eq!(read.text_of("urn:x", "c"), None);
        assert_eq!(read.all("urn:x", "c").count(), 1);
    }

    #[test]
    fn what_is_no_answer_is_not_read() {
        let deep = format!("{}{}", "<a>".repeat(DEEP + 1), "</a>".repeat(DEEP + 1));
        let entities = "<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>";
        for wrong in ["", "<a>", "<a></b>", "a", &deep, entities] {
            assert_eq!(Element::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn truth_has_four_forms() {
        let flag = |text: &str| Element::parse(&format!("<a b='{text}'/>")).unwrap().flag("b");
        assert_eq!(["1", "true", "0", "false"].map(flag), [Some(true), Some(true), Some(false), Some(false)]);
        assert_eq!(flag("yes"), None);
    }
}
