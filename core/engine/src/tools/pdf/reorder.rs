//! The pages of a PDF document in another order.
use super::{
    PDF,
    each::each,
    in_place::{Place, arranged},
};
use crate::{About, Category, Code, Convert, Engine, Failure, Work};
use garde::Validate;
use schemars::JsonSchema;
use serde::Deserialize;

/// The order of the pages.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct PdfReorder {
    /// The number of each page, from 1, in the new order: every page once.
    #[garde(length(min = 1, max = 2000), inner(range(min = 1, max = 2000)))]
    order: Vec<u32>,
}

impl Convert for PdfReorder {
    const ABOUT: About = About {
        id: "pdf-reorder",
        name: "Reorder pages of a PDF document",
        description: "Puts the pages of a PDF document in another order.",
        category: Category::Document,
        accepts: &[PDF],
        produces: &[PDF],
        files: (1, 1),
        engine: Engine::Inside,
    };
    const ONE: bool = true;

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        each(work, |mut pdf| {
            let places = self.places(pdf.pages.len())?;
            pdf.without_labels();
            Ok(arranged(pdf, &places))
        })
    }
}

impl PdfReorder {
    fn places(&self, count: usize) -> Result<Vec<Place>, Failure> {
        let refuse = |message| Err(Failure::new(Code::OptionsDoNotFit, message));
        let mut named = vec![false; count];
        for &number in &self.order {
            match named.get_mut(number as usize - 1) {
                None => return refuse(format!("there is no page {number}: the document has {count}")),
                Some(true) => return refuse(format!("page {number} is named twice")),
                Some(named) => *named = true,
            }
        }
        if let Some(missing) = named.iter().position(|named| !named) {
            return refuse(format!("page {} is not named", missing + 1));
        }
        Ok(self.order.iter().map(|&number| Place { page: number as usize - 1, turn: 0 }).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{drawn, four_pages};
    use crate::{Code, stage::convert};
    use serde_json::json;

    fn reordered(order: &[u32]) -> Result<Vec<u8>, Code> {
        let made =
            convert("pdf-reorder", json!({ "order": order }), &[("a.pdf", "application/pdf", &four_pages())]);
        let mut made = made.map_err(|failure| failure.code)?;
        Ok(drawn(&made.remove(0).2).into_iter().map(|page| page.2).collect())
    }

    #[test]
    fn pages_change_places() {
        assert_eq!(reordered(&[4, 1, 3, 2]), Ok(vec![200, 50, 150, 100]));
    }

    #[test]
    fn every_page_is_named_once() {
        for order in [&[1, 2, 3][..], &[1, 2, 3, 3], &[1, 2, 3, 5], &[1, 2, 3, 4, 4]] {
            assert_eq!(reordered(order), Err(Code::OptionsDoNotFit), "{order:?}");
        }
    }
}
