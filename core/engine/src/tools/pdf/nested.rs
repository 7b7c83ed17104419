//! What pages draw within what they draw: forms, patterns, masks, letters that are drawings.
use crate::{Code, Failure, Limits};
use lopdf::{Dictionary, Document, Object, ObjectId};
use std::collections::HashMap;

/// Refuses pages that draw something within itself, too deep, or too often.
///
/// The crate that draws follows patterns and masks without an end. What a content names counts as drawn.
pub fn bounded(document: &Document, unpacked: usize, limits: &Limits) -> Result<(), Failure> {
    let all = document.objects.values().filter_map(|object| match object {
        Object::Dictionary(dictionary) => Some(dictionary),
        Object::Stream(stream) => Some(&stream.dict),
        _ => None,
    });
    let everywhere =
        all.filter_map(|dictionary| document.get_dict_in_dict(dictionary, b"Resources").ok()).collect();
    let mut nested = Nested { document, unpacked, limits, everywhere, known: HashMap::new() };
    for id in document.page_iter() {
        let Ok(page) = document.get_dictionary(id) else { continue };
        let own = document.get_dict_in_dict(page, b"Resources").ok();
        for content in document.get_page_contents(id) {
            nested.weight(content, own, 0)?;
        }
    }
    let streams =
        document.objects.iter().filter(|(_, object)| object.as_stream().is_ok_and(|one| draws(&one.dict)));
    streams.map(|(id, _)| *id).try_for_each(|id| nested.weight(id, None, 0).map(|_| ()))
}

/// Whether a stream is a content of its own.
fn draws(stream: &Dictionary) -> bool {
    stream.has(b"PatternType")
        || stream.get(b"Subtype").and_then(Object::as_name).is_ok_and(|kind| kind == b"Form")
}

struct Nested<'a> {
    document: &'a Document,
    unpacked: usize,
    limits: &'a Limits,
    /// What a content uses that does not say so itself is looked up where it is drawn.
    everywhere: Vec<&'a Dictionary>,
    /// How much each content draws; nothing while it is looked into.
    known: HashMap<ObjectId, Option<u64>>,
}

impl<'a> Nested<'a> {
    /// How many contents are drawn where this one is.
    fn weight(&mut self, id: ObjectId, above: Option<&'a Dictionary>, depth: u64) -> Result<u64, Failure> {
        match self.known.get(&id) {
            Some(Some(weight)) => return Ok(*weight),
            Some(None) => return Err(too_deep("a page draws something within itself")),
            None if depth > self.limits.nesting => {
                return Err(too_deep("a page draws too much within each other"));
            }
            None => self.known.insert(id, None),
        };
        let mut weight: u64 = 1;
        if let Ok(stream) = self.document.get_object(id).and_then(Object::as_stream) {
            let own = self.document.get_dict_in_dict(&stream.dict, b"Resources").ok().or(above);
            let content = stream.decompressed_content_with_limit(self.unpacked).unwrap_or_default();
            for (name, times) in names(&content) {
                for (drawn, its) in self.meant(own, &name) {
                    weight = weight.saturating_add(self.weight(drawn, its, depth + 1)?.saturating_mul(times));
                }
            }
        }
        if weight > self.limits.entries {
            return Err(Failure::new(Code::ExpansionTooLarge, "a page draws too much"));
        }
        self.known.insert(id, Some(weight));
        Ok(weight)
    }

    /// The contents that a name can mean, and where they look up names.
    fn meant(&self, own: Option<&'a Dictionary>, name: &[u8]) -> Vec<(ObjectId, Option<&'a Dictionary>)> {
        let found = own.map(|own| self.within(own, name)).unwrap_or_default();
        match found.is_empty() {
            true => self.everywhere.iter().flat_map(|resources| self.within(resources, name)).collect(),
            false => found,
        }
    }

    fn within(&self, resources: &'a Dictionary, name: &[u8]) -> Vec<(ObjectId, Option<&'a Dictionary>)> {
        let document = self.document;
        let entry =
            |kind: &[u8]| document.get_dict_in_dict(resources, kind).and_then(|named| named.get(name)).ok();
        let form =
            entry(b"XObject").into_iter().chain(entry(b"Pattern")).filter_map(|one| one.as_reference().ok());
        let form = form.filter(|id| {
            document.get_object(*id).and_then(Object::as_stream).is_ok_and(|one| draws(&one.dict))
        });
        let dictionary = |one| document.dereference(one).ok()?.1.as_dict().ok();
        let mask = entry(b"ExtGState")
            .and_then(dictionary)
            .and_then(|state| document.get_dict_in_dict(state, b"SMask").ok());
        let mask = mask.and_then(|mask| mask.get(b"G").and_then(Object::as_reference).ok());
        let font = entry(b"Font").and_then(dictionary);
        let letters = font.and_then(|font| document.get_dict_in_dict(font, b"CharProcs").ok());
        let its = font.and_then(|font| document.get_dict_in_dict(font, b"Resources").ok());
        let letters =
            letters.into_iter().flat_map(Dictionary::iter).filter_map(|(_, one)| one.as_reference().ok());
        form.chain(mask).map(|id| (id, None)).chain(letters.map(|id| (id, its))).collect()
    }
}

fn too_deep(message: &str) -> Failure {
    Failure::new(Code::NestingTooDeep, message)
}

/// The names that a content draws by (ISO 32000-1 section 7.3.5), and how often.
pub fn names(content: &[u8]) -> HashMap<Vec<u8>, u64> {
    let mut names = HashMap::new();
    for after in content.split(|byte| *byte == b'/').skip(1) {
        let (name, after) = word(after);
        let (operator, after) = word(after);
        let draws = match operator {
            b"Do" | b"scn" | b"SCN" | b"gs" => true,
            size => size.iter().all(|byte| b"0123456789+-.".contains(byte)) && word(after).0 == b"Tf",
        };
        if draws {
            *names.entry(unescaped(name)).or_default() += 1;
        }
    }
    names
}

/// The word that comes next, and what follows it and its white space and comments.
pub fn word(content: &[u8]) -> (&[u8], &[u8]) {
    let ends = |byte: &u8| byte.is_ascii_whitespace() || b"\0()<>[]{}%/".contains(byte);
    let (word, mut rest) = content.split_at(content.iter().position(ends).unwrap_or(content.len()));
    while let [first, after @ ..] = rest {
        rest = match first {
            b'%' => &rest[rest.iter().position(|byte| b"\r\n".contains(byte)).unwrap_or(rest.len())..],
            b'\0' => after,
            space if space.is_ascii_whitespace() => after,
            _ => break,
        };
    }
    (word, rest)
}

/// A name whose escapes are said out (ISO 32000-1 section 7.3.5).
pub fn unescaped(name: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(name.len());
    let mut rest = name;
    while let [first, after @ ..] = rest {
        let digits = after.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
        let code = digits.filter(|_| *first == b'#').and_then(|digits| u8::from_str_radix(digits, 16).ok());
        plain.push(code.unwrap_or(*first));
        rest = if code.is_some() { &after[2..] } else { after };
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::super::samples::{one_page, stream};
    use crate::{Code, stage::convert};
    use serde_json::json;

    fn drawn(content: &str, more: &[&str]) -> Result<(), Code> {
        let content = one_page(content, more);
        let made = convert("pdf-to-png", json!({ "dpi": 36 }), &[("a.pdf", "application/pdf", &content)]);
        made.map(|_| ()).map_err(|failure| failure.code)
    }

    fn form(name: &str, next: usize, content: &str) -> String {
        let resources = format!("/Resources << /XObject << /{name} {next} 0 R >> >>");
        stream(&format!("/Type /XObject /Subtype /Form /BBox [0 0 100 100] {resources}"), content)
    }

    #[test]
    fn what_draws_itself_is_refused() {
        assert_eq!(drawn("/X Do", &[&form("X", 5, "/X Do")]), Err(Code::NestingTooDeep));
        assert_eq!(
            drawn("/X Do", &[&form("Y", 6, "/Y Do"), &form("Z", 5, "/#5a Do")]),
            Err(Code::NestingTooDeep)
        );
        // It could, but does not.
        assert_eq!(drawn("/X Do", &[&form("X", 5, "0 0 9 9 re f")]), Ok(()));
        let pattern = "/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9";
        let fill = "/Pattern cs /P scn 0 0 100 100 re f";
        assert_eq!(drawn(fill, &[&stream(pattern, fill)]), Err(Code::NestingTooDeep));
        assert_eq!(drawn(fill, &[&stream(pattern, "0 0 4 4 re f")]), Ok(()));
    }

    #[test]
    fn what_draws_too_much_is_refused() {
        let mut forms: Vec<_> = (6..40).map(|next| form("X", next, "/X %(\n Do /X Do ")).collect();
        forms.push(stream("/Subtype /Form /BBox [0 0 9 9]", "/X BMC 0 0 9 9 re f EMC"));
        let forms: Vec<_> = forms.iter().map(String::as_str).collect();
        assert_eq!(drawn("/X Do", &forms), Err(Code::ExpansionTooLarge));
        let forms: Vec<_> = (6..100).map(|next| form("X", next, "/X Do")).collect();
        let forms: Vec<_> = forms.iter().map(String::as_str).collect();
        assert_eq!(drawn("/X Do", &forms), Err(Code::NestingTooDeep));
    }

    #[test]
    fn masks_and_letters_are_looked_into() {
        let mask = "<< /Type /ExtGState /SMask << /S /Luminosity /G 6 0 R >> >>";
        let masked = "/Subtype /Form /BBox [0 0 9 9] /Resources << /ExtGState << /S 5 0 R >> >>";
        let page = "/X Do";
        let content = String::from_utf8(one_page(page, &[mask, &stream(masked, "/S gs")])).expect("a text");
        let content = content.replace("/XObject << /X 5 0 R >>", "/XObject << /X 6 0 R >>");
        let files: &[(&str, &str, &[u8])] = &[("a.pdf", "application/pdf", content.as_bytes())];
        assert_eq!(convert("pdf-to-png", json!({}), files).expect_err("a loop").code, Code::NestingTooDeep);
        let font = "<< /Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [1 0 0 1 0 0] /CharProcs << /a 6 0 R >> \
                    /Resources << /Font << /T 5 0 R >> >> >>";
        let content =
            String::from_utf8(one_page("/T 9 Tf", &[font, &stream("", "/T 9 Tf (a) Tj")])).expect("a text");
        let content = content.replace("/Resources <<", "/Resources << /Font << /T 5 0 R >>");
        let files: &[(&str, &str, &[u8])] = &[("a.pdf", "application/pdf", content.as_bytes())];
        assert_eq!(convert("pdf-to-png", json!({}), files).expect_err("a loop").code, Code::NestingTooDeep);
    }
}
