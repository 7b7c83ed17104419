//! How large the pictures of a document are shown.
use super::{open::Pdf, resources::content, shown::numbers};
use hayro::{
    hayro_syntax::{content::UntypedIter, object::Object as Operand},
    vello_cpu::kurbo::Affine,
};
use lopdf::{Dictionary, Document, Object, ObjectId};
use std::collections::HashMap;

/// A document whose pages draw more than so many bytes of contents is not looked through.
const MOST: usize = 256 << 20;
/// How deep forms lie within forms.
const DEEPEST: u32 = 32;

/// The width and height, in points, as large as each picture is shown on any page; nothing where that cannot be known.
pub fn placed(pdf: &Pdf) -> Option<HashMap<ObjectId, (f64, f64)>> {
    let mut walk =
        Walk { document: &pdf.document, unpacked: pdf.unpacked, left: MOST, sizes: HashMap::new() };
    for (place, page) in pdf.pages.iter().enumerate() {
        let whole = page.whole(&pdf.document);
        let resources = pdf.document.get_dict_in_dict(&whole, b"Resources").ok();
        let content = content(page.id, &pdf.document, pdf.unpacked)?;
        let size = pdf.view(place).to_page().inverse();
        walk.content(&content, resources, size, 0)?;
    }
    Some(walk.sizes)
}

struct Walk<'a> {
    document: &'a Document,
    unpacked: usize,
    left: usize,
    sizes: HashMap<ObjectId, (f64, f64)>,
}

impl Walk<'_> {
    fn content(
        &mut self,
        content: &[u8],
        resources: Option<&Dictionary>,
        at: Affine,
        depth: u32,
    ) -> Option<()> {
        self.left = self.left.checked_sub(content.len())?;
        let (mut now, mut saved) = (at, Vec::new());
        let mut operations = UntypedIter::new(content);
        while let Some(operation) = operations.next() {
            match &**operation.operator {
                b"q" => saved.push(now),
                b"Q" => now = saved.pop().unwrap_or(now),
                b"cm" => {
                    let number = |operand: &Operand<'_>| match operand {
                        Operand::Number(number) => Some(number.as_f64()),
                        _ => None,
                    };
                    let numbers: Vec<f64> = operation.operands().filter_map(number).collect();
                    if let Ok(numbers) = numbers.try_into() {
                        now *= Affine::new(numbers);
                    }
                }
                b"Do" => {
                    if let Some(Operand::Name(name)) = operation.operands().next() {
                        self.drawn(name, resources, now, depth)?;
                    }
                }
                _ => (),
            }
        }
        Some(())
    }

    fn drawn(&mut self, name: &[u8], resources: Option<&Dictionary>, at: Affine, depth: u32) -> Option<()> {
        let document = self.document;
        let named = resources.and_then(|resources| document.get_dict_in_dict(resources, b"XObject").ok());
        let Some(id) = named.and_then(|named| named.get(name).and_then(Object::as_reference).ok()) else {
            return Some(());
        };
        let Ok(stream) = document.get_object(id).and_then(Object::as_stream) else { return Some(()) };
        let kind = stream.dict.get_deref(b"Subtype", document).and_then(Object::as_name).unwrap_or_default();
        if kind == b"Form" {
            if depth > DEEPEST {
                return None;
            }
            let content = match stream.dict.has(b"Filter") {
                true => stream.decompressed_content_with_limit(self.unpacked).ok()?,
                false => stream.content.clone(),
            };
            let own = document.get_dict_in_dict(&stream.dict, b"Resources").ok().or(resources);
            let turned = stream.dict.get_deref(b"Matrix", document).and_then(Object::as_array).ok();
            let turned = turned.and_then(|turned| numbers::<6>(turned, document));
            return self.content(&content, own, at * turned.map_or(Affine::IDENTITY, Affine::new), depth + 1);
        }
        let [a, b, c, d, _, _] = at.as_coeffs();
        let size = self.sizes.entry(id).or_default();
        *size = (size.0.max(a.hypot(b)), size.1.max(c.hypot(d)));
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{
            open::open,
            samples::{one_page, stream},
        },
        *,
    };
    use crate::Limits;

    const IMAGE: &str =
        "/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray";

    fn sizes(content: &str, more: &[&str]) -> Option<Vec<(f64, f64)>> {
        let pdf = open(&one_page(content, more), &Limits::default()).expect("a document");
        let rounded = |(wide, high): (f64, f64)| (wide.round(), high.round());
        placed(&pdf).map(|sizes| sizes.into_values().map(rounded).collect())
    }

    #[test]
    fn a_picture_is_as_large_as_it_is_shown() {
        let image = stream(IMAGE, "x");
        assert_eq!(sizes("q 30 0 0 20 5 5 cm /X Do Q", &[&image]), Some(vec![(30.0, 20.0)]));
        let twice = "q 2 0 0 2 0 0 cm q 0 10 -30 0 5 5 cm /X Do Q Q Q q 40 0 0 4 0 0 cm /X Do Q";
        assert_eq!(sizes(twice, &[&image]), Some(vec![(40.0, 60.0)]));
        assert_eq!(sizes("/Y Do", &[&image]), Some(vec![]));
        let form =
            "/Subtype /Form /BBox [0 0 9 9] /Matrix [3 0 0 3 0 0] /Resources << /XObject << /I 6 0 R >> >>";
        let within = [stream(form, "5 0 0 5 0 0 cm /I Do"), image];
        assert_eq!(sizes("2 0 0 2 0 0 cm /X Do", &[&within[0], &within[1]]), Some(vec![(30.0, 30.0)]));
    }

    #[test]
    fn what_draws_itself_is_not_followed() {
        assert_eq!(sizes("/X Do", &[&stream("/Subtype /Form /BBox [0 0 9 9]", "/X Do /X Do")]), None);
    }
}
