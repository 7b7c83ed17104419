//! The pages of a PDF, as Poppler sees them.
use crate::{Code, Failure, Input, Limits, Work};
use std::ops::RangeInclusive;

/// Points per inch: what a PDF measures in.
const POINTS: f64 = 72.0;

/// A page: its number from 1, and its size in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Page {
    pub number: u64,
    pub width: f64,
    pub height: f64,
}

impl Page {
    /// How many pixels it has at `dpi`.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a number too large stays the largest"
    )]
    pub(super) fn pixels(&self, dpi: u32) -> u64 {
        let side = |points: f64| (points * f64::from(dpi) / POINTS).ceil();
        (side(self.width) * side(self.height)) as u64
    }
}

/// Has `draw` make an image of each page from `first` to `last`, after all of them have passed `fits`.
pub(super) fn draw(
    work: &mut Work,
    (first, last): (u64, Option<u64>),
    fits: impl Fn(&Page, &Limits) -> Result<(), Failure>,
    draw: impl Fn(&mut Work, &Input, &str) -> Result<(), Failure>,
) -> Result<(), Failure> {
    for file in work.files().to_vec() {
        let about = |failure: Failure| failure.about(file.id);
        let pages = chosen(work, &file, first, last).map_err(about)?;
        pages.iter().try_for_each(|page| fits(page, work.limits())).map_err(about)?;
        for (done, page) in (1..).zip(&pages) {
            draw(work, &file, &page.number.to_string()).map_err(about)?;
            work.progress(done, pages.len() as u64);
        }
    }
    Ok(())
}

/// The number of the first page, where it is left out.
pub(super) const fn first() -> u64 {
    1
}

/// The pages of `file` from `first` to `last`, or to the end.
fn chosen(work: &Work, file: &Input, first: u64, last: Option<u64>) -> Result<Vec<Page>, Failure> {
    let text = info(work, file, 1..=1)?;
    let count = count(&text).ok_or_else(|| Failure::broken("it has no pages"))?;
    let last = last.unwrap_or(count);
    if first > last || last > count {
        let message = format!("the file has {count} pages, not pages {first} to {last}");
        return Err(Failure::new(Code::OptionsDoNotFit, message));
    }
    let most = work.limits().pages.min(work.limits().files);
    if last - first >= most {
        return Err(Failure::new(
            Code::TooManyPages,
            format!("more than {most} pages cannot be drawn at once"),
        ));
    }
    sizes(&info(work, file, first..=last)?).ok_or_else(|| Failure::broken("a page has no size"))
}

fn info(work: &Work, file: &Input, pages: RangeInclusive<u64>) -> Result<String, Failure> {
    let mut program = work.program("pdfinfo")?;
    program.args(["-f", &pages.start().to_string(), "-l", &pages.end().to_string()]).arg(work.path(file));
    let (ended, text) = program.run_for_text()?;
    ended.good(reading)?;
    Ok(text)
}

/// What Poppler's words mean.
pub(super) fn reading(errors: &str) -> Option<Code> {
    errors.contains("Incorrect password").then_some(Code::FileEncrypted)
}

/// What stands before this line is the file's own: its title could say anything.
fn facts(text: &str) -> Option<&str> {
    text.rsplit_once("\nPages:").map(|(_, facts)| facts)
}

fn count(text: &str) -> Option<u64> {
    facts(text)?.split_whitespace().next()?.parse().ok()
}

/// From lines as `Page    1 size: 595.3 x 841.9 pts (A4)`.
fn sizes(text: &str) -> Option<Vec<Page>> {
    let lines = facts(text)?.lines().filter(|line| line.starts_with("Page ") && line.contains(" size:"));
    lines.map(page).collect()
}

fn page(line: &str) -> Option<Page> {
    let mut words = line.split_whitespace();
    let number = words.nth(1)?.parse().ok()?;
    let width = words.nth(1)?.parse().ok()?;
    let height = words.nth(1)?.parse().ok()?;
    Some(Page { number, width, height })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_read_from_popplers_words() {
        let text = "Title: x\nPages: 9\nPage 1 size: 1 x 1\nPages:           2\nPage    1 size:  595.276 x 841.89 pts (A4)\n\
                    Page    1 rot:   0\nPage    2 size:  14400 x 14400 pts\n";
        assert_eq!(count(text), Some(2));
        let pages = sizes(text).expect("two pages");
        assert_eq!((pages[0].number, pages[0].pixels(72)), (1, 596 * 842));
        assert_eq!((pages[1].number, pages[1].pixels(300)), (2, 60_000 * 60_000));
        assert_eq!(sizes("\nPages: 1\nPage 1 size: nothing"), None);
    }
}
