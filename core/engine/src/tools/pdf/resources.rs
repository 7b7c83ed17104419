//! What a page uses of what it shares with others.
use super::nested::names;
use lopdf::{Dictionary, Document, Object, ObjectId};

/// Leaves out of a page the images, forms and fonts that it does not use: many documents have one list of
/// them for all their pages. `unpacked` bounds its content.
pub fn lean(page: &mut Dictionary, id: ObjectId, document: &Document, unpacked: usize) {
    if let Some(resources) = used(page, id, document, unpacked) {
        page.set("Resources", resources);
    }
}

/// The resources that are used; nothing where that cannot be known.
fn used(page: &Dictionary, id: ObjectId, document: &Document, unpacked: usize) -> Option<Dictionary> {
    let names = names(&content(id, document, unpacked)?);
    let all = document.get_dict_in_dict(page, b"Resources").ok()?;
    let mut used = all.clone();
    for kind in ["XObject", "Font"] {
        let Ok(listed) = document.get_dict_in_dict(all, kind.as_bytes()) else { continue };
        let mut kept = Dictionary::new();
        for (name, value) in listed.iter().filter(|(name, _)| names.contains_key(*name)) {
            if borrows(value, document) {
                return None;
            }
            kept.set(name.clone(), value.clone());
        }
        used.set(kind, kept);
    }
    Some(used)
}

/// All that a page draws; nothing where that cannot be known.
pub fn content(id: ObjectId, document: &Document, unpacked: usize) -> Option<Vec<u8>> {
    let mut content = Vec::new();
    for part in document.get_page_contents(id) {
        let stream = document.get_object(part).and_then(Object::as_stream).ok()?;
        let room = unpacked.saturating_sub(content.len());
        let part = if stream.dict.has(b"Filter") {
            stream.decompressed_content_with_limit(room).ok()?
        } else {
            stream.content.clone()
        };
        content.extend_from_slice(&part);
        content.push(b'\n');
    }
    Some(content)
}

/// Whether it has no resources of its own, and so uses those of the page (ISO 32000-1 section 7.8.3).
fn borrows(value: &Object, document: &Document) -> bool {
    let said = match document.dereference(value) {
        Ok((_, Object::Stream(stream))) => &stream.dict,
        Ok((_, Object::Dictionary(dictionary))) => dictionary,
        _ => return false,
    };
    let kind = said.get_deref(b"Subtype", document).and_then(Object::as_name);
    kind.is_ok_and(|kind| kind == b"Form" || kind == b"Type3") && !said.has(b"Resources")
}

#[cfg(test)]
mod tests {
    use super::super::samples::{drawn, noise, stream, written};
    use crate::stage::convert;
    use serde_json::json;

    /// Two pages with one list of resources; each uses one form of it.
    fn shared(form: &str) -> Vec<u8> {
        let page = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 40 40] /Resources 5 0 R /Contents";
        let form = |red: &str| stream(form, &format!("% {}\n{red} 0 0 rg 0 0 40 40 re f", noise(20_000)));
        written(&[
            "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
            "<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>".to_owned(),
            format!("{page} 6 0 R >>"),
            format!("{page} [7 0 R] >>"),
            "<< /XObject << /A 8 0 R /B#20B 9 0 R >> >>".to_owned(),
            stream("", "/A Do"),
            stream("", "/B#20B Do"),
            form("0.2"),
            form("1"),
        ])
    }

    #[test]
    fn a_page_takes_what_it_uses() {
        let own = "/Subtype /Form /BBox [0 0 40 40] /Resources << >>";
        let files: &[(&str, &str, &[u8])] = &[("a.pdf", "application/pdf", &shared(own))];
        let parts = convert("pdf-split", json!({}), files).expect("parts");
        assert!(parts.iter().all(|part| part.2.len() < 30_000), "{}", parts[0].2.len());
        assert_eq!((drawn(&parts[0].2)[0].2, drawn(&parts[1].2)[0].2), (51, 255));
        let rest = convert("pdf-delete-pages", json!({ "pages": "1" }), files).expect("a document");
        assert!(rest[0].2.len() < 30_000 && drawn(&rest[0].2)[0].2 == 255);
    }

    #[test]
    fn a_form_that_borrows_finds_all() {
        let files: &[(&str, &str, &[u8])] =
            &[("a.pdf", "application/pdf", &shared("/Subtype /Form /BBox [0 0 40 40]"))];
        let parts = convert("pdf-split", json!({}), files).expect("parts");
        assert!(parts.iter().all(|part| part.2.len() > 30_000));
    }
}
