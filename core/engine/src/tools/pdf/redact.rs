//! Parts of pages of a PDF document, taken out.
use super::{
    PDF,
    assemble::{Assembly, save},
    blackened::{Blackener, as_page},
    flatten::{What, flatten},
    only_own,
    open::{Pdf, open},
    place::Place,
};
use crate::{
    About, Category, Code, Convert, Engine, Failure, Limits, Work,
    tools::{apart::apart, image::colour::Colour},
};
use garde::Validate;
use hayro::vello_cpu::kurbo::Rect;
use lopdf::Document;
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;

const fn usual_dpi() -> u16 {
    150
}

const fn black() -> Colour {
    Colour([0; 3])
}

/// What is taken out.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PdfRedact {
    /// The parts of pages that are taken out.
    #[garde(length(min = 1, max = 500), dive)]
    areas: Vec<Area>,
    /// How many pixels an inch of a page gets that something is taken out of.
    #[serde(default = "usual_dpi")]
    #[garde(range(min = 72, max = 300))]
    dpi: u16,
    /// The colour of what is left where something was.
    #[serde(default = "black")]
    #[garde(skip)]
    colour: Colour,
}

/// A part of a page.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Area {
    /// The page, by its number from 1.
    #[garde(range(min = 1, max = 2000))]
    page: u32,
    /// The part of it.
    #[garde(dive)]
    area: Place,
}

impl Convert for PdfRedact {
    const ABOUT: About = About {
        id: "pdf-redact",
        name: "Redact a PDF document",
        description: "Takes parts of pages out of a PDF document for good: the content is removed, not covered. A page \
                      that something is taken out of becomes a picture of itself, whose text can no longer be \
                      searched or copied; other pages stay as they are. What could tell of the removed elsewhere \
                      is left out too: title and author, bookmarks, attachments, scripts, what forms and notes \
                      hold (they are drawn into the pages) and hidden structure. Web links of other pages stay.",
        category: Category::Document,
        accepts: &[PDF],
        produces: &[PDF],
        files: (1, 1),
        engine: Engine::Inside,
    };

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        let limits = *work.limits();
        for file in work.files().to_vec() {
            let bytes = work.read(&file)?;
            work.progress(1, 4);
            let redacted = apart(|| self.redacted(open(&bytes, &limits)?, &limits));
            let mut redacted = redacted.map_err(|failure| failure.about(file.id))?;
            work.progress(3, 4);
            save(&mut redacted, &mut work.artifact(&file.name, PDF)?)?;
        }
        Ok(())
    }
}

impl PdfRedact {
    fn redacted(&self, mut pdf: Pdf, limits: &Limits) -> Result<Document, Failure> {
        let mut areas = self.areas(&pdf)?;
        pdf.part_pages();
        flatten(&mut pdf, What::All, limits)?;
        let before = pdf.document.clone();
        if !only_own::lean(&mut pdf) {
            // What each page needs is not known: no other page shall carry what is taken out of one.
            pdf.document = before;
            areas.extend(
                (0..pdf.pages.len())
                    .filter(|place| !areas.contains_key(place))
                    .map(|place| (place, Vec::new()))
                    .collect::<Vec<_>>(),
            );
        }
        let blackener = Blackener { dpi: f64::from(self.dpi), colour: self.colour, limits };
        for (place, jpeg) in blackener.pages(&pdf, &areas)? {
            as_page(&mut pdf, place, jpeg);
        }
        let mut made = Assembly::new();
        made.take(&pdf, &(0..pdf.pages.len()).collect::<Vec<_>>());
        Ok(made.finish())
    }

    /// What is taken out of each page, in points from the upper left corner.
    fn areas(&self, pdf: &Pdf) -> Result<BTreeMap<usize, Vec<Rect>>, Failure> {
        let mut areas: BTreeMap<usize, Vec<Rect>> = BTreeMap::new();
        for Area { page, area } in &self.areas {
            let (place, count) = (*page as usize - 1, pdf.pages.len());
            if place >= count {
                let message = format!("there is no page {page}: the document has {count}");
                return Err(Failure::new(Code::OptionsDoNotFit, message));
            }
            let (wide, high) = pdf.view(place).size();
            let part = area.rect().intersect(Rect::new(0.0, 0.0, wide, high));
            if part.width() <= 0.0 || part.height() <= 0.0 {
                let message = format!("a part that is to be taken out lies outside of page {page}");
                return Err(Failure::new(Code::OptionsDoNotFit, message));
            }
            areas.entry(place).or_default().push(part);
        }
        Ok(areas)
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{drawn, four_pages, stream, written};
    use crate::{Code, stage::convert, tool};
    use lopdf::Document;
    use serde_json::{Value, json};

    fn redacted(options: Value, content: &[u8]) -> Result<Vec<u8>, Code> {
        let made = convert("pdf-redact", options, &[("a.pdf", "application/pdf", content)]);
        made.map(|mut made| made.remove(0).2).map_err(|failure| failure.code)
    }

    fn area(page: u32, [left, top, width, height]: [f64; 4]) -> Value {
        let points = |points: f64| points * 25.4 / 72.0;
        let area = json!({ "left": points(left), "top": points(top), "width": points(width), "height": points(height) });
        json!({ "page": page, "area": area })
    }

    /// All that the document holds, unpacked.
    fn held(pdf: &[u8]) -> String {
        let mut made = Document::load_mem(pdf).expect("a document");
        made.decompress();
        let mut out = Vec::new();
        made.save_to(&mut out).expect("a document");
        String::from_utf8_lossy(&out).into_owned()
    }

    #[test]
    fn what_is_taken_out_is_gone() {
        // The text of each page lies at its lower left corner, before it is turned.
        let made = redacted(json!({ "areas": [area(1, [0.0, 0.0, 60.0, 100.0])] }), &four_pages())
            .expect("a document");
        let pages = drawn(&made);
        assert!((pages[0].0, pages[0].1) == (200, 100) && pages[0].2 < 3, "{pages:?}");
        assert_eq!(pages[1..].iter().map(|page| page.2).collect::<Vec<_>>(), [100, 150, 200]);
        let held = held(&made);
        assert!(!held.contains("Page 1") && held.contains("Page 2"), "its text is gone, and others' are not");
        for word in ["JavaScript", "Outlines", "OpenAction"] {
            assert!(!held.contains(word), "{word}");
        }
        let text = convert("pdf-to-text", json!({}), &[("a.pdf", "application/pdf", &made)]).expect("a text");
        assert_eq!(
            String::from_utf8_lossy(&text[0].2).split('\u{c}').map(str::trim).collect::<Vec<_>>(),
            ["", "Page 2", "Page 3", "Page 4"]
        );
    }

    #[test]
    fn what_is_around_it_stays() {
        let options =
            json!({ "areas": [area(2, [100.0, 0.0, 100.0, 100.0])], "colour": "#00ff00", "dpi": 72 });
        let made = redacted(options, &four_pages()).expect("a document");
        let (_, _, red) = drawn(&made)[1];
        assert!(red.abs_diff(100) < 4, "{red}");
        let page =
            convert("pdf-to-png", json!({ "dpi": 72, "pages": "2" }), &[("a.pdf", "application/pdf", &made)]);
        let page = image::load_from_memory(&page.expect("a picture")[0].2).expect("a picture").into_rgb8();
        let [red, green, _] = page.get_pixel(150, 50).0;
        assert!(red < 10 && green > 245, "{red} {green}");
    }

    /// Two pages that share one list of what they draw, a form that shares it too, and a field with a note.
    fn shared() -> Vec<u8> {
        let page = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 40 40] /Resources 5 0 R /Contents";
        let form = |content: &str| {
            stream("/Type /XObject /Subtype /Form /BBox [0 0 40 40] /Resources 5 0 R", content)
        };
        written(&[
            "<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [10 0 R] >> >>".to_owned(),
            "<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>".to_owned(),
            format!("{page} 6 0 R /Annots [10 0 R] >>"),
            format!("{page} 7 0 R /Annots [11 0 R 12 0 R] /Metadata 14 0 R >>"),
            "<< /XObject << /A 8 0 R /B 9 0 R >> /ExtGState << /S << /SMask << /S /Alpha /G 8 0 R >> >> >> >>".to_owned(),
            stream("", "/A Do"),
            stream("", "/B Do"),
            form("% secret\n0 0 40 40 re f"),
            form("1 0 0 rg 0 0 40 40 re f"),
            "<< /Subtype /Widget /FT /Tx /V (secret) /Rect [0 0 40 20] /P 3 0 R /Kids [11 0 R] >>".to_owned(),
            "<< /Subtype /Widget /Parent 10 0 R /Rect [0 0 9 9] >>".to_owned(),
            "<< /Subtype /Link /Rect [0 0 9 9] /Contents (secret) /A << /S /URI /URI (https://example.com) /Next 13 0 R >> >>".to_owned(),
            "<< /S /URI /URI (secret) >>".to_owned(),
            stream("/Type /Metadata", "secret"),
        ])
    }

    #[test]
    fn nothing_else_tells_of_it() {
        let given = shared();
        assert!(held(&given).matches("secret").count() >= 5);
        let options = json!({ "areas": [area(1, [0.0, 0.0, 40.0, 40.0]), area(2, [0.0, 30.0, 20.0, 10.0])] });
        let made = redacted(options, &given).expect("a document");
        assert!(!held(&made).contains("secret"));
        let made =
            redacted(json!({ "areas": [area(1, [0.0, 0.0, 40.0, 40.0])] }), &without_the_field(&given));
        let made = made.expect("a document");
        assert_eq!(drawn(&made), [(40, 40, 0), (40, 40, 255)]);
        let held = held(&made);
        assert!(!held.contains("secret") && held.contains("https://example.com"), "{held}");
    }

    /// The text of a field that is shown on a page stays there.
    fn without_the_field(pdf: &[u8]) -> Vec<u8> {
        String::from_utf8(pdf.to_vec())
            .expect("a text")
            .replace("/Annots [11 0 R 12 0 R]", "/Annots [12 0 R       ]")
            .into_bytes()
    }

    #[test]
    fn a_form_that_borrows_makes_pictures_of_all() {
        let given = String::from_utf8(shared()).expect("a text");
        let given = given
            .replace("/BBox [0 0 40 40] /Resources 5 0 R", "/BBox [0 0 40 40]                 ")
            .replace("% secret\n", "/B Do   \n");
        let made = redacted(json!({ "areas": [area(1, [0.0, 0.0, 40.0, 40.0])] }), given.as_bytes())
            .expect("a document");
        assert_eq!(held(&made).matches("DCTDecode").count(), 2);
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        for areas in [json!([area(5, [0.0, 0.0, 9.0, 9.0])]), json!([area(3, [61.0, 0.0, 9.0, 9.0])])] {
            assert_eq!(
                redacted(json!({ "areas": areas }), &four_pages()),
                Err(Code::OptionsDoNotFit),
                "{areas}"
            );
        }
        let tool = tool("pdf-redact").expect("a tool");
        let one = area(1, [0.0, 0.0, 9.0, 9.0]);
        for refused in [
            json!({}),
            json!({ "areas": [] }),
            json!({ "areas": [{ "page": 1 }] }),
            json!({ "areas": [area(0, [0.0, 0.0, 9.0, 9.0])] }),
            json!({ "areas": [one], "dpi": 71 }),
            json!({ "areas": [one], "colour": "black" }),
        ] {
            assert!(tool.check(&refused).is_err(), "{refused}");
        }
    }
}
