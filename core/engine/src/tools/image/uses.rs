//! What a drawing shows within what it shows: symbols, patterns, masks and so on.
use crate::{Code, Failure};
use resvg::usvg::roxmltree::{Document, Node, NodeId};
use std::collections::HashMap;

/// Elements that are drawn, each as often as it is.
const MOST: u64 = 1_000_000;

/// Refuses a drawing that holds little and shows much.
pub fn bounded(document: &Document<'_>) -> Result<(), Failure> {
    let ids = document.descendants().filter_map(|node| Some((node.attribute("id")?, node))).collect();
    let mut uses = Uses { ids, known: HashMap::new() };
    match uses.weight(document.root(), 0) {
        0..=MOST => Ok(()),
        _ => Err(Failure::new(Code::ExpansionTooLarge, "the drawing shows too much")),
    }
}

/// Deeper than any drawing that is shown.
const DEEPEST: u32 = 1000;

struct Uses<'a, 'i> {
    ids: HashMap<&'a str, Node<'a, 'i>>,
    /// How much each element shows; nothing while it is looked into: what shows itself is left out.
    known: HashMap<NodeId, u64>,
}

impl<'a, 'i> Uses<'a, 'i> {
    fn weight(&mut self, node: Node<'a, 'i>, depth: u32) -> u64 {
        if let Some(weight) = self.known.get(&node.id()) {
            return *weight;
        }
        if depth > DEEPEST {
            return MOST + 1;
        }
        self.known.insert(node.id(), 0);
        let shown = node.attributes().flat_map(|attribute| shown(attribute.name(), attribute.value()));
        let shown: Vec<_> = shown.filter_map(|id| self.ids.get(id).copied()).chain(node.children()).collect();
        let weights = shown.into_iter().map(|one| self.weight(one, depth + 1));
        let weight = weights.fold(1, u64::saturating_add);
        self.known.insert(node.id(), weight);
        weight
    }
}

/// The ids that an attribute refers to: `#a`, or `url(#a)` once or more often.
fn shown<'a>(name: &str, value: &'a str) -> Vec<&'a str> {
    if name == "href" {
        return value.trim().strip_prefix('#').into_iter().collect();
    }
    let ends = |letter: char| letter.is_whitespace() || matches!(letter, ')' | '\'' | '"');
    let id = |rest: &'a str| rest.split(ends).find(|part| !part.is_empty())?.strip_prefix('#');
    value.split("url(").skip(1).filter_map(id).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bound(content: &str) -> Result<(), Code> {
        let text = format!("<svg>{content}</svg>");
        bounded(&Document::parse(&text).expect("XML")).map_err(|failure| failure.code)
    }

    #[test]
    fn what_is_shown_again_and_again_is_counted() {
        let level = |kind: &str, attribute: &str, place: u32| {
            let uses = format!("<rect {}/>", attribute.replace('@', &format!("#i{}", place - 1))).repeat(2);
            format!("<{kind} id='i{place}'>{uses}</{kind}>")
        };
        for (kind, attribute) in [
            ("g", "href='@'"),
            ("pattern", "fill='url(@)'"),
            ("mask", "mask='url( \"@\" )'"),
            ("marker", "style='marker:url(@)'"),
        ] {
            let levels = |count| (1..count).map(|place| level(kind, attribute, place)).collect::<String>();
            assert_eq!(bound(&levels(10)), Ok(()), "{kind}");
            assert_eq!(bound(&levels(30)), Err(Code::ExpansionTooLarge), "{kind}");
        }
    }

    #[test]
    fn what_shows_itself_ends() {
        assert_eq!(bound("<g id='a'><use href='#b'/></g><g id='b'><use href='#a'/></g>"), Ok(()));
        let chain: String =
            (1..5000).map(|place| format!("<g id='i{place}'><use href='#i{}'/></g>", place + 1)).collect();
        assert_eq!(bound(&chain), Err(Code::ExpansionTooLarge));
    }
}
