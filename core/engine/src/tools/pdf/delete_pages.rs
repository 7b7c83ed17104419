//! A PDF document without some of its pages.
use super::{
    PDF,
    each::each,
    in_place::{Place, arranged},
    pages::Pages,
};
use crate::{About, Category, Code, Convert, Engine, Failure, Work};
use garde::Validate;
use schemars::JsonSchema;
use serde::Deserialize;

/// Which pages go.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct PdfDeletePages {
    /// The pages that go: numbers from 1 like `1-3,7,10-`. One page has to stay.
    pages: Pages,
}

impl Convert for PdfDeletePages {
    const ABOUT: About = About {
        id: "pdf-delete-pages",
        name: "Delete pages of a PDF document",
        description: "Takes pages out of a PDF document, and what only they needed.",
        category: Category::Document,
        accepts: &[PDF],
        produces: &[PDF],
        files: (1, 1),
        engine: Engine::Inside,
    };
    const ONE: bool = true;

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        each(work, |mut pdf| {
            let gone = self.pages.places(pdf.pages.len())?;
            let mut stays = vec![true; pdf.pages.len()];
            for place in gone {
                stays[place] = false;
            }
            let kept = |(page, stays): (usize, &bool)| stays.then_some(Place { page, turn: 0 });
            let places: Vec<_> = stays.iter().enumerate().filter_map(kept).collect();
            if places.is_empty() {
                return Err(Failure::new(Code::OptionsDoNotFit, "no page would be left"));
            }
            pdf.without_labels();
            Ok(arranged(pdf, &places))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{drawn, four_pages};
    use crate::{Code, stage::convert};
    use serde_json::json;

    fn without(pages: &str) -> Result<Vec<u8>, Code> {
        let made = convert(
            "pdf-delete-pages",
            json!({ "pages": pages }),
            &[("a.pdf", "application/pdf", &four_pages())],
        );
        made.map(|mut made| made.remove(0).2).map_err(|failure| failure.code)
    }

    #[test]
    fn pages_go_with_what_only_they_needed() {
        let made = without("1,3").expect("a document");
        assert_eq!(drawn(&made), [(200, 100, 100), (60, 60, 200)]);
        assert!(made.len() < 3_000, "the image of the first page is gone: {}", made.len());
    }

    #[test]
    fn a_page_stays() {
        assert_eq!(without("1-"), Err(Code::OptionsDoNotFit));
        assert_eq!(without("5"), Err(Code::OptionsDoNotFit));
    }
}
