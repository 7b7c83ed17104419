//! Forms and annotations of a PDF document as parts of its pages.
use super::{
    PDF,
    appearance::{Appearance, appearance},
    each::each,
    in_place::whole,
    open::Pdf,
    stamp::{Drawing, Layer},
};
use crate::{About, Category, Convert, Engine, Failure, Limits, Work};
use garde::Validate;
use lopdf::{Dictionary, Document, Object};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What becomes a part of the pages.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct PdfFlatten {
    /// Which of what lies on the pages.
    #[serde(default)]
    what: What,
}

/// What lies on pages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum What {
    /// Forms and annotations.
    #[default]
    All,
    /// Form fields.
    Forms,
    /// Notes, marks, stamps and other annotations.
    Annotations,
}

impl Convert for PdfFlatten {
    const ABOUT: About = About {
        id: "pdf-flatten",
        name: "Flatten a PDF document",
        description: "Draws form fields and annotations of a PDF document into its pages as they look, so that nobody \
                      fills in or moves them any more. Links stay, and so do annotations that do not say how they \
                      look; what is hidden is left out, and so is what fields do. A signature is no longer valid.",
        category: Category::Document,
        accepts: &[PDF],
        produces: &[PDF],
        files: (1, 10),
        engine: Engine::Inside,
    };

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        let limits = *work.limits();
        each(work, |mut pdf| {
            pdf.part_pages();
            flatten(&mut pdf, self.what, &limits)?;
            Ok(whole(pdf))
        })
    }
}

/// Draws what lies on pages into them; each is an object of its own.
pub fn flatten(pdf: &mut Pdf, what: What, limits: &Limits) -> Result<(), Failure> {
    for place in 0..pdf.pages.len() {
        page(pdf, place, what, limits)?;
    }
    if what != What::Annotations
        && let Ok(catalog) = pdf.document.catalog_mut()
    {
        catalog.remove(b"AcroForm");
    }
    Ok(())
}

fn page(pdf: &mut Pdf, place: usize, what: What, limits: &Limits) -> Result<(), Failure> {
    let Some(id) = pdf.pages.get(place).map(|page| page.id) else { return Ok(()) };
    let page = pdf.document.get_dictionary(id);
    let listed = page.and_then(|page| page.get_deref(b"Annots", &pdf.document)?.as_array()).cloned();
    let Ok(listed) = listed else { return Ok(()) };
    let turn = pdf.view(place).turn();
    let (mut stays, mut drawings) = (Vec::new(), Vec::new());
    for one in listed {
        let said = pdf.document.dereference(&one).ok().and_then(|(_, one)| one.as_dict().ok()).cloned();
        let Some(said) = said else { continue };
        if !is_meant(&said, what, &pdf.document) {
            stays.push(one);
            continue;
        }
        match appearance(&mut pdf.document, &said, turn, limits)? {
            Appearance::Drawn(form, at) => {
                drawings.push(Drawing { group: said.get(b"OC").ok().cloned(), ..Drawing::new(form, at) });
            }
            Appearance::Nothing => (),
            Appearance::Unknown => stays.push(one),
        }
    }
    if !drawings.is_empty() {
        pdf.draw(place, &drawings, Layer::Above)?;
    }
    if let Ok(page) = pdf.document.get_object_mut(id).and_then(Object::as_dict_mut) {
        match stays.is_empty() {
            true => drop(page.remove(b"Annots")),
            false => page.set("Annots", stays),
        }
    }
    Ok(())
}

/// Whether an annotation is one of those; a link shows nothing and leads somewhere.
fn is_meant(annotation: &Dictionary, what: What, document: &Document) -> bool {
    let kind = annotation.get_deref(b"Subtype", document).and_then(Object::as_name).unwrap_or_default();
    match (kind, what) {
        (b"Link", _) => false,
        (b"Widget", what) => what != What::Annotations,
        (_, what) => what != What::Forms,
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{drawn, stream, written};
    use crate::{Code, stage::convert, tool};
    use lopdf::Document;
    use serde_json::{Value, json};

    fn flat(options: Value, content: &[u8]) -> Result<Vec<u8>, Code> {
        let made = convert("pdf-flatten", options, &[("a.pdf", "application/pdf", content)]);
        made.map(|mut made| made.remove(0).2).map_err(|failure| failure.code)
    }

    /// A page of 100 × 100 with a field, a note, a link and something hidden.
    fn filled() -> Vec<u8> {
        let look = |red: &str| {
            stream(
                "/Subtype /Form /BBox [0 0 10 10] /Matrix [2 0 0 2 5 5] /Resources << >>",
                &format!("{red} 0 0 rg 0 0 10 10 re f"),
            )
        };
        written(&[
            "<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [4 0 R] /DA (/Helv 0 Tf 0 g) >> >>".to_owned(),
            "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] /Annots [4 0 R 5 0 R 6 0 R 7 0 R 8 0 R 12 0 R] >>".to_owned(),
            "<< /Subtype /Widget /FT /Btn /Rect [0 50 50 100] /AS /On /AP << /N << /On 9 0 R /Off 10 0 R >> >> >>".to_owned(),
            "<< /Subtype /Square /Rect [50 0 100 50] /AP << /N 10 0 R >> >>".to_owned(),
            "<< /Subtype /Link /Rect [0 0 100 100] /A << /S /URI /URI (https://example.com) >> >>".to_owned(),
            "<< /Subtype /Stamp /F 2 /Rect [0 0 100 100] /AP << /N 11 0 R >> >>".to_owned(),
            "<< /Subtype /Highlight /Rect [0 0 9 9] /QuadPoints [0 0 9 0 9 9 0 9] >>".to_owned(),
            look("0.2"),
            look("0.4"),
            look("1"),
            "<< /Subtype /Widget /FT /Tx /V (Ama Mensah) /Rect [0 0 50 20] /DA (/Helv 10 Tf 0 0 1 rg) >>".to_owned(),
        ])
    }

    fn annotations(pdf: &[u8]) -> usize {
        let made = Document::load_mem(pdf).expect("a document");
        let page = made.page_iter().next().expect("a page");
        made.get_page_annotations(page).map_or(0, |annotations| annotations.len())
    }

    #[test]
    fn what_lies_on_a_page_becomes_a_part_of_it() {
        let made = flat(json!({}), &filled()).expect("a document");
        assert_eq!(drawn(&made)[0], (100, 100, 51));
        assert_eq!(annotations(&made), 2, "the link, and the one that has no look");
        let read = Document::load_mem(&made).expect("a document");
        assert!(!read.catalog().expect("a catalog").has(b"AcroForm"));
        let text = convert("pdf-to-text", json!({}), &[("a.pdf", "application/pdf", &made)]).expect("a text");
        assert_eq!(String::from_utf8_lossy(&text[0].2).trim(), "Ama Mensah");
        let page = convert("pdf-to-png", json!({ "dpi": 72 }), &[("a.pdf", "application/pdf", &made)]);
        let page = image::load_from_memory(&page.expect("a picture")[0].2).expect("a picture").into_rgb8();
        assert_eq!(page.get_pixel(75, 75).0, [102, 0, 0], "the square fills its place");
        assert_eq!(page.get_pixel(75, 25).0, [255; 3], "what is hidden is not drawn");
    }

    #[test]
    fn only_what_is_asked_for() {
        let made = flat(json!({ "what": "annotations" }), &filled()).expect("a document");
        assert_eq!(annotations(&made), 4);
        let read = Document::load_mem(&made).expect("a document");
        assert!(read.catalog().expect("a catalog").has(b"AcroForm"));
        let made = flat(json!({ "what": "forms" }), &filled()).expect("a document");
        assert_eq!(annotations(&made), 4);
        assert!(tool("pdf-flatten").expect("a tool").check(&json!({ "what": "nothing" })).is_err());
    }

    #[test]
    fn a_document_without_any_stays() {
        let made = flat(json!({}), &super::super::samples::four_pages()).expect("a document");
        assert_eq!(drawn(&made).into_iter().map(|page| page.2).collect::<Vec<_>>(), [50, 100, 150, 200]);
    }
}
