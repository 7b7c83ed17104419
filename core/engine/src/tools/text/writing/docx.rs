//! Writing texts of Office (ECMA-376 part 1, section 17).
use super::{
    escaped, package,
    run::{self, Links},
};
use crate::Failure;
use comrak::{
    Node,
    nodes::{ListType, NodeValue},
};
use std::{
    fmt::Write as _,
    io::{Seek, Write},
};

const TYPES: &str = include_str!("docx/types.xml");
const PACKAGE: &str = include_str!("docx/package.xml");
const STYLES: &str = include_str!("docx/styles.xml");
const LEVELS: &str = include_str!("docx/levels.xml");
const SPACES: &str = "xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\" \
                      xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\"";
/// How far each level of lists and quotes stands from the margin, in twentieths of a point.
const STEP: usize = 360;
/// Word knows nine levels of lists.
const LEVELS_OF_LISTS: usize = 9;

/// Writes a document as a text of Office.
pub fn write(title: &str, root: Node<'_>, out: impl Write + Seek) -> Result<(), Failure> {
    super::without_pictures(root);
    let mut text = Text::default();
    text.blocks(root, Place::default());
    let document = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n<w:document {SPACES}><w:body>{}\
         <w:sectPr><w:pgSz w:w=\"11906\" w:h=\"16838\"/>\
         <w:pgMar w:top=\"1440\" w:right=\"1440\" w:bottom=\"1440\" w:left=\"1440\" w:header=\"720\" w:footer=\"720\" \
         w:gutter=\"0\"/></w:sectPr></w:body></w:document>\n",
        text.out
    );
    let core = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n<cp:coreProperties \
         xmlns:cp=\"http://schemas.openxmlformats.org/package/2006/metadata/core-properties\" \
         xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><dc:title>{}</dc:title></cp:coreProperties>\n",
        escaped(title)
    );
    package(
        out,
        &[
            ("[Content_Types].xml", TYPES, false),
            ("_rels/.rels", PACKAGE, false),
            ("word/document.xml", &document, false),
            ("word/_rels/document.xml.rels", &text.links.part(), false),
            ("word/styles.xml", STYLES, false),
            ("word/numbering.xml", &numbering(&text.lists), false),
            ("docProps/core.xml", &core, false),
        ],
    )
}

/// Each list counts for itself: it has a number of its own, and where it begins.
fn numbering(lists: &[Option<usize>]) -> String {
    let mut part = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n<w:numbering {SPACES}>{LEVELS}"
    );
    for (number, start) in (1..).zip(lists) {
        let kind = usize::from(start.is_some());
        let _written = write!(part, "<w:num w:numId=\"{number}\"><w:abstractNumId w:val=\"{kind}\"/>");
        for level in 0..start.map_or(0, |_| LEVELS_OF_LISTS) {
            let start = start.unwrap_or(1);
            let _written = write!(
                part,
                "<w:lvlOverride w:ilvl=\"{level}\"><w:startOverride w:val=\"{start}\"/></w:lvlOverride>"
            );
        }
        part.push_str("</w:num>");
    }
    part + "</w:numbering>\n"
}

/// Where a block stands.
#[derive(Clone, Copy, Default)]
struct Place {
    /// The list that it is in, and whether the item's number is still to come.
    list: Option<(usize, bool)>,
    /// How many lists it is in.
    lists: usize,
    /// How many quotes it is in.
    quotes: usize,
}

#[derive(Default)]
struct Text {
    out: String,
    links: Links,
    /// The lists: where each begins to count, if it counts.
    lists: Vec<Option<usize>>,
}

impl Text {
    fn blocks(&mut self, node: Node<'_>, place: Place) {
        let mut place = place;
        for part in node.children() {
            self.block(part, place);
            // Only the first has the item's number.
            place.list = place.list.map(|(list, _)| (list, false));
        }
    }

    fn block(&mut self, node: Node<'_>, place: Place) {
        match &node.data().value {
            NodeValue::Heading(heading) => {
                let style = format!("Heading{}", heading.level);
                self.paragraph(&style, place, |out, links| run::line(out, node, links));
            }
            NodeValue::Paragraph => {
                let style = if place.quotes > 0 { "Quote" } else { "" };
                self.paragraph(style, place, |out, links| run::line(out, node, links));
            }
            NodeValue::CodeBlock(code) => {
                self.paragraph("Code", place, |out, _| run::code(out, &code.literal));
            }
            NodeValue::HtmlBlock(html) => {
                self.paragraph("Code", place, |out, _| run::code(out, &html.literal));
            }
            NodeValue::ThematicBreak => self.paragraph("Line", place, |_, _| ()),
            NodeValue::List(list) => {
                let start = (list.list_type == ListType::Ordered).then_some(list.start);
                self.lists.push(start);
                let list = Some((self.lists.len(), true));
                self.blocks_of_items(node, Place { list, lists: place.lists + 1, ..place });
            }
            NodeValue::Table(_) => self.table(node),
            NodeValue::BlockQuote | NodeValue::Alert(_) => {
                self.blocks(node, Place { quotes: place.quotes + 1, ..place });
            }
            NodeValue::FootnoteDefinition(footnote) => {
                let name = format!("{}. ", footnote.name);
                self.paragraph("", place, |out, _| run::letters(out, &name));
                self.blocks(node, place);
            }
            _ => self.blocks(node, place),
        }
    }

    fn blocks_of_items(&mut self, node: Node<'_>, place: Place) {
        for item in node.children() {
            if let NodeValue::TaskItem(task) = &item.data().value {
                let shown = if task.symbol.is_some() { "☑" } else { "☐" };
                self.paragraph("", place, |out, _| run::letters(out, shown));
                self.blocks(item, Place { list: place.list.map(|(list, _)| (list, false)), ..place });
            } else if item.first_child().is_none() {
                self.paragraph("", place, |_, _| ());
            } else {
                self.blocks(item, place);
            }
        }
    }

    fn paragraph(&mut self, style: &str, place: Place, line: impl FnOnce(&mut String, &mut Links)) {
        self.out.push_str("<w:p><w:pPr>");
        if !style.is_empty() {
            let _written = write!(self.out, "<w:pStyle w:val=\"{style}\"/>");
        }
        let level = place.lists.saturating_sub(1).min(LEVELS_OF_LISTS - 1);
        if let Some((list, true)) = place.list {
            let _written =
                write!(self.out, "<w:numPr><w:ilvl w:val=\"{level}\"/><w:numId w:val=\"{list}\"/></w:numPr>");
        }
        let left = (place.lists + place.quotes) * STEP;
        if left > 0 {
            let hanging = if matches!(place.list, Some((_, true))) { STEP } else { 0 };
            let _written = write!(self.out, "<w:ind w:left=\"{left}\" w:hanging=\"{hanging}\"/>");
        }
        self.out.push_str("</w:pPr>");
        line(&mut self.out, &mut self.links);
        self.out.push_str("</w:p>");
    }

    /// A table; Word wants a paragraph after it.
    fn table(&mut self, node: Node<'_>) {
        let columns = node.first_child().map_or(0, |row| row.children().count());
        self.out.push_str("<w:tbl><w:tblPr><w:tblStyle w:val=\"TableGrid\"/><w:tblW w:w=\"0\" w:type=\"auto\"/></w:tblPr><w:tblGrid>");
        (0..columns).for_each(|_| self.out.push_str("<w:gridCol/>"));
        self.out.push_str("</w:tblGrid>");
        for row in node.children() {
            let head = matches!(row.data().value, NodeValue::TableRow(true));
            self.out.push_str("<w:tr>");
            if head {
                self.out.push_str("<w:trPr><w:tblHeader/></w:trPr>");
            }
            for cell in row.children() {
                self.out.push_str("<w:tc><w:tcPr><w:tcW w:w=\"0\" w:type=\"auto\"/></w:tcPr>");
                let style = if head { "TableHead" } else { "" };
                self.paragraph(style, Place::default(), |out, links| run::line(out, cell, links));
                self.out.push_str("</w:tc>");
            }
            self.out.push_str("</w:tr>");
        }
        self.out.push_str("</w:tbl>");
        self.paragraph("", Place::default(), |_, _| ());
    }
}
