//! Measures what each tool costs with a typical file, behind the seal, and writes it to `src/costs.json`, which the
//! listing of tools tells customers.
//!
//! Words after the name of this program choose the tools that have one of them in their ids; the lines of the others stay
//! as they are. A tool whose program is not installed, or of which `typical` knows no file, has the line null.
#[expect(dead_code, reason = "the other benchmark hands it over in a way of its own")]
#[path = "../throughput/photo.rs"]
mod photo;
mod samples;
mod typical;

use hosting_engine::{TOOLS, costs, costs::Cost, worker};
use samples::Samples;
use std::{env, fs, process::ExitCode, time::Duration};
use typical::Typical;

/// Where the figures are kept.
const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/costs.json");
/// The shortest of so many runs counts, after one that does not: what else the machine does only adds to it.
const RUNS: usize = 5;

fn main() -> ExitCode {
    let arguments: Vec<_> = env::args().skip(1).collect();
    match arguments.first().map(String::as_str) {
        Some(worker::COMMAND) => worker::main(env::args_os().skip(1)),
        // What was built for tests would tell other times.
        _ if !arguments.iter().any(|argument| argument == "--bench") => ExitCode::SUCCESS,
        _ => measure(&arguments),
    }
}

fn measure(arguments: &[String]) -> ExitCode {
    let words: Vec<_> = arguments.iter().filter(|word| !word.starts_with("--")).collect();
    let samples = Samples::new();
    let known = typical::all();
    let lines = TOOLS.iter().map(|tool| {
        let id = tool.about.id;
        let asked = words.is_empty() || words.iter().any(|word| id.contains(word.as_str()));
        let cost = match asked {
            true => known.iter().find(|one| one.tool == id).and_then(|one| cost(&samples, one)),
            false => costs::of(id).cloned(),
        };
        if asked {
            println!(
                "{id}: {}",
                cost.as_ref().map_or("-".to_owned(), |cost| format!("{} ms", cost.milliseconds))
            );
        }
        format!("  \"{id}\": {}", serde_json::to_string(&cost).expect("a cost"))
    });
    let lines: Vec<_> = lines.collect();
    fs::write(FILE, format!("{{\n{}\n}}\n", lines.join(",\n"))).expect("the file is there to be written");
    ExitCode::SUCCESS
}

/// What a tool costs; none where its program, or one that makes its file, is not installed.
fn cost(samples: &Samples, typical: &Typical) -> Option<Cost> {
    let files: Vec<_> = typical.files.iter().map(|file| samples.get(*file)).collect::<Option<_>>()?;
    let once = || samples.convert(typical.tool, &typical.options, &files).map(|(_, took)| took);
    once()?;
    let took = (0..RUNS).map(|_| once()).collect::<Option<Vec<Duration>>>()?.into_iter().min()?;
    Some(Cost {
        input: typical.input.to_owned(),
        size_bytes: files.iter().map(|file| file.content.len() as u64).sum(),
        options: typical.options.as_object().cloned().unwrap_or_default(),
        milliseconds: u64::try_from(took.as_millis()).unwrap_or(u64::MAX).max(1),
    })
}
