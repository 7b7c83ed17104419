//! Tools of our own behind the seal, against the best known programs on the same files, in one run: how long each takes,
//! and how large what it makes is; of pictures where both are as like the first (SSIM: 1 is the same).
//!
//! Words after the name of this program choose those conversions that have them all in their names. What is not
//! installed is named and left out.
//! Ours begins a sealed process for each file, and theirs runs as it is, without a seal: both beginnings are counted.
mod likeness;
mod others;
mod photo;
mod pictures;
mod rounds;
#[expect(dead_code, reason = "the other benchmark needs more of them")]
#[path = "../costs/samples.rs"]
mod samples;

use hosting_engine::{Input, Limits, Order, Workshop, worker};
use samples::Samples;
use serde_json::Value;
use std::{
    env, fs,
    path::Path,
    process::{Command, ExitCode, Stdio},
    time::{Duration, Instant},
};
use tokio::runtime::Runtime;

/// The best of so many runs counts of pictures.
const RUNS: usize = 3;

fn main() -> ExitCode {
    match env::args().nth(1).as_deref() {
        Some(worker::COMMAND) => worker::main(env::args_os().skip(1)),
        Some("--list") => ExitCode::SUCCESS,
        _ => races(),
    }
}

fn races() -> ExitCode {
    let runtime = Runtime::new().expect("a runtime");
    let exe = env::current_exe().expect("this program");
    let workshop = runtime.block_on(Workshop::open(exe)).expect("the seal holds here");
    let words: Vec<_> = env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let asked = |name: &str| words.iter().all(|word| name.contains(word));
    pictures::races(&runtime, &workshop, asked);
    others::races(&Samples::new(), asked);
    ExitCode::SUCCESS
}

/// Both times and their ratio.
fn times(ours: Option<Duration>, theirs: Option<Duration>) -> String {
    match (ours, theirs) {
        (Some(ours), Some(theirs)) => {
            let ratio = ours.as_secs_f64() / theirs.as_secs_f64();
            format!("{} ms | {} ms | {ratio:.2}", ours.as_millis(), theirs.as_millis())
        }
        (Some(ours), None) => format!("{} ms | not installed |", ours.as_millis()),
        (None, _) => "failed | |".to_owned(),
    }
}

/// The shortest of some runs, if all end well.
fn best(mut once: impl FnMut() -> bool) -> Option<Duration> {
    let times = (0..RUNS).map(|_| {
        let began = Instant::now();
        once().then(|| began.elapsed())
    });
    times.collect::<Option<Vec<_>>>()?.into_iter().min()
}

fn shell(folder: &Path, script: &str) -> bool {
    let mut command = Command::new("sh");
    command.args(["-c", script]).current_dir(folder).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// What our tool is asked; the paths are those of the files to be handed over.
struct Asked<'a> {
    name: &'a str,
    tool: &'a str,
    options: &'a Value,
    files: &'a [Input],
}

impl Asked<'_> {
    /// Does it once, and answers with the first file that was made.
    fn once(&self, runtime: &Runtime, workshop: &Workshop) -> Option<Vec<u8>> {
        let folder = tempfile::tempdir().expect("a folder");
        for part in ["in", "out", "tmp"] {
            fs::create_dir(folder.path().join(part)).expect("a folder");
        }
        let put = |(number, file): (usize, &Input)| {
            let path = Path::new("in").join(number.to_string());
            fs::copy(&file.path, folder.path().join(&path)).expect("a file");
            Input { path, ..file.clone() }
        };
        let files = self.files.iter().enumerate().map(put).collect();
        let (tool, options) = (self.tool.to_owned(), self.options.clone());
        let order = Order { tool, options, files, limits: Limits::default() };
        let ended = runtime.block_on(workshop.convert(&order, folder.path(), |_| ()));
        let made = ended.inspect_err(|failed| eprintln!("{}: {failed}", self.name)).ok()?;
        fs::read(folder.path().join(&made.first()?.path)).ok()
    }
}
