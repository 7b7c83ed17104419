//! The lines of a document: letters, what they look like, and the white space between them.
use super::Builder;
use crate::Failure;
use comrak::{
    Node,
    nodes::{NodeCode, NodeCodeBlock, NodeValue},
};

impl<'a> Builder<'a> {
    pub(super) fn inline(&mut self, name: &str, value: NodeValue) -> Result<(), Failure> {
        self.line()?;
        let same = |(_, node): &(String, Node<'a>)| {
            std::mem::discriminant(&node.data().value) == std::mem::discriminant(&value)
        };
        match self.open.iter().any(same) {
            true => Ok(()),
            false => self.push(name, value),
        }
    }

    /// Makes room for part of a line.
    pub(super) fn line(&mut self) -> Result<(), Failure> {
        if matches!(self.top().data().value, NodeValue::Table(_)) {
            self.row()?;
        }
        if matches!(self.top().data().value, NodeValue::TableRow(_)) {
            self.push("td", NodeValue::TableCell)?;
        }
        if !self.in_line() && !matches!(self.top().data().value, NodeValue::TableCell) {
            self.blocks()?;
            self.push("p", NodeValue::Paragraph)?;
        }
        Ok(())
    }

    pub(super) fn word(&mut self, word: &str) -> Result<(), Failure> {
        self.line()?;
        self.before()?;
        self.fresh = false;
        self.append(word)
    }

    /// The white space before what comes next, outside of what begins there.
    pub(super) fn before(&mut self) -> Result<(), Failure> {
        if !std::mem::take(&mut self.space) || self.fresh {
            return Ok(());
        }
        let bare = |(_, node): &&(String, Node<'a>)| !node.data().value.block() && has_only_begun(node);
        match self.open.iter().rev().take_while(bare).last() {
            Some((_, node)) => {
                node.insert_before(self.arena.alloc(NodeValue::Text(" ".into()).into()));
                Ok(())
            }
            None => self.append(" "),
        }
    }

    pub(super) fn append(&mut self, text: &str) -> Result<(), Failure> {
        let last = self.top().last_child();
        let mut data = last.map(|node| node.data_mut());
        if let Some(NodeValue::Text(before)) = data.as_mut().map(|data| &mut data.value) {
            before.to_mut().push_str(text);
            return Ok(());
        }
        drop(data);
        self.add(NodeValue::Text(text.to_owned().into())).map(drop)
    }

    pub(super) fn line_break(&mut self) -> Result<(), Failure> {
        let one_line = self.in_cell() || matches!(self.top().data().value, NodeValue::Heading(_));
        match () {
            () if one_line => self.space = true,
            () if self.in_line() && !self.fresh => {
                (self.space, self.fresh) = (false, true);
                self.add(NodeValue::LineBreak)?;
            }
            () => {}
        }
        Ok(())
    }

    pub(super) fn code(&mut self, block: bool, code: &str) -> Result<(), Failure> {
        if block && !self.in_table() {
            self.blocks()?;
            let literal = code.strip_prefix('\n').unwrap_or(code).trim_end_matches('\n').to_owned() + "\n";
            let code = NodeCodeBlock {
                fenced: true,
                fence_char: b'`',
                fence_length: 3,
                literal,
                closed: true,
                ..NodeCodeBlock::default()
            };
            return self.add(NodeValue::CodeBlock(Box::new(code))).map(drop);
        }
        let literal = code.split_whitespace().collect::<Vec<_>>().join(" ");
        if literal.is_empty() {
            return Ok(());
        }
        self.line()?;
        self.before()?;
        self.fresh = false;
        self.add(NodeValue::Code(NodeCode { num_backticks: 1, literal })).map(drop)
    }
}

/// Whether nothing is in a part yet, but another that has begun.
fn has_only_begun(node: Node<'_>) -> bool {
    let begun = |value: &NodeValue| {
        matches!(value, NodeValue::Emph | NodeValue::Strong | NodeValue::Strikethrough | NodeValue::Link(_))
    };
    node.children().all(|part| part.first_child().is_none() && begun(&part.data().value))
}
