//! What a snapshot keeps of its machine, with another mark in it.
use super::mark::NAMESPACE;
use roxmltree::{Document, Node};

/// The description `xml` of a snapshot with `element` in the metadata of its machine, in place of what is there of ours;
/// nothing where it cannot be read.
///
/// A snapshot of what runs has two descriptions of it: of what ran, and of what would have been started next. All else
/// stays as it is written.
pub(super) fn rewritten(xml: &str, element: &str) -> Option<String> {
    let document = Document::parse(xml).ok()?;
    let described = document
        .root_element()
        .children()
        .filter(|node| matches!(node.tag_name().name(), "domain" | "inactiveDomain"));
    let mut edits = Vec::new();
    for machine in described {
        edits.push(edit(machine, element)?);
    }
    if edits.is_empty() {
        return None;
    }
    // From the end, so that what is before stays where it is.
    edits.sort_by_key(|(range, _)| std::cmp::Reverse(range.start));
    let mut written = xml.to_owned();
    for (range, text) in edits {
        written.replace_range(range, &text);
    }
    Some(written)
}

type Edit = (std::ops::Range<usize>, String);

/// What is to be put where.
fn edit(machine: Node<'_, '_>, element: &str) -> Option<Edit> {
    let child = |name| machine.children().find(move |node| node.has_tag_name(name));
    let Some(metadata) = child("metadata") else {
        // Each has a name.
        let after = child("name")?.range().end;
        return Some((after..after, format!("<metadata>{element}</metadata>")));
    };
    let ours = metadata.children().find(|node| node.tag_name().namespace() == Some(NAMESPACE));
    Some(match (ours, metadata.first_child()) {
        (Some(ours), _) => (ours.range(), element.to_owned()),
        (None, Some(first)) => (first.range().start..first.range().start, element.to_owned()),
        (None, None) => (metadata.range(), format!("<metadata>{element}</metadata>")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const NEW: &str = "<hosting:instance xmlns:hosting=\"urn:hosting-platform:instance\" service=\"new\"/>";

    #[test]
    fn what_is_ours_is_replaced_in_both() {
        let old = NEW.replace("new", "old");
        let other = "<o:a xmlns:o=\"urn:o\"/>";
        let xml = format!(
            "<domainsnapshot><name>s</name>\
             <domain><name>w</name><metadata>{other}{old}</metadata></domain>\
             <inactiveDomain><name>w</name><metadata>{old}</metadata><uuid>1</uuid></inactiveDomain></domainsnapshot>"
        );
        let written = rewritten(&xml, NEW).unwrap();
        assert_eq!(written, xml.replace("old", "new"));
    }

    #[test]
    fn what_was_nobodys_is_marked() {
        for (metadata, marked) in [
            ("", format!("<metadata>{NEW}</metadata>")),
            ("<metadata/>", format!("<metadata>{NEW}</metadata>")),
            ("<metadata><a/></metadata>", format!("<metadata>{NEW}<a/></metadata>")),
        ] {
            let xml = format!("<domainsnapshot><domain><name>w</name>{metadata}</domain></domainsnapshot>");
            let wanted = format!("<domainsnapshot><domain><name>w</name>{marked}</domain></domainsnapshot>");
            assert_eq!(rewritten(&xml, NEW), Some(wanted), "{metadata}");
        }
    }

    #[test]
    fn what_cannot_be_read_is_not_guessed() {
        for xml in ["", "<domainsnapshot/>", "<domainsnapshot><domain></domainsnapshot>"] {
            assert_eq!(rewritten(xml, NEW), None, "{xml}");
        }
    }
}
