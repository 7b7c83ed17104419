//! Pages of a PDF document that show a part of themselves.
use super::{
    PDF,
    each::each,
    in_place::whole,
    open::Pdf,
    pages::Pages,
    place::Place,
    shown::{MILLIMETRE, View, corners},
};
use crate::{About, Category, Code, Convert, Engine, Failure, Work};
use garde::Validate;
use hayro::vello_cpu::kurbo::Rect;
use lopdf::{Document, Object};
use schemars::JsonSchema;
use serde::Deserialize;

/// The shortest side that a page may have, in points.
const SHORTEST: f64 = 3.0;

/// What stays of which pages: either a part of each, or all but its margins.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(custom(one_way))]
#[schemars(extend("oneOf" = [
    { "required": ["area"], "properties": { "area": { "type": "object" } } },
    { "required": ["margins"], "properties": { "margins": { "type": "object" } } },
]))]
pub struct PdfCrop {
    /// The part that stays.
    #[garde(dive)]
    area: Option<Place>,
    /// What is cut off at each side.
    #[garde(dive)]
    margins: Option<Margins>,
    /// Which pages: numbers from 1 like `1-3,7,10-`; all unless said.
    #[serde(default)]
    #[garde(skip)]
    pages: Pages,
}

/// Margins of a page as it is shown, in millimetres.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
struct Margins {
    /// At the upper side.
    #[garde(range(min = 0.0, max = 5000.0))]
    top: f64,
    /// At the right side.
    #[garde(range(min = 0.0, max = 5000.0))]
    right: f64,
    /// At the lower side.
    #[garde(range(min = 0.0, max = 5000.0))]
    bottom: f64,
    /// At the left side.
    #[garde(range(min = 0.0, max = 5000.0))]
    left: f64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "what garde calls")]
fn one_way(options: &PdfCrop, (): &()) -> garde::Result {
    match (&options.area, &options.margins) {
        (Some(_), Some(_)) => Err(garde::Error::new("area and margins do not go together")),
        (None, None) => Err(garde::Error::new("area or margins is needed")),
        _ => Ok(()),
    }
}

impl Convert for PdfCrop {
    const ABOUT: About = About {
        id: "pdf-crop",
        name: "Crop pages of a PDF document",
        description: "Shows only a part of pages of a PDF document: what lies outside is hidden and not removed, \
                      and who asks for it finds it. To take it out, redact it.",
        category: Category::Document,
        accepts: &[PDF],
        produces: &[PDF],
        files: (1, 10),
        engine: Engine::Inside,
    };

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        each(work, |pdf| self.cropped(pdf))
    }
}

impl PdfCrop {
    fn cropped(&self, mut pdf: Pdf) -> Result<Document, Failure> {
        let places = self.pages.places(pdf.pages.len())?;
        pdf.part_pages();
        for place in places {
            let view = pdf.view(place);
            let stays = view.part(self.stays(&view));
            if stays.width() < SHORTEST || stays.height() < SHORTEST {
                let message = format!("nothing would be left of page {}", place + 1);
                return Err(Failure::new(Code::OptionsDoNotFit, message));
            }
            let id = pdf.pages.get(place).map(|page| page.id);
            let page = id.and_then(|id| pdf.document.get_object_mut(id).and_then(Object::as_dict_mut).ok());
            if let Some(page) = page {
                page.set("CropBox", corners(stays));
            }
        }
        Ok(whole(pdf))
    }

    /// What stays of a page as it is shown, in points from its upper left corner.
    fn stays(&self, view: &View) -> Rect {
        let (wide, high) = view.size();
        let Margins { top, right, bottom, left } = self.margins.unwrap_or_default();
        match &self.area {
            Some(area) => area.rect(),
            None => Rect::new(
                left * MILLIMETRE,
                top * MILLIMETRE,
                (wide - right * MILLIMETRE).max(left * MILLIMETRE),
                (high - bottom * MILLIMETRE).max(top * MILLIMETRE),
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{drawn, four_pages};
    use crate::{Code, stage::convert, tool};
    use serde_json::{Value, json};

    /// Ten points.
    const TEN: f64 = 10.0 * 25.4 / 72.0;

    fn cropped(options: Value) -> Result<Vec<u8>, Code> {
        let made = convert("pdf-crop", options, &[("a.pdf", "application/pdf", &four_pages())]);
        made.map(|mut made| made.remove(0).2).map_err(|failure| failure.code)
    }

    #[test]
    fn a_part_of_a_page_stays() {
        let sizes = |options| {
            drawn(&cropped(options).expect("a document"))
                .into_iter()
                .map(|page| (page.0, page.1))
                .collect::<Vec<_>>()
        };
        let margins = json!({ "margins": { "left": TEN, "top": 2.0 * TEN }, "pages": "1,3" });
        assert_eq!(sizes(margins), [(190, 80), (200, 100), (50, 40), (60, 60)]);
        let area = json!({ "area": { "left": TEN, "top": TEN, "width": 9.0 * TEN, "height": 3.0 * TEN } });
        assert_eq!(sizes(area), [(90, 30), (90, 30), (50, 30), (50, 30)]);
    }

    #[test]
    fn what_lies_outside_is_still_there() {
        let area = json!({ "area": { "left": 0.0, "top": 0.0, "width": 2.0, "height": 2.0 } });
        let made = cropped(area).expect("a document");
        let text = convert("pdf-to-text", json!({}), &[("a.pdf", "application/pdf", &made)]).expect("a text");
        assert!(String::from_utf8_lossy(&text[0].2).contains("Page 4"));
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        for options in [
            json!({ "margins": { "left": 50 } }),
            json!({ "area": { "left": 500, "top": 0, "width": 9, "height": 9 } }),
            json!({ "margins": {}, "pages": "5" }),
        ] {
            assert_eq!(cropped(options.clone()), Err(Code::OptionsDoNotFit), "{options}");
        }
        let tool = tool("pdf-crop").expect("a tool");
        for refused in [
            json!({}),
            json!({ "margins": {}, "area": { "left": 0, "top": 0, "width": 9, "height": 9 } }),
            json!({ "margins": { "left": -1 } }),
            json!({ "area": { "left": 0, "top": 0, "width": 0, "height": 9 } }),
            json!({ "area": { "left": 0 } }),
        ] {
            assert!(tool.check(&refused).is_err(), "{refused}");
        }
    }
}
