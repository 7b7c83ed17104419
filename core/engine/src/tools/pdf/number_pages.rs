//! Numbers on the pages of a PDF document.
use super::{
    PDF, drawn,
    each::each,
    in_place::whole,
    open::Pdf,
    pages::Pages,
    shown::MILLIMETRE,
    stamp::{Drawing, Layer},
};
use crate::{
    About, Category, Convert, Engine, Failure, Limits, Work,
    tools::image::{colour::Colour, position::Position},
};
use garde::Validate;
use lopdf::Document;
use schemars::JsonSchema;
use serde::Deserialize;

/// Where the number of a page goes in a text, and that of the last page.
const PAGE: &str = "{page}";
const LAST: &str = "{pages}";

/// What stands on which pages, and where.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[garde(allow_unvalidated)]
pub struct PdfNumberPages {
    /// What stands on each page: `{page}` is its number, and `{pages}` is the number of the last page that has one.
    #[garde(length(chars, min = 1, max = 100), custom(a_form))]
    #[schemars(length(min = 1, max = 100))]
    format: String,
    /// Where it stands.
    position: Position,
    /// How far from the sides it stands, in millimetres.
    #[garde(range(min = 0.0, max = 100.0))]
    margin: f32,
    /// The number of the first of these pages.
    #[garde(range(min = 0, max = 99_999))]
    first: u32,
    /// Which pages get a number: numbers from 1 like `1-3,7,10-`; all unless said.
    pages: Pages,
    /// How large the letters are, in points.
    #[garde(range(min = 4.0, max = 72.0))]
    size: f32,
    /// Their colour.
    colour: Colour,
}

impl Default for PdfNumberPages {
    fn default() -> Self {
        Self {
            format: PAGE.to_owned(),
            position: Position::Bottom,
            margin: 10.0,
            first: 1,
            pages: Pages::all(),
            size: 10.0,
            colour: Colour([0; 3]),
        }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "what garde calls")]
fn a_form(format: &str, (): &()) -> garde::Result {
    let rest = format.replace(PAGE, "").replace(LAST, "");
    if rest.contains(['{', '}']) {
        return Err(garde::Error::new("only {page} and {pages} may stand in braces"));
    }
    one_line(format, &())
}

/// Refuses a text that is more than a line.
pub fn one_line(text: &str, (): &()) -> garde::Result {
    match text.contains(|letter: char| letter.is_control() || matches!(letter, '\u{2028}' | '\u{2029}')) {
        true => Err(garde::Error::new("it is to be one line, without control characters")),
        false => Ok(()),
    }
}

impl Convert for PdfNumberPages {
    const ABOUT: About = About {
        id: "pdf-number-pages",
        name: "Number the pages of a PDF document",
        description: "Writes numbers on the pages of a PDF document, upright as each page is shown. All that is \
                      there stays: forms, bookmarks, links. A signature is no longer valid. Latin, Greek and \
                      Cyrillic letters are known, and others where the server has fonts for them.",
        category: Category::Document,
        accepts: &[PDF],
        produces: &[PDF],
        files: (1, 10),
        engine: Engine::Inside,
    };

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        let limits = *work.limits();
        each(work, |pdf| self.numbered(pdf, &limits))
    }
}

impl PdfNumberPages {
    fn numbered(&self, mut pdf: Pdf, limits: &Limits) -> Result<Document, Failure> {
        let mut places = self.pages.places(pdf.pages.len())?;
        places.sort_unstable();
        pdf.part_pages();
        let stamps = pdf.stamps(&drawn::texts(&self.texts(places.len()), self.size, self.colour)?, limits)?;
        for (place, stamp) in places.into_iter().zip(stamps) {
            let view = pdf.view(place);
            let at = self.position.place(view.size(), stamp.size, f64::from(self.margin) * MILLIMETRE);
            pdf.draw(place, &[Drawing::new(stamp.form, view.put(stamp.size, at, 0.0))], Layer::Above)?;
        }
        Ok(whole(pdf))
    }

    /// What stands on each of so many pages.
    fn texts(&self, count: usize) -> Vec<String> {
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        let last = (self.first + count).saturating_sub(1).to_string();
        let numbers = self.first..self.first + count;
        numbers.map(|number| self.format.replace(LAST, &last).replace(PAGE, &number.to_string())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{drawn, four_pages};
    use crate::{
        Code,
        stage::{convert, convert_within},
        tool,
    };
    use serde_json::{Value, json};

    fn numbered(options: Value) -> Result<Vec<u8>, Code> {
        let made = convert("pdf-number-pages", options, &[("a.pdf", "application/pdf", &four_pages())]);
        made.map(|mut made| made.remove(0).2).map_err(|failure| failure.code)
    }

    fn read(pdf: &[u8]) -> Vec<String> {
        let made = convert("pdf-to-text", json!({}), &[("a.pdf", "application/pdf", pdf)]).expect("a text");
        let text = String::from_utf8(made[0].2.clone()).expect("a text");
        text.trim_end()
            .split('\u{c}')
            .map(|page| page.split_whitespace().collect::<Vec<_>>().join(" "))
            .collect()
    }

    #[test]
    fn pages_get_numbers() {
        let made = numbered(json!({ "margin": 2, "position": "top" })).expect("a document");
        assert_eq!(read(&made), ["Page 1 1", "Page 2 2", "Page 3 3", "Page 4 4"]);
        let options =
            json!({ "format": "№ {page} / {pages}", "first": 7, "pages": "4,2-3", "margin": 0, "size": 6 });
        let made = numbered(options).expect("a document");
        assert_eq!(read(&made), ["Page 1", "Page 2 № 7 / 9", "Page 3 № 8 / 9", "Page 4 № 9 / 9"]);
        let made = lopdf::Document::load_mem(&made).expect("a document");
        assert!(made.catalog().expect("a catalog").has(b"Outlines"), "bookmarks stay");
    }

    #[test]
    fn a_number_stands_upright_where_it_is_told_to() {
        // The first pages are turned, and 200 × 100; a quarter from the upper left corner is 50, 25.
        let options = json!({ "format": "████████", "position": "top-left", "margin": 0, "size": 60, "colour": "#0a0000", "pages": "1" });
        let made = drawn(&numbered(options).expect("a document"));
        assert_eq!(made[0], (200, 100, 10));
        assert_eq!(made[1].2, 100);
        let options = json!({ "format": "████", "position": "bottom-left", "margin": 0, "size": 10, "colour": "#0a0000" });
        assert_eq!(drawn(&numbered(options).expect("a document"))[0].2, 50);
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        assert_eq!(numbered(json!({ "pages": "5" })), Err(Code::OptionsDoNotFit));
        let tool = tool("pdf-number-pages").expect("a tool");
        for refused in [
            json!({ "format": "" }),
            json!({ "format": "{seite}" }),
            json!({ "format": "a\nb" }),
            json!({ "format": "a".repeat(101) }),
            json!({ "position": "middle" }),
            json!({ "first": 100_000 }),
            json!({ "margin": -1 }),
            json!({ "size": 3 }),
            json!({ "colour": "black" }),
        ] {
            assert!(tool.check(&refused).is_err(), "{refused}");
        }
    }

    #[test]
    fn a_document_with_too_many_pages_is_refused() {
        let limits = crate::Limits { pages: 3, ..crate::Limits::default() };
        let files: &[(&str, &str, &[u8])] = &[("a.pdf", "application/pdf", &four_pages())];
        let refused = convert_within(limits, "pdf-number-pages", json!({}), files);
        assert_eq!(refused.expect_err("too many").code, Code::TooManyPages);
    }
}
