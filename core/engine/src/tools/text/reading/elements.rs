//! What the elements of HTML mean for a document.
use comrak::nodes::{ListType, NodeHeading, NodeLink, NodeList, NodeValue};

/// What an element means.
pub enum Means {
    /// It and all within it is left out.
    Nothing,
    /// A block with blocks or a line within.
    Block(NodeValue),
    /// Part of a line.
    Inline(NodeValue),
    /// What is before it and after it are different paragraphs.
    Break,
    /// It has no part in the document, what is within it has.
    Itself,
}

/// Elements that are not shown, or do something.
const LEFT_OUT: [&str; 19] = [
    "script", "style", "template", "noscript", "svg", "math", "iframe", "object", "embed", "applet",
    "canvas", "audio", "video", "select", "textarea", "button", "noframes", "xmp", "dialog",
];

/// Elements that stand for themselves, in lines of their own.
const BREAKS: [&str; 27] = [
    "p",
    "div",
    "section",
    "article",
    "header",
    "footer",
    "nav",
    "aside",
    "main",
    "address",
    "figure",
    "figcaption",
    "dl",
    "dt",
    "dd",
    "form",
    "fieldset",
    "legend",
    "center",
    "details",
    "summary",
    "caption",
    "body",
    "html",
    "hgroup",
    "optgroup",
    "option",
];

/// What the element `name` means; `link` is where it leads.
pub fn means(name: &str, link: Option<&str>) -> Means {
    match name {
        "h1" => heading(1),
        "h2" => heading(2),
        "h3" => heading(3),
        "h4" => heading(4),
        "h5" => heading(5),
        "h6" => heading(6),
        "blockquote" => Means::Block(NodeValue::BlockQuote),
        "ul" | "menu" => Means::Block(NodeValue::List(list(ListType::Bullet))),
        "ol" => Means::Block(NodeValue::List(list(ListType::Ordered))),
        "li" => Means::Block(NodeValue::Item(list(ListType::Bullet))),
        "table" => Means::Block(NodeValue::Table(Box::default())),
        "tr" => Means::Block(NodeValue::TableRow(false)),
        "td" | "th" => Means::Block(NodeValue::TableCell),
        "em" | "i" | "cite" | "dfn" | "var" => Means::Inline(NodeValue::Emph),
        "strong" | "b" => Means::Inline(NodeValue::Strong),
        "del" | "s" | "strike" => Means::Inline(NodeValue::Strikethrough),
        "a" => link.and_then(followed).map_or(Means::Itself, |url| {
            Means::Inline(NodeValue::Link(Box::new(NodeLink { url, title: String::new() })))
        }),
        name if LEFT_OUT.contains(&name) => Means::Nothing,
        name if BREAKS.contains(&name) => Means::Break,
        _ => Means::Itself,
    }
}

fn heading(level: u8) -> Means {
    Means::Block(NodeValue::Heading(NodeHeading { level, setext: false, closed: false }))
}

/// A list of this sort, from the number one.
pub fn list(list_type: ListType) -> NodeList {
    NodeList { list_type, start: 1, bullet_char: b'-', padding: 2, tight: true, ..NodeList::default() }
}

/// Where a link leads, where it does nothing but lead there, and means the same wherever the text is.
fn followed(link: &str) -> Option<String> {
    let link = link.trim();
    let scheme = link.split_once(':').map(|(scheme, _)| scheme.to_ascii_lowercase());
    let known = scheme.is_some_and(|scheme| ["http", "https", "mailto", "tel"].contains(&scheme.as_str()));
    (known && link.len() <= 2000 && !link.contains(char::is_control)).then(|| link.to_owned())
}
