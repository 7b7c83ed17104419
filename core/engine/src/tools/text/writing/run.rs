//! The lines of a text of Office: runs of letters that look alike.
use super::escaped;
use comrak::{Node, nodes::NodeValue};
use std::fmt::Write;

/// Where links lead: a text of Office keeps that in a part of its own.
#[derive(Default)]
pub struct Links(Vec<String>);

impl Links {
    /// The part that says where they lead (ECMA-376 part 2, section 9).
    pub fn part(&self) -> String {
        const KIND: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
        let mut part = format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n\
             <Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">\n\
             <Relationship Id=\"styles\" Type=\"{KIND}/styles\" Target=\"styles.xml\"/>\n\
             <Relationship Id=\"numbers\" Type=\"{KIND}/numbering\" Target=\"numbering.xml\"/>\n"
        );
        for (number, link) in self.0.iter().enumerate() {
            let target = escaped(link);
            let _written = writeln!(
                part,
                "<Relationship Id=\"link{number}\" Type=\"{KIND}/hyperlink\" Target=\"{target}\" TargetMode=\"External\"/>"
            );
        }
        part + "</Relationships>\n"
    }

    /// The id of a new link, where it leads somewhere and does nothing.
    fn add(&mut self, url: &str) -> Option<String> {
        let scheme = url.split_once(':').map(|(scheme, _)| scheme.to_ascii_lowercase())?;
        let known = ["http", "https", "mailto", "tel"].contains(&scheme.as_str());
        let plain = url.chars().all(|letter| !letter.is_control() && !letter.is_whitespace());
        (known && plain).then(|| {
            self.0.push(url.to_owned());
            format!("link{}", self.0.len() - 1)
        })
    }
}

/// How letters look.
#[derive(Clone, Default)]
struct Looks(String);

impl Looks {
    fn and(&self, more: &str) -> Self {
        match self.0.contains(more) {
            true => self.clone(),
            false => Self(format!("{}{more}", self.0)),
        }
    }

    /// Letters that look so.
    fn run(&self, out: &mut String, content: &str) {
        let looks = match self.0.as_str() {
            "" => String::new(),
            looks => format!("<w:rPr>{looks}</w:rPr>"),
        };
        let _written = write!(out, "<w:r>{looks}{content}</w:r>");
    }

    fn letters(&self, out: &mut String, text: &str) {
        self.run(out, &format!("<w:t xml:space=\"preserve\">{}</w:t>", escaped(text)));
    }
}

/// Writes what is in a line.
pub fn line(out: &mut String, node: Node<'_>, links: &mut Links) {
    within(out, node, &Looks::default(), links);
}

/// Writes a text that looks like nothing but text.
pub fn letters(out: &mut String, text: &str) {
    Looks::default().letters(out, text);
}

/// Writes the lines of code.
pub fn code(out: &mut String, text: &str) {
    for (number, line) in text.trim_end_matches('\n').split('\n').enumerate() {
        let ended = if number > 0 { "<w:br/>" } else { "" };
        let line = escaped(line).replace('\t', "    ");
        Looks::default().run(out, &format!("{ended}<w:t xml:space=\"preserve\">{line}</w:t>"));
    }
}

fn within(out: &mut String, node: Node<'_>, looks: &Looks, links: &mut Links) {
    node.children().for_each(|part| inline(out, part, looks, links));
}

/// Schemas want what letters look like in an order of its own (ECMA-376 part 1, section 17.3.2.28); readers do not.
fn inline(out: &mut String, node: Node<'_>, looks: &Looks, links: &mut Links) {
    match &node.data().value {
        NodeValue::Text(text) => looks.letters(out, text),
        NodeValue::Code(code) => looks
            .and("<w:rFonts w:ascii=\"Courier New\" w:hAnsi=\"Courier New\"/>")
            .letters(out, &code.literal),
        NodeValue::HtmlInline(text) | NodeValue::Raw(text) => looks.letters(out, text),
        NodeValue::SoftBreak => looks.letters(out, " "),
        NodeValue::LineBreak => looks.run(out, "<w:br/>"),
        NodeValue::Strong => within(out, node, &looks.and("<w:b/>"), links),
        NodeValue::Emph => within(out, node, &looks.and("<w:i/>"), links),
        NodeValue::Strikethrough => within(out, node, &looks.and("<w:strike/>"), links),
        NodeValue::FootnoteReference(footnote) => {
            looks.and("<w:vertAlign w:val=\"superscript\"/>").letters(out, &footnote.name);
        }
        NodeValue::Link(link) => match links.add(&link.url) {
            Some(id) => {
                let _written = write!(out, "<w:hyperlink r:id=\"{id}\">");
                let shown = looks.and("<w:color w:val=\"0563C1\"/><w:u w:val=\"single\"/>");
                within(out, node, &shown, links);
                out.push_str("</w:hyperlink>");
            }
            None => within(out, node, looks, links),
        },
        _ => within(out, node, looks, links),
    }
}
