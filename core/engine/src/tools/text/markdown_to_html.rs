//! Markdown as a page of the web.
use super::markdown;
use crate::{About, Category, Code, Convert, Engine, Failure, Input, Work, bounded::Bounded, mime, work};
use comrak::Arena;
use garde::Validate;
use schemars::JsonSchema;
use serde::Deserialize;
use std::{fmt, io::Write};

/// How a page of the web looks that was Markdown.
const STYLE: &str = include_str!("page.css");

/// How Markdown becomes a page of the web.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct MarkdownToHtml {
    /// The page's title: the first heading if not said.
    #[serde(default)]
    #[garde(inner(length(chars, min = 1, max = 200)))]
    #[schemars(length(min = 1, max = 200))]
    title: Option<String>,
}

impl Convert for MarkdownToHtml {
    const ABOUT: About = About {
        id: "markdown-to-html",
        name: "Markdown to HTML",
        description: "Makes web pages of Markdown (CommonMark, with GitHub's extensions). \
                      HTML within the text is shown as text.",
        category: Category::Document,
        accepts: &[mime::MARKDOWN, mime::TEXT],
        produces: &[mime::HTML],
        files: (1, 10),
        engine: Engine::Inside,
    };

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        let files = work.files().to_vec();
        let mut left = work.limits().output;
        for (number, file) in (1u64..).zip(&files) {
            self.convert(work, file, &mut left).map_err(|failure| failure.about(file.id))?;
            work.progress(number, files.len() as u64);
        }
        Ok(())
    }
}

impl MarkdownToHtml {
    fn convert(&self, work: &mut Work, file: &Input, left: &mut u64) -> Result<(), Failure> {
        let text = markdown::text(work, file)?;
        let arena = Arena::new();
        let root = markdown::parse(&arena, &text, work.limits().nesting)?;
        let title = self.title.clone().unwrap_or_else(|| markdown::title(root, file));
        let mut page = String::new();
        write_page(&mut page, &title, |page| comrak::format_html(root, &markdown::options(), page))
            .map_err(|_| Failure::new(Code::ConversionFailed, "the page cannot be written"))?;
        let mut out = Bounded::new(work.artifact(&work::renamed(&file.name, "html"), mime::HTML)?, left);
        out.write_all(page.as_bytes())?;
        Ok(out.flush()?)
    }
}

/// A whole page. Nothing in it may run, whoever opens it from wherever.
pub(super) fn write_page(
    page: &mut String,
    title: &str,
    body: impl FnOnce(&mut String) -> fmt::Result,
) -> fmt::Result {
    page.push_str("<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n");
    page.push_str("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    page.push_str("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; ");
    page.push_str("img-src http: https: data:; style-src 'unsafe-inline'\">\n<title>");
    comrak::html::escape(page, title)?;
    page.push_str("</title>\n<style>\n");
    page.push_str(STYLE);
    page.push_str("</style>\n</head>\n<body>\n<main>\n");
    body(page)?;
    page.push_str("</main>\n</body>\n</html>\n");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, stage};
    use serde_json::json;

    fn page(options: serde_json::Value, text: &str) -> String {
        let made = stage::convert("markdown-to-html", options, &[("a.md", mime::MARKDOWN, text.as_bytes())]);
        let made = made.expect("a page");
        assert_eq!((made[0].0.as_str(), made[0].1.as_str()), ("a.html", mime::HTML));
        String::from_utf8(made[0].2.clone()).expect("UTF-8")
    }

    #[test]
    fn markdown_is_a_whole_page() {
        let page = page(
            json!({}),
            "# A & *b*\n\n| x | y |\n|---|--:|\n| 1 | ~~2~~ |\n\n- [x] done\n\nnote[^1]\n\n[^1]: end\n",
        );
        for part in [
            "<!DOCTYPE html>",
            "<title>A &amp; b</title>",
            ">A &amp; <em>b</em><a ",
            "<td align=\"right\"><del>2</del></td>",
            "<input type=\"checkbox\" checked=\"\" disabled=\"\" />",
            "class=\"footnote-ref\"",
            "</html>",
        ] {
            assert!(page.contains(part), "{part} in {page}");
        }
    }

    #[test]
    fn nothing_in_the_text_becomes_a_script() {
        let text = "<script>alert(1)</script>\n\na <img src=x onerror=alert(2)> b [c](javascript:alert(3)) \
                    [d](data:text/html,x) <javascript:alert(4)> [e](https://x.test/\"onclick=\"alert(5))\n";
        let page = page(json!({"title": "</title><script>"}), text);
        assert!(page.contains("<title>&lt;/title&gt;&lt;script&gt;</title>"), "{page}");
        let body = page.split_once("<main>").expect("a body").1;
        for part in ["<script", "<img", "href=\"javascript", "href=\"data", "onclick=\""] {
            assert!(!body.contains(part), "{part} in {body}");
        }
    }

    #[test]
    fn a_text_within_a_text_within_a_text_ends_somewhere() {
        let deep = "> ".repeat(100) + "x";
        for (nesting, text) in [(64, deep.as_str()), (3, "- - - x")] {
            let limits = Limits { nesting, ..Limits::default() };
            let files: [(&str, &str, &[u8]); 1] = [("a", mime::MARKDOWN, text.as_bytes())];
            let failure =
                stage::convert_within(limits, "markdown-to-html", json!({}), &files).expect_err("too deep");
            assert_eq!((failure.code, failure.file.is_some()), (Code::NestingTooDeep, true));
        }
    }
}
