//! Pages of a PDF document, turned.
use super::{
    PDF,
    each::each,
    in_place::{Place, arranged},
    pages::Pages,
};
use crate::{About, Category, Convert, Engine, Failure, Work, tools::image::angle::Angle};
use garde::Validate;
use schemars::JsonSchema;
use serde::Deserialize;

/// Which pages are turned, and how far.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct PdfRotate {
    /// How far pages are turned to the right, in degrees.
    angle: Angle,
    /// Which pages: numbers from 1 like `1-3,7,10-`; all unless said.
    #[serde(default)]
    pages: Pages,
}

impl Convert for PdfRotate {
    const ABOUT: About = About {
        id: "pdf-rotate",
        name: "Rotate pages of a PDF document",
        description: "Turns pages of a PDF document by 90, 180 or 270 degrees to the right.",
        category: Category::Document,
        accepts: &[PDF],
        produces: &[PDF],
        files: (1, 10),
        engine: Engine::Inside,
    };

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        each(work, |pdf| {
            let turned = self.pages.places(pdf.pages.len())?;
            let place = |page| Place { page, turn: if turned.contains(&page) { self.angle.0 } else { 0 } };
            let places: Vec<_> = (0..pdf.pages.len()).map(place).collect();
            Ok(arranged(pdf, &places))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{drawn, four_pages};
    use crate::{Code, stage::convert, tool};
    use serde_json::{Value, json};

    fn rotated(options: Value) -> Result<Vec<u8>, Code> {
        let made = convert("pdf-rotate", options, &[("a.pdf", "application/pdf", &four_pages())]);
        made.map(|mut made| made.remove(0).2).map_err(|failure| failure.code)
    }

    #[test]
    fn pages_are_turned() {
        let sizes = |made: Vec<u8>| drawn(&made).into_iter().map(|page| (page.0, page.1)).collect::<Vec<_>>();
        let made = rotated(json!({ "angle": 90, "pages": "2-3" })).expect("a document");
        assert_eq!(sizes(made), [(200, 100), (100, 200), (60, 60), (60, 60)]);
        let made = lopdf::Document::load_mem(&rotated(json!({ "angle": 270 })).expect("a document"));
        let made = made.expect("a document");
        let turns = made
            .page_iter()
            .map(|page| made.get_dictionary(page).and_then(|page| page.get(b"Rotate")?.as_i64()));
        assert_eq!(turns.collect::<Result<Vec<_>, _>>().expect("turns"), [0, 0, 270, 270]);
        assert!(made.catalog().expect("a catalog").has(b"Outlines"), "bookmarks stay");
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        assert_eq!(rotated(json!({ "angle": 90, "pages": "5" })), Err(Code::OptionsDoNotFit));
        let tool = tool("pdf-rotate").expect("a tool");
        for refused in [json!({}), json!({ "angle": 45 }), json!({ "angle": 90, "pages": "0" })] {
            assert!(tool.check(&refused).is_err(), "{refused}");
        }
        assert_eq!(tool.options_schema()["properties"]["angle"]["enum"], json!([90, 180, 270]));
    }
}
