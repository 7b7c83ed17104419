//! Pages of PDF documents as SVG images.
use super::{PDF, each_page::each_page, pages::Pages, plain::plain, show::Give};
use crate::{About, Category, Convert, Engine, Failure, Work, mime, tools::apart::STACK};
use garde::Validate;
use hayro::{
    hayro_interpret::{InterpreterCache, InterpreterSettings},
    hayro_syntax::Pdf,
};
use hayro_svg::{RenderCache, SvgRenderSettings, convert};
use schemars::JsonSchema;
use serde::Deserialize;
use std::{
    io::{self, Write},
    ops::ControlFlow,
    sync::mpsc,
    thread::{self, Scope},
};

/// Which pages.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct PdfToSvg {
    /// Which pages: numbers from 1 like `1-3,7,10-`; all unless said.
    #[serde(default)]
    pages: Pages,
}

impl Convert for PdfToSvg {
    const ABOUT: About = About {
        id: "pdf-to-svg",
        name: "PDF to SVG",
        description: "Draws the pages of a PDF document as SVG images, one for each page, which stay sharp at any size.",
        category: Category::Document,
        accepts: &[PDF],
        produces: &[mime::SVG],
        files: (1, 1),
        engine: Engine::Inside,
    };

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        each_page(
            work,
            &self.pages,
            ("svg", mime::SVG),
            |pdf, limits, give| thread::scope(|scope| drawn(scope, pdf, limits.output, give)),
            |drawing: &String, mut out| Ok(out.write_all(drawing.as_bytes())?),
        )
    }
}

/// So many pages are drawn at once at most: each thread has a deep stack, and knows the fonts for itself.
const MOST: usize = 4;

/// Draws as many pages at once as there are processors, and gives them in their order. None is longer than `most`.
fn drawn<'a>(
    scope: &'a Scope<'a, '_>,
    pdf: &'a Pdf,
    most: u64,
    give: &mut Give<'_, String>,
) -> ControlFlow<()> {
    let count = thread::available_parallelism().map_or(1, Into::into).min(MOST);
    let start = |first| {
        let (sender, drawings) = mpsc::sync_channel(0);
        let draw = move || {
            let (cache, whole, how) =
                (InterpreterCache::new(), RenderCache::new(), InterpreterSettings::default());
            let mut pages = pdf.pages().iter().skip(first).step_by(count);
            pages.try_for_each(|page| {
                let drawing = plain(page, &cache, most).map(|drawing| {
                    drawing.unwrap_or_else(|| convert(page, &whole, &how, &SvgRenderSettings::default()))
                });
                // Nobody takes it where another page could not be drawn.
                sender.send(drawing)
            })
        };
        thread::Builder::new().stack_size(STACK).spawn_scoped(scope, draw).map(|_| drawings)
    };
    match (0..count).map(start).collect::<io::Result<Vec<_>>>() {
        Err(cause) => give(Err(cause.into())),
        Ok(threads) => threads.iter().cycle().take(pdf.pages().len()).try_for_each(|drawings| {
            let broken = |_| Failure::broken("one of its pages is not as it should be");
            give(drawings.recv().map_err(broken).flatten())
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{four_pages, lines};
    use crate::{
        Code,
        stage::{Held, convert},
        tool,
    };
    use resvg::usvg::{Options, Tree};
    use serde_json::{Value, json};

    fn drawn(options: Value, content: &[u8]) -> Result<Vec<Held>, Code> {
        let made = convert("pdf-to-svg", options, &[("report.pdf", "application/pdf", content)]);
        made.map_err(|failure| failure.code)
    }

    #[test]
    fn pages_are_drawn() {
        let made = drawn(json!({ "pages": "4,1" }), &four_pages()).expect("images");
        let seen = made.iter().map(|(name, mime, content)| {
            let tree = Tree::from_data(content, &Options::default()).expect("an image");
            let size = (tree.size().width(), tree.size().height());
            (name.as_str(), mime.as_str(), size, tree.root().has_children())
        });
        let expected = [
            ("report-4.svg", "image/svg+xml", (60.0, 60.0), true),
            ("report-1.svg", "image/svg+xml", (200.0, 100.0), true),
        ];
        assert_eq!(seen.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn letters_are_shapes() {
        let made = drawn(json!({}), &lines(&["eeee eeee"])).expect("an image");
        let drawing = String::from_utf8_lossy(&made[0].2);
        assert_eq!(
            (drawing.matches("<use ").count(), drawing.matches("<path ").count()),
            (8, 1),
            "{drawing}"
        );
        assert!(!drawing.contains("<text") && !drawing.contains("font"));
    }

    #[test]
    fn pages_come_in_the_order_that_was_asked_for() {
        let made = drawn(json!({ "pages": "4-1" }), &four_pages()).expect("images");
        let names: Vec<_> = made.iter().map(|one| one.0.as_str()).collect();
        assert_eq!(names, ["report-4.svg", "report-3.svg", "report-2.svg", "report-1.svg"]);
        let wide =
            made.iter().map(|one| one.2.starts_with(b"<svg viewBox=\"0 0 200 100\"")).collect::<Vec<_>>();
        assert_eq!(wide, [false, false, true, true]);
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        assert_eq!(drawn(json!({ "pages": "5" }), &four_pages()), Err(Code::OptionsDoNotFit));
        let tool = tool("pdf-to-svg").expect("a tool");
        assert!(tool.check(&json!({ "lastPage": 1 })).is_err());
    }
}
