//! Tools whose work programs of the operator do.
pub mod documents;
mod images;
mod links;
mod pdfs;
mod recordings;
mod webpages;

use crate::support::{
    checks::Check,
    stage::{Given, Made, Stage, work_folder},
};
use hosting_engine::{Code, Failure, Limits};
use serde_json::Value;
use uuid::Uuid;

const PDF: &str = "application/pdf";
const TEXT: &str = "text/plain";

pub fn all() -> impl Iterator<Item = &'static Check> {
    [documents::ALL, images::ALL, links::ALL, pdfs::ALL, recordings::ALL, webpages::ALL].into_iter().flatten()
}

/// A file: its name, its type, what it holds.
type Held = (String, String, Vec<u8>);

/// The one file that is made of a file.
fn one(stage: &Stage, tool: &str, options: Value, file: Given<'_>) -> Held {
    let known = hosting_engine::tool(tool).expect("a tool of the table");
    known.check(&options).unwrap_or_else(|problems| panic!("{tool} does not take {options}: {problems:?}"));
    let mut made = stage.all(tool, options, &[file]);
    assert_eq!(made.len(), 1, "{tool}");
    let Made { name, mime, content } = made.remove(0);
    (name, mime, content)
}

/// What is made of a file within `limits`, and the steps that were told.
fn told(
    stage: &Stage,
    limits: Limits,
    (tool, options): (&str, Value),
    file: Given<'_>,
) -> Result<(Vec<Made>, Vec<u8>), Failure> {
    let mut steps = Vec::new();
    let made = stage.convert_in(&work_folder(), limits, (tool, options), &[file], |step| steps.push(step))?;
    Ok((made, steps))
}

/// The code that a file fails with, by its own fault.
fn fails(stage: &Stage, tool: &str, options: Value, file: Given<'_>) -> Code {
    let failure = stage.convert(tool, options, &[file]).expect_err(tool);
    assert_eq!(failure.file, Some(Uuid::from_u128(1)), "{tool}: {failure:?}");
    failure.code
}

/// The words of a PDF, as another reader finds them.
pub fn words(pdf: &[u8]) -> String {
    let document = lopdf::Document::load_mem(pdf).expect("a PDF");
    let pages: Vec<u32> = document.get_pages().keys().copied().collect();
    document.extract_text(&pages).expect("its text")
}
