//! What the tests of tools share: a tool at work in a folder of its own, without the seal.
use crate::{Failure, Input, Limits, Work, tool, work};
use serde_json::Value;
use std::fs;
use uuid::Uuid;

/// A file: its name, its type, what it holds.
pub type Held = (String, String, Vec<u8>);

/// Converts `files` (name, type, content) as [`Limits::default`] allow.
pub fn convert(id: &str, options: Value, files: &[(&str, &str, &[u8])]) -> Result<Vec<Held>, Failure> {
    convert_within(Limits::default(), id, options, files)
}

/// Converts `files` as `limits` allow.
#[expect(clippy::needless_pass_by_value, reason = "options are written where they are used")]
pub fn convert_within(
    limits: Limits,
    id: &str,
    options: Value,
    files: &[(&str, &str, &[u8])],
) -> Result<Vec<Held>, Failure> {
    let tool = tool(id).expect("a tool of the table");
    tool.check(&options).unwrap_or_else(|problems| panic!("{id} does not take {options}: {problems:?}"));
    let folder = tempfile::tempdir().expect("a folder");
    for part in [work::IN, work::OUT, work::TMP] {
        fs::create_dir(folder.path().join(part)).expect("a folder");
    }
    let place = |(number, (name, mime, content)): (usize, &(&str, &str, &[u8]))| {
        let path = std::path::Path::new(work::IN).join(number.to_string());
        fs::write(folder.path().join(&path), content).expect("a file");
        let id = Uuid::from_u128(number as u128 + 1);
        Input { id, name: (*name).to_owned(), mime: (*mime).to_owned(), path }
    };
    let inputs = files.iter().enumerate().map(place).collect();
    let mut work = Work::new(folder.path().to_owned(), inputs, limits, |_| ());
    tool.run(&options, &mut work)?;
    let made = work.artifacts().into_iter();
    Ok(made
        .map(|one| (one.name, one.mime, fs::read(folder.path().join(one.path)).expect("what was made")))
        .collect())
}
