//! Markdown as code of Typst, which typesets it.
//!
//! No word of the text becomes code: each is written as a string, by [`quoted`] and nothing else.
use super::inline;
use comrak::{
    Node,
    nodes::{ListType, NodeCodeBlock, NodeList, NodeTable, NodeValue, TableAlignment},
};
use std::{
    collections::{HashMap, HashSet},
    fmt::Write,
};

/// The most bytes of a block of code that gets colours.
const COLOURED: usize = 50_000;

/// A document that is being written.
pub struct Typeset<'a> {
    /// The code so far.
    pub code: String,
    /// The footnotes, by their names.
    pub footnotes: HashMap<String, Node<'a>>,
    /// Footnotes that stand on a page already.
    pub standing: HashSet<String>,
    /// Whether a footnote is being written: it holds no others.
    pub in_footnote: bool,
}

/// The code of a document.
pub fn document(root: Node) -> String {
    let footnote = |node: Node| match &node.data().value {
        NodeValue::FootnoteDefinition(footnote) => Some(footnote.name.clone()),
        _ => None,
    };
    let footnotes = root.descendants().filter_map(|node| Some((footnote(node)?, node))).collect();
    let mut out = Typeset { code: String::new(), footnotes, standing: HashSet::new(), in_footnote: false };
    out.code.push('#');
    out.blocks(root);
    out.code
}

impl<'a> Typeset<'a> {
    /// What stands in a part: one after the other.
    pub fn blocks(&mut self, node: Node<'a>) {
        // Two brackets, so that it is a content even if there is nothing in it.
        self.code.push_str("{[]\n");
        for child in node.children() {
            self.block(child);
            self.code.push('\n');
        }
        self.code.push('}');
    }

    fn block(&mut self, node: Node<'a>) {
        match &node.data().value {
            NodeValue::Paragraph => self.wrapped("par", node),
            NodeValue::Heading(heading) => {
                self.wrapped_with(&format!("heading(level: {}, ", heading.level), node);
            }
            NodeValue::BlockQuote | NodeValue::MultilineBlockQuote(_) => self.wrapped("quoted", node),
            NodeValue::CodeBlock(block) => self.code_block(block),
            NodeValue::HtmlBlock(block) if is_comment(&block.literal) => (),
            NodeValue::HtmlBlock(block) => self.call("markup", &block.literal),
            NodeValue::List(list) => self.list(node, *list),
            NodeValue::Table(table) => self.table(node, table),
            NodeValue::ThematicBreak => self.code.push_str("rule"),
            NodeValue::Alert(alert) => {
                let title =
                    alert.title.clone().unwrap_or_else(|| alert.alert_type.default_title().to_owned());
                self.wrapped_with(&format!("alert({}, ", quoted(&title)), node);
            }
            // They stand where they are asked for.
            NodeValue::FootnoteDefinition(_) => (),
            value if value.block() => self.blocks(node),
            _ => self.inline(node),
        }
    }

    /// A call of `name` with a text.
    pub fn call(&mut self, name: &str, text: &str) {
        self.code.push_str(name);
        self.code.push('(');
        self.code.push_str(&quoted(text));
        self.code.push(')');
    }

    /// A call of `name` with what stands in a part.
    pub fn wrapped(&mut self, name: &str, node: Node<'a>) {
        self.wrapped_with(&format!("{name}("), node);
    }

    /// The same, where a call begins with more than a name.
    pub fn wrapped_with(&mut self, begin: &str, node: Node<'a>) {
        self.code.push_str(begin);
        self.blocks(node);
        self.code.push(')');
    }

    fn code_block(&mut self, block: &NodeCodeBlock) {
        let language = block.info.split([' ', ',', '{']).next().unwrap_or_default();
        // Longer code is set without colours: to find them takes longer than to set it.
        let language = if inline::is_word(language) && block.literal.len() <= COLOURED {
            quoted(language)
        } else {
            "none".to_owned()
        };
        let text = quoted(block.literal.trim_end_matches('\n'));
        let _ = write!(self.code, "raw({text}, block: true, lang: {language})");
    }

    fn list(&mut self, node: Node<'a>, list: NodeList) {
        let of_tasks = node.children().all(|item| matches!(item.data().value, NodeValue::TaskItem(_)));
        let (name, start) = match list.list_type {
            ListType::Bullet => ("list", if of_tasks { ", marker: none".to_owned() } else { String::new() }),
            ListType::Ordered => ("enum", format!(", start: {}", list.start)),
        };
        let _ = write!(self.code, "{name}(tight: {}{start}", list.tight);
        for item in node.children() {
            let _ = write!(self.code, ",\n{name}.item(");
            if let NodeValue::TaskItem(task) = &item.data().value {
                let _ = write!(self.code, "task({}) + ", task.symbol.is_some());
            }
            self.item(item, list.tight);
            self.code.push(')');
        }
        self.code.push(')');
    }

    /// An item of a tight list has its text in no paragraph.
    pub fn item(&mut self, item: Node<'a>, tight: bool) {
        self.code.push_str("{[]\n");
        for child in item.children() {
            match &child.data().value {
                NodeValue::Paragraph if tight => self.blocks(child),
                _ => self.block(child),
            }
            self.code.push('\n');
        }
        self.code.push('}');
    }

    fn table(&mut self, node: Node<'a>, table: &NodeTable) {
        let align = |alignment: &TableAlignment| match alignment {
            TableAlignment::None => "auto, ",
            TableAlignment::Left => "left, ",
            TableAlignment::Center => "center, ",
            TableAlignment::Right => "right, ",
        };
        let align: String = table.alignments.iter().map(align).collect();
        let _ = write!(self.code, "grid_of(({align})");
        for row in node.children() {
            let header = matches!(row.data().value, NodeValue::TableRow(true));
            self.code.push_str(if header { ",\ntable.header(" } else { "" });
            for (number, cell) in row.children().enumerate() {
                self.code.push_str(if header && number == 0 { "" } else { ",\n" });
                self.blocks(cell);
            }
            self.code.push_str(if header { ")" } else { "" });
        }
        self.code.push(')');
    }
}

/// A string of Typst that is `text` and nothing else.
pub fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for letter in text.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            '\n' => quoted.push_str("\\n"),
            letter if letter.is_control() => {
                let _ = write!(quoted, "\\u{{{:x}}}", u32::from(letter));
            }
            letter => quoted.push(letter),
        }
    }
    quoted.push('"');
    quoted
}

fn is_comment(html: &str) -> bool {
    html.trim_start().starts_with("<!--") && html.trim_end().ends_with("-->")
}
