//! What each page, form and pattern of a document needs itself, of what it shares with others.
use super::{open::Pdf, resources::content};
use lopdf::{Dictionary, Document, Object, ObjectId, Stream};
use std::collections::HashSet;

/// What a page is: everything else may tell of other pages.
const OF_A_PAGE: [&[u8]; 8] =
    [b"Type", b"MediaBox", b"CropBox", b"Rotate", b"UserUnit", b"Resources", b"Contents", b"Group"];
/// What a link is (ISO 32000-1 table 173).
const OF_A_LINK: [&[u8]; 6] = [b"Type", b"Subtype", b"Rect", b"Border", b"C", b"A"];
/// What an action that leads to an address is (ISO 32000-1 table 206).
const OF_AN_ACTION: [&[u8]; 2] = [b"S", b"URI"];
/// What colours mean that a content names otherwise (ISO 32000-1 section 8.6.5.6).
const UNSAID: [&[u8]; 3] = [b"DefaultGray", b"DefaultRGB", b"DefaultCMYK"];
/// What a form, a pattern or a picture says of other things than how it looks.
const BESIDES: [&[u8]; 9] = [
    b"Metadata",
    b"PieceInfo",
    b"Ref",
    b"OPI",
    b"Alternates",
    b"StructParent",
    b"StructParents",
    b"AF",
    b"LastModified",
];

/// Makes every page, form and pattern refer to what it draws and to nothing else: so each page leads only to its own.
/// Pages are objects of their own. Whether all of them are known to be so now.
pub fn lean(pdf: &mut Pdf) -> bool {
    for place in 0..pdf.pages.len() {
        if page(pdf, place).is_none() {
            return false;
        }
    }
    let ids: Vec<_> = pdf.document.objects.keys().copied().collect();
    ids.into_iter().all(|id| object(&mut pdf.document, id, pdf.unpacked).is_some())
}

fn page(pdf: &mut Pdf, place: usize) -> Option<()> {
    let id = pdf.pages.get(place)?.id;
    let page = pdf.document.get_dictionary(id).ok()?;
    let mut own = only(page, &OF_A_PAGE);
    let named = mentioned(&content(id, &pdf.document, pdf.unpacked)?);
    own.set("Resources", needed(&pdf.document, &own, &named));
    let links = page.get_deref(b"Annots", &pdf.document).and_then(Object::as_array);
    let links = links.map(|all| all.iter().filter_map(|one| link(&pdf.document, one)).collect::<Vec<_>>());
    own.set("Annots", links.unwrap_or_default());
    pdf.document.objects.insert(id, own.into());
    Some(())
}

fn only(of: &Dictionary, keys: &[&[u8]]) -> Dictionary {
    of.iter()
        .filter(|(key, _)| keys.contains(&key.as_slice()))
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect()
}

/// A link to an address of the web, by itself.
fn link(document: &Document, annotation: &Object) -> Option<Object> {
    let said = document.dereference(annotation).ok()?.1.as_dict().ok()?;
    let action = document.get_dict_in_dict(said, b"A").ok()?;
    let leads_out = action.get_deref(b"S", document).and_then(Object::as_name).ok() == Some(b"URI");
    let is_link = said.get_deref(b"Subtype", document).and_then(Object::as_name).ok() == Some(b"Link");
    let mut link = only(said, &OF_A_LINK);
    link.set("A", only(action, &OF_AN_ACTION));
    (leads_out && is_link).then(|| link.into())
}

/// A form, a pattern or a font whose letters are drawings.
fn object(document: &mut Document, id: ObjectId, unpacked: usize) -> Option<()> {
    match document.objects.get(&id)? {
        Object::Stream(stream) if draws(&stream.dict, document) => {
            let named = mentioned(&plain(stream, unpacked)?);
            // Without a list of its own it draws what the page lists, which is not known here.
            let needed = stream.dict.has(b"Resources").then(|| needed(document, &stream.dict, &named));
            let needed = match needed {
                Some(needed) => needed,
                None if named.is_empty() => Dictionary::new(),
                None => return None,
            };
            let stream = document.get_object_mut(id).and_then(Object::as_stream_mut).ok()?;
            stream.dict.set("Resources", needed);
            for key in BESIDES {
                stream.dict.remove(key);
            }
        }
        Object::Stream(_) => {
            let stream = document.get_object_mut(id).and_then(Object::as_stream_mut).ok()?;
            for key in BESIDES {
                stream.dict.remove(key);
            }
        }
        Object::Dictionary(font) if font.has(b"CharProcs") => {
            let letters = document.get_dict_in_dict(font, b"CharProcs").ok()?;
            let mut named = HashSet::new();
            for (_, letter) in letters {
                let letter =
                    document.dereference(letter).ok().and_then(|(_, letter)| letter.as_stream().ok());
                named.extend(
                    letter
                        .map_or(Some(HashSet::new()), |letter| Some(mentioned(&plain(letter, unpacked)?)))?,
                );
            }
            let needed = font.has(b"Resources").then(|| needed(document, font, &named));
            if needed.is_none() && !named.is_empty() {
                return None;
            }
            let font = document.get_object_mut(id).and_then(Object::as_dict_mut).ok()?;
            font.set("Resources", needed.unwrap_or_default());
        }
        _ => (),
    }
    Some(())
}

fn draws(stream: &Dictionary, document: &Document) -> bool {
    let kind = stream.get_deref(b"Subtype", document).and_then(Object::as_name).unwrap_or_default();
    stream.has(b"PatternType") || kind == b"Form" || stream.has(b"BBox")
}

fn plain(stream: &Stream, unpacked: usize) -> Option<Vec<u8>> {
    match stream.dict.has(b"Filter") {
        true => stream.decompressed_content_with_limit(unpacked).ok(),
        false => Some(stream.content.clone()),
    }
}

/// What is named of the resources of a page or a form.
fn needed(document: &Document, of: &Dictionary, named: &HashSet<Vec<u8>>) -> Dictionary {
    let all = document.get_dict_in_dict(of, b"Resources").cloned().unwrap_or_default();
    let mut needed = Dictionary::new();
    for (kind, _) in &all {
        if let Ok(listed) = document.get_dict_in_dict(&all, kind) {
            let kept =
                listed.iter().filter(|(name, _)| named.contains(*name) || UNSAID.contains(&name.as_slice()));
            let kept: Dictionary = kept.map(|(name, value)| (name.clone(), value.clone())).collect();
            needed.set(kind.clone(), kept);
        }
    }
    needed
}

/// All names that stand in a content, whatever they are said to (ISO 32000-1 section 7.3.5).
fn mentioned(content: &[u8]) -> HashSet<Vec<u8>> {
    let names = content.split(|byte| *byte == b'/').skip(1);
    names.map(|after| super::nested::unescaped(super::nested::word(after).0)).collect()
}

#[cfg(test)]
mod tests {
    use super::mentioned;

    #[test]
    fn every_name_is_mentioned() {
        let names = mentioned(b"/A Do /B#20C gs[/D/E]<</F 1>>(no/G)% /H\n/I%");
        for name in ["A", "B C", "D", "E", "F", "I"] {
            assert!(names.contains(name.as_bytes()), "{name}");
        }
    }
}
