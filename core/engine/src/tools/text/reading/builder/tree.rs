//! The parts of a document: what may stand where, and what ends with what.
use super::Builder;
use crate::{Code, Failure, tools::text::reading::elements::list};
use comrak::{
    Node,
    nodes::{ListType, NodeValue, TableAlignment},
};

impl<'a> Builder<'a> {
    pub(super) fn top(&self) -> Node<'a> {
        // The root is never closed.
        self.open.last().map_or_else(|| &*self.arena.alloc(NodeValue::Document.into()), |(_, node)| *node)
    }

    /// Adds a part to what is open.
    pub(super) fn add(&mut self, value: NodeValue) -> Result<Node<'a>, Failure> {
        self.left = self.left.checked_sub(1).ok_or_else(|| {
            Failure::new(Code::TooManyEntries, "the text has more parts than can be converted")
        })?;
        let node: Node<'a> = self.arena.alloc(value.into());
        self.top().append(node);
        Ok(node)
    }

    pub(super) fn push(&mut self, name: &str, value: NodeValue) -> Result<(), Failure> {
        if self.open.len() as u64 > self.deepest {
            let message = format!("the text holds parts within parts, more than {} deep", self.deepest);
            return Err(Failure::new(Code::NestingTooDeep, message));
        }
        if !value.block() {
            self.before()?;
        } else if !matches!(value, NodeValue::TableRow(_) | NodeValue::Table(_)) {
            (self.space, self.fresh) = (false, true);
        }
        let node = self.add(value)?;
        self.open.push((name.to_owned(), node));
        Ok(())
    }

    /// Ends the innermost part; one that holds nothing was none.
    pub(super) fn pop(&mut self) -> Result<(), Failure> {
        let Some((_, node)) = self.open.pop() else { return Ok(()) };
        if matches!(node.data().value, NodeValue::Paragraph) {
            without_last_break(node);
        }
        let value = node.data().value.clone();
        let bare = node.first_child().is_none();
        match value {
            NodeValue::TableCell | NodeValue::Item(_) => {}
            _ if bare => node.detach(),
            NodeValue::List(_) => tighten(node),
            NodeValue::Table(_) => self.even(node)?,
            _ => {}
        }
        Ok(())
    }

    /// Ends the innermost part called `name`, and what is in it; what is looked through is as `within` says.
    pub(super) fn close(&mut self, name: &str, within: impl Fn(&NodeValue) -> bool) -> Result<(), Failure> {
        let looked = self
            .open
            .iter()
            .enumerate()
            .skip(1)
            .rev()
            .take_while(|(_, (_, node))| within(&node.data().value));
        let place =
            looked.map(|(at, (name, _))| (at, name)).find(|(_, open)| *open == name).map(|(at, _)| at);
        while place.is_some_and(|place| self.open.len() > place) {
            self.pop()?;
        }
        Ok(())
    }

    pub(super) fn in_table(&self) -> bool {
        self.open.iter().any(|(_, node)| matches!(node.data().value, NodeValue::Table(_)))
    }

    pub(super) fn in_cell(&self) -> bool {
        self.open.iter().any(|(_, node)| matches!(node.data().value, NodeValue::TableCell))
    }

    /// What comes next is another paragraph; cells hold one line only.
    pub(super) fn paragraph(&mut self) -> Result<(), Failure> {
        self.space |= self.in_cell();
        while !self.in_cell() && self.in_line() {
            self.pop()?;
        }
        Ok(())
    }

    /// Whether what is open is part of a line, or one.
    pub(super) fn in_line(&self) -> bool {
        let data = self.top().data();
        matches!(data.value, NodeValue::Paragraph | NodeValue::Heading(_)) || !data.value.block()
    }

    /// Makes room for a block.
    pub(super) fn blocks(&mut self) -> Result<(), Failure> {
        self.paragraph()?;
        if matches!(self.top().data().value, NodeValue::List(_)) {
            self.push("li", NodeValue::Item(list(ListType::Bullet)))?;
        }
        Ok(())
    }

    pub(super) fn block(&mut self, name: &str, value: NodeValue) -> Result<(), Failure> {
        let table = self.in_table();
        match &value {
            NodeValue::TableRow(_) | NodeValue::TableCell if !table => return self.paragraph(),
            NodeValue::TableRow(_) => self.up_to(|value| matches!(value, NodeValue::Table(_)))?,
            NodeValue::TableCell => {
                self.up_to(|value| matches!(value, NodeValue::Table(_) | NodeValue::TableRow(_)))?;
                if matches!(self.top().data().value, NodeValue::Table(_)) {
                    self.row()?;
                }
            }
            // A cell holds one line: what is in it is told one after the other.
            _ if table => return self.paragraph(),
            NodeValue::Item(_) => {
                let list_or_text = |value: &NodeValue| {
                    matches!(value, NodeValue::List(_) | NodeValue::BlockQuote | NodeValue::Document)
                };
                self.paragraph()?;
                self.up_to(list_or_text)?;
                if !matches!(self.top().data().value, NodeValue::List(_)) {
                    self.push("ul", NodeValue::List(list(ListType::Bullet)))?;
                }
            }
            _ => self.blocks()?,
        }
        match value {
            NodeValue::TableRow(_) => self.row(),
            value => self.push(name, value),
        }
    }

    /// A row: the first has the names of the columns.
    pub(super) fn row(&mut self) -> Result<(), Failure> {
        let first = self.top().first_child().is_none();
        self.push("tr", NodeValue::TableRow(first))
    }

    pub(super) fn up_to(&mut self, wanted: impl Fn(&NodeValue) -> bool) -> Result<(), Failure> {
        while self.open.len() > 1 && !wanted(&self.top().data().value) {
            self.pop()?;
        }
        Ok(())
    }

    /// Gives each row of a table as many cells.
    pub(super) fn even(&mut self, node: Node<'a>) -> Result<(), Failure> {
        let columns = node.children().map(|row| row.children().count()).max().unwrap_or(0);
        for row in node.children() {
            self.open.push((String::new(), row));
            for _ in row.children().count()..columns {
                self.add(NodeValue::TableCell)?;
            }
            self.open.pop();
        }
        let rows = node.children().count();
        if let NodeValue::Table(table) = &mut node.data_mut().value {
            table.alignments = vec![TableAlignment::None; columns];
            (table.num_columns, table.num_rows) = (columns, rows);
        }
        Ok(())
    }
}

/// A break at the end of a paragraph would be seen as a sign.
fn without_last_break(node: Node<'_>) {
    let mut last = node;
    while let Some(within) = last.last_child() {
        last = within;
    }
    if matches!(last.data().value, NodeValue::LineBreak) {
        last.detach();
    }
}

/// Says of a list, and of its items, what sort they are, and whether there is a paragraph between two others.
fn tighten(node: Node<'_>) {
    let paragraphs = |item: Node<'_>| {
        item.children().filter(|node| matches!(node.data().value, NodeValue::Paragraph)).count()
    };
    let tight = node.children().all(|item| paragraphs(item) <= 1);
    let NodeValue::List(mut kind) = node.data().value else { return };
    kind.tight = tight;
    node.data_mut().value = NodeValue::List(kind);
    for item in node.children() {
        item.data_mut().value = NodeValue::Item(kind);
    }
}
