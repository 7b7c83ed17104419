//! Files that are almost right: whatever a tool is given, it ends with what it makes or with a failure.
//!
//! The environment variable `HOSTING_MUTATIONS` says how many there are of each kind of file for each tool, a number up to
//! 4,294,967,295: the same number means the same mutants, and a larger one has those of a smaller one. They are tried in one
//! sealed process for as long as that lives; where one of them ends it, each is tried in a process of its own.
mod batch;
mod chance;
mod samples;

use crate::support::{
    checks::Check,
    stage::{Stage, add_parts, work_folder},
};
pub use batch::Mutants;
use batch::Tally;
use hosting_engine::{Code, Failure, Limits};
use samples::Sample;
use serde_json::{Value, json};
use std::{collections::BTreeMap, env, process::Command};

pub const ALL: &[Check] = &[
    Check::new("mutants of images", |stage| survive(stage, &samples::images())),
    Check::new("mutants of drawings", |stage| survive(stage, &samples::drawings())),
    Check::new("mutants of PDFs", |stage| survive(stage, &samples::pdfs())),
    Check::new("mutants of texts", |stage| survive(stage, &samples::texts())),
    Check::new("mutants of data", |stage| survive(stage, &samples::data())),
    Check::new("mutants of tables", |stage| survive(stage, &samples::tables())),
    Check::new("mutants of workbooks", |stage| survive(stage, &samples::workbooks())),
    Check::new("mutants of archives", |stage| survive(stage, &samples::archives())),
    Check::new("mutants of sounds", |stage| survive(stage, &samples::sounds())),
    Check::new("a number of mutants that is none is refused", |_| refused()),
];

/// So many mutants of each sample are tried by each tool, unless `HOSTING_MUTATIONS` says it.
const MUTANTS: u64 = 40;
/// So many sixteenths of each sample are tried too.
const CUTS: u64 = 16;
/// So many mutants share a process.
const BATCH: u64 = 50;

/// Says it.
const SETTING: &str = "HOSTING_MUTATIONS";

/// How many mutants are tried; or what is wrong with what was said.
pub fn count() -> Result<u64, String> {
    let Some(said) = env::var_os(SETTING) else { return Ok(MUTANTS) };
    let said = said.to_string_lossy();
    said.parse::<u32>().map(u64::from).map_err(|cause| {
        format!("{SETTING} is to be a number of mutants, like 40, and not {said:?}: {cause}")
    })
}

/// Nothing is tried then: this program says so and ends.
fn refused() {
    for said in ["many", "", "-1", "4e3", "4294967296"] {
        let mut again = Command::new(env::current_exe().expect("this program"));
        let ended = again.arg("no check is called so").env(SETTING, said).output().expect("it runs");
        let words = String::from_utf8_lossy(&ended.stderr);
        assert_eq!(ended.status.code(), Some(2), "{said:?}: {words}");
        assert!(words.contains(SETTING) && words.contains(&format!("{said:?}")), "{said:?}: {words}");
        assert!(ended.stdout.is_empty(), "{said:?}: something was tried");
    }
}

fn survive(stage: &Stage, samples: &[Sample]) {
    let count = count().expect("it was looked at before");
    let mut tallies: BTreeMap<&str, Tally> = BTreeMap::new();
    for sample in samples {
        let tally = tallies.entry(sample.tool).or_default();
        let whole = alone(stage, sample, 0);
        assert_eq!(whole.made, 1, "{} takes {} itself: {whole:?}", sample.tool, sample.mime);
        for from in (1..count + CUTS).step_by(usize::try_from(BATCH).expect("a few")) {
            tally.add(&batch(stage, sample, from, (from + BATCH).min(count + CUTS)));
        }
    }
    for (tool, tally) in &tallies {
        println!("mutants: {tool}: {}", serde_json::to_string(tally).expect("JSON"));
    }
    let broken: Vec<_> = tallies.iter().filter(|(_, tally)| !tally.broken.is_empty()).collect();
    assert!(broken.is_empty(), "{broken:#?}");
}

/// The mutants with these numbers, in one process if it survives them.
fn batch(stage: &Stage, sample: &Sample, from: u64, to: u64) -> Tally {
    together(stage, sample, from, to).unwrap_or_else(|_| {
        let mut tally = Tally::default();
        (from..to).for_each(|number| tally.add(&alone(stage, sample, number)));
        tally
    })
}

fn alone(stage: &Stage, sample: &Sample, number: u64) -> Tally {
    together(stage, sample, number, number + 1).unwrap_or_else(|failure| {
        let mut tally = Tally::default();
        tally.count(&sample.mime, number, &Err(failure));
        tally
    })
}

fn together(stage: &Stage, sample: &Sample, from: u64, to: u64) -> Result<Tally, Failure> {
    let options: Value = serde_json::from_str(sample.options).expect("JSON");
    let options =
        json!({"tool": sample.tool, "options": options, "files": sample.files, "from": from, "to": to});
    let files = [("a.x", sample.mime.as_str(), sample.content.as_slice())];
    let folder = work_folder();
    (from..to).for_each(|number| add_parts(&batch::folder(folder.path(), number)));
    let made = stage.convert_in(&folder, Limits::default(), (batch::ID, options), &files, |_| ())?;
    serde_json::from_slice(&made[0].content)
        .map_err(|cause| Failure::new(Code::ConversionFailed, cause.to_string()))
}
