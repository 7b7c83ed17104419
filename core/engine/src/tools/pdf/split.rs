//! A PDF document in parts.
use super::{
    PDF,
    assemble::{Assembly, save},
    open::{Pdf, open},
    pages::Pages,
};
use crate::{About, Category, Convert, Engine, Failure, Limits, Work, work::renamed};
use garde::Validate;
use rayon::prelude::*;
use schemars::JsonSchema;
use serde::Deserialize;
use std::io::Write;

/// Where it is split: after every so many pages, or as said; each page for itself if nothing is said.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
#[garde(custom(one_way))]
#[schemars(extend("not" = {
    "required": ["every", "ranges"],
    "properties": { "every": { "type": "integer" }, "ranges": { "type": "array" } },
}))]
pub struct PdfSplit {
    /// How many pages each part has; the last one may have fewer.
    #[garde(range(min = 1, max = 2000))]
    every: Option<u32>,
    /// The pages of each part.
    #[garde(length(min = 1, max = 100))]
    ranges: Option<Vec<Pages>>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "what garde calls")]
fn one_way(options: &PdfSplit, (): &()) -> garde::Result {
    match (&options.every, &options.ranges) {
        (Some(_), Some(_)) => Err(garde::Error::new("every and ranges do not go together")),
        _ => Ok(()),
    }
}

impl Convert for PdfSplit {
    const ABOUT: About = About {
        id: "pdf-split",
        name: "Split a PDF document",
        description: "Makes several PDF documents of one, each with some of its pages and what those need. \
                      Scripts and actions that run or open something, bookmarks and what form fields do are \
                      left out.",
        category: Category::Document,
        accepts: &[PDF],
        produces: &[PDF],
        files: (1, 1),
        engine: Engine::Inside,
    };

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        for file in work.files().to_vec() {
            let bytes = work.read(&file)?;
            let parts = open(&bytes, work.limits()).and_then(|pdf| Ok((self.parts(&pdf)?, pdf)));
            let (parts, pdf) = parts.map_err(|failure| failure.about(file.id))?;
            let mut number = 0;
            for group in parts.chunks(at_once(bytes.len(), work.limits())) {
                let made: Vec<_> = group.par_iter().map(|places| part(&pdf, places)).collect();
                for made in made {
                    number += 1;
                    let name = renamed(&format!("{}.pdf", stem(&file.name, number)), "pdf");
                    work.artifact(&name, PDF)?.write_all(&made?)?;
                    work.progress(number, parts.len() as u64);
                }
            }
        }
        Ok(())
    }
}

/// How many parts are made at once: as many as there are threads, unless they could take more than half of the memory,
/// each with all of the document, as it is taken over and as it is written.
fn at_once(length: usize, limits: &Limits) -> usize {
    let each = 2 * length.max(1) as u64;
    let fit = usize::try_from(limits.memory / 2 / each).unwrap_or(usize::MAX);
    fit.clamp(1, rayon::current_num_threads())
}

/// The part with the pages at these places.
fn part(pdf: &Pdf, places: &[usize]) -> Result<Vec<u8>, Failure> {
    let mut made = Assembly::new();
    made.take(pdf, places);
    made.describe(pdf);
    let mut out = Vec::new();
    save(&mut made.finish(), &mut out)?;
    Ok(out)
}

/// `report.pdf` as `report-2`.
pub(super) fn stem(name: &str, number: u64) -> String {
    let plain = renamed(name, "pdf");
    format!("{}-{number}", plain.strip_suffix(".pdf").unwrap_or(&plain))
}

impl PdfSplit {
    /// The places of the pages of each part.
    fn parts(&self, pdf: &Pdf) -> Result<Vec<Vec<usize>>, Failure> {
        let count = pdf.pages.len();
        if let Some(ranges) = &self.ranges {
            return ranges.iter().map(|range| range.places(count)).collect();
        }
        let every = self.every.unwrap_or(1) as usize;
        Ok((0..count).step_by(every).map(|first| (first..count.min(first + every)).collect()).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::samples::{drawn, four_pages},
        at_once,
    };
    use crate::{Code, Limits, stage::convert, tool};
    use lopdf::Document;
    use serde_json::{Value, json};

    fn parts(options: Value) -> Result<Vec<(String, Vec<u8>)>, Code> {
        let made = convert("pdf-split", options, &[("r.pdf", "application/pdf", &four_pages())]);
        let made = made.map_err(|failure| failure.code)?;
        Ok(made.into_iter().map(|(name, _, content)| (name, content)).collect())
    }

    fn reds(options: Value) -> Vec<Vec<u8>> {
        let parts = parts(options).expect("parts");
        parts.iter().map(|(_, part)| drawn(part).into_iter().map(|page| page.2).collect()).collect()
    }

    #[test]
    fn a_document_is_split() {
        assert_eq!(reds(json!({})), [[50], [100], [150], [200]]);
        assert_eq!(reds(json!({ "every": 3 })), [vec![50, 100, 150], vec![200]]);
        assert_eq!(reds(json!({ "ranges": ["2-", "1,4"] })), [vec![100, 150, 200], vec![50, 200]]);
        let names: Vec<_> =
            parts(json!({ "every": 2 })).expect("parts").into_iter().map(|part| part.0).collect();
        assert_eq!(names, ["r-1.pdf", "r-2.pdf"]);
    }

    #[test]
    fn parts_are_made_at_once_as_far_as_they_fit() {
        let limits = |memory| Limits { memory, ..Limits::default() };
        let threads = rayon::current_num_threads();
        assert_eq!(at_once(0, &limits(1 << 30)), threads);
        assert_eq!(at_once(1 << 20, &limits(1 << 30)), threads.min(256));
        assert_eq!(at_once(1 << 28, &limits(1 << 30)), 1);
        assert_eq!(at_once(1 << 40, &limits(1 << 30)), 1);
    }

    #[test]
    fn a_part_carries_what_it_needs() {
        let parts = parts(json!({})).expect("parts");
        assert!(parts[0].1.len() > 30_000 && parts[1].1.len() < 3_000, "the image is of the first page only");
        let last = Document::load_mem(&parts[3].1).expect("a document");
        // The catalog, the tree, the page, its content, its font.
        assert_eq!(
            last.objects
                .values()
                .filter(|object| object.type_name().is_ok_and(|kind| kind == b"Page"))
                .count(),
            1
        );
        assert!(last.objects.len() <= 7, "{:?}", last.objects);
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        assert_eq!(parts(json!({ "ranges": ["1-5"] })), Err(Code::OptionsDoNotFit));
        let tool = tool("pdf-split").expect("a tool");
        for refused in
            [json!({ "every": 2, "ranges": ["1"] }), json!({ "every": 0 }), json!({ "ranges": ["x"] })]
        {
            assert!(tool.check(&refused).is_err(), "{refused}");
        }
    }
}
