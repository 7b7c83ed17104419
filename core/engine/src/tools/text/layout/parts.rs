//! The parts of a document, for those who hear it and for programs that read it.
use super::strip::Anchor;
use krilla::tagging::{Identifier, ListNumbering, Node, TableHeaderScope, Tag, TagGroup, TagKind, TagTree};
use std::num::NonZeroU16;

/// Which part it is.
pub enum Kind {
    /// The whole.
    Document,
    /// A paragraph.
    Paragraph,
    /// A heading: its level and its words.
    Heading(NonZeroU16, String),
    /// A quotation, or an alert.
    Quote,
    /// Code.
    Code,
    /// A list, and whether it has numbers.
    List(bool),
    /// An item of a list.
    Item,
    /// An item's mark, or a footnote's number.
    Label,
    /// What an item says.
    Body,
    /// A table.
    Table,
    /// The first rows of a table, which say what is in the others.
    Head,
    /// The other rows.
    Rows,
    /// A row.
    Row,
    /// A cell, and whether it is in the head.
    Cell(bool),
    /// A footnote.
    Note,
    /// A link.
    Link(Leads),
}

/// Where a link leads to.
pub enum Leads {
    /// Out of the document.
    Out(String),
    /// Somewhere within.
    To(Anchor),
}

struct Part {
    kind: Kind,
    within: usize,
    /// What is in it, in the order in which it was painted.
    children: Vec<Child>,
    attached: bool,
    /// The cells of a row: they are there even if nothing is in them.
    cells: Vec<usize>,
}

impl Part {
    const fn new(kind: Kind, within: usize) -> Self {
        Self { kind, within, children: Vec::new(), attached: false, cells: Vec::new() }
    }
}

enum Child {
    Part(usize),
    Painted(Identifier),
}

/// All parts of a document; the first is the whole.
pub struct Parts(Vec<Part>);

impl Parts {
    /// A document without parts.
    pub fn new() -> Self {
        Self(vec![Part { attached: true, ..Part::new(Kind::Document, 0) }])
    }

    /// Adds a part within another.
    pub fn add(&mut self, kind: Kind, within: usize) -> usize {
        let part = self.0.len();
        if let Kind::Cell(_) = kind {
            self.0[within].cells.push(part);
        }
        self.0.push(Part::new(kind, within));
        part
    }

    /// Where the link leads to that this part is.
    pub fn leads(&self, part: usize) -> Option<&Leads> {
        match &self.0[part].kind {
            Kind::Link(leads) => Some(leads),
            _ => None,
        }
    }

    /// Something of a part was painted.
    pub fn painted(&mut self, part: usize, what: Identifier) {
        self.attach(part);
        self.0[part].children.push(Child::Painted(what));
    }

    /// A part follows those of its whole that are painted already.
    fn attach(&mut self, part: usize) {
        if self.0[part].attached {
            return;
        }
        self.0[part].attached = true;
        let within = self.0[part].within;
        self.attach(within);
        self.0[within].children.push(Child::Part(part));
        for cell in std::mem::take(&mut self.0[part].cells) {
            self.attach(cell);
        }
    }

    /// The tree of all that was painted.
    pub fn tree(&self) -> TagTree {
        let mut tree = TagTree::new();
        self.nodes(0).into_iter().for_each(|node| tree.push(node));
        tree
    }

    fn nodes(&self, part: usize) -> Vec<Node> {
        let node = |child: &Child| match child {
            Child::Painted(what) => Node::Leaf(*what),
            Child::Part(part) => Node::Group(TagGroup::with_children(self.tag(*part), self.nodes(*part))),
        };
        self.0[part].children.iter().map(node).collect()
    }

    fn tag(&self, part: usize) -> TagKind {
        match &self.0[part].kind {
            Kind::Document => Tag::Div.into(),
            Kind::Paragraph => Tag::P.into(),
            Kind::Heading(level, title) => Tag::Hn(*level, Some(title.clone())).into(),
            Kind::Quote => Tag::BlockQuote.into(),
            Kind::Code => Tag::Code.into(),
            Kind::List(true) => Tag::L(ListNumbering::Decimal).into(),
            Kind::List(false) => Tag::L(ListNumbering::Disc).into(),
            Kind::Item => Tag::LI.into(),
            Kind::Label => Tag::Lbl.into(),
            Kind::Body => Tag::LBody.into(),
            Kind::Table => Tag::Table.into(),
            Kind::Head => Tag::THead.into(),
            Kind::Rows => Tag::TBody.into(),
            Kind::Row => Tag::TR.into(),
            Kind::Cell(true) => Tag::TH(TableHeaderScope::Column).into(),
            Kind::Cell(false) => Tag::TD.into(),
            Kind::Note => Tag::Note.into(),
            Kind::Link(_) => Tag::Link.into(),
        }
    }
}
