//! Reading Markdown: its common form (`CommonMark`), with GitHub's extensions.
use crate::{Code, Failure, Input, Work, work};
use comrak::{Arena, Node, Options, arena_tree::NodeEdge, nodes::NodeValue, parse_document};

/// The options by which Markdown is read and written.
pub fn options() -> Options<'static> {
    let mut options = Options::default();
    let extension = &mut options.extension;
    extension.alerts = true;
    extension.autolink = true;
    extension.footnotes = true;
    extension.strikethrough = true;
    extension.table = true;
    extension.tasklist = true;
    extension.header_id_prefix = Some(String::new());
    options.render.escape = true;
    options
}

/// The text of `file`.
pub fn text(work: &Work, file: &Input) -> Result<String, Failure> {
    let bytes = work.read(file)?;
    let (text, _, wrong) = encoding_rs::UTF_8.decode(&bytes);
    match wrong {
        true => Err(Failure::broken("it is not written in UTF-8")),
        false => Ok(text.into_owned()),
    }
}

/// The document of a text whose parts lie within each other `most` deep and no deeper.
pub fn parse<'a>(arena: &'a Arena<'a>, text: &str, most: u64) -> Result<Node<'a>, Failure> {
    let root = parse_document(arena, text, &options());
    let mut depth = 0u64;
    for edge in root.traverse() {
        match edge {
            NodeEdge::Start(_) => depth += 1,
            NodeEdge::End(_) => depth -= 1,
        }
        if depth > most {
            let message = format!("the text holds parts within parts, more than {most} deep");
            return Err(Failure::new(Code::NestingTooDeep, message));
        }
    }
    Ok(root)
}

/// What a document is called: as its first heading says, or like its file.
pub fn title(root: Node, file: &Input) -> String {
    let heading = root.children().find(|node| matches!(node.data().value, NodeValue::Heading(_)));
    let heading = heading.map(words).filter(|title| !title.trim().is_empty());
    heading.unwrap_or_else(|| work::renamed(&file.name, "").trim_end_matches('.').to_owned())
}

/// The words of a part, without their forms.
pub fn words(node: Node) -> String {
    let word = |node: Node| match &node.data().value {
        NodeValue::Text(text) => text.to_string(),
        NodeValue::Code(code) => code.literal.clone(),
        NodeValue::SoftBreak | NodeValue::LineBreak => " ".to_owned(),
        _ => String::new(),
    };
    node.descendants().map(word).collect()
}
