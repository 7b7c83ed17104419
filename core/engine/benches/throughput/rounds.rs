//! Ours and theirs in turns: whatever else the machine does meanwhile happens to both.
use crate::samples::{Held, Samples};
use serde_json::Value;
use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
    rc::Rc,
    time::{Duration, Instant},
};

/// So many rounds count, after one that does not; where that takes longer than `LONG`, at least the least.
const ROUNDS: usize = 7;
const LEAST: usize = 3;
const LONG: Duration = Duration::from_secs(8);

/// Where the engine looks for programs too: what lies elsewhere may be a script that looks for the program first.
const PATH: &str = "/usr/bin:/bin";

/// What is compared: what our tool is asked, and what theirs.
pub struct Race {
    /// The tool.
    pub tool: &'static str,
    /// What it is told.
    pub options: Value,
    /// The files that both get, with the names that `theirs` calls them by.
    pub files: Vec<Rc<Held>>,
    /// The program that `theirs` needs; after a space a module of Python's.
    pub needs: &'static str,
    /// A script that writes into the folder `out`.
    pub theirs: &'static str,
}

/// One of both, done once: how long it took, and how many bytes it made.
type Once = (Duration, usize);

impl Race {
    /// Times, ratios and sizes as columns of a table; or why there are none.
    pub fn run(&self, samples: &Samples) -> Result<String, String> {
        let folder = tempfile::tempdir().expect("a folder");
        if !here(self.needs, folder.path()) {
            return Err(format!("{} is not here", self.needs));
        }
        for file in &self.files {
            fs::write(folder.path().join(&file.name), &file.content).expect("a file");
        }
        let began = Instant::now();
        let mut rounds: Vec<(Once, Once)> = Vec::new();
        // The first round brings programs and files into memory.
        while rounds.len() <= LEAST || (rounds.len() <= ROUNDS && began.elapsed() < LONG) {
            let (ours, theirs) = (self.ours(samples), self.their(folder.path()));
            rounds.push((ours, theirs.ok_or_else(|| format!("{} made nothing", self.needs))?));
        }
        let (ours, theirs): (Vec<_>, Vec<_>) = rounds.into_iter().skip(1).unzip();
        let ratios = ours.iter().zip(&theirs).map(|(ours, theirs)| ours.0.div_duration_f64(theirs.0));
        let sizes = (ours[0].1, theirs[0].1);
        Ok(format!(
            "{:.1} ms | {:.1} ms | {:.2} | {:.1} kB | {:.1} kB | {:.2} | {}",
            middle(ours.iter().map(milliseconds).collect()),
            middle(theirs.iter().map(milliseconds).collect()),
            middle(ratios.collect()),
            kilobytes(sizes.0),
            kilobytes(sizes.1),
            kilobytes(sizes.0) / kilobytes(sizes.1),
            ours.len(),
        ))
    }

    /// From the order until all is made: a sealed process begins for it.
    fn ours(&self, samples: &Samples) -> Once {
        let made = samples.convert(self.tool, &self.options, &self.files);
        let (made, took) = made.expect("what is raced needs no programs");
        (took, made.iter().map(|one| one.content.len()).sum())
    }

    /// From the start of a shell until it ends; none where it does not end well, or makes nothing.
    fn their(&self, folder: &Path) -> Option<Once> {
        let out = folder.join("out");
        fs::remove_dir_all(&out).unwrap_or_default();
        fs::create_dir(&out).expect("a folder");
        let began = Instant::now();
        let ended = shell(folder, self.theirs);
        let took = began.elapsed();
        let made = fs::read_dir(&out).expect("the folder").map(|one| one.and_then(|one| one.metadata()));
        let bytes: u64 = made.map(|one| one.expect("a file").len()).sum();
        (ended && bytes > 0).then_some((took, usize::try_from(bytes).ok()?))
    }
}

/// Whether a program is installed, and the module of it that is asked for.
fn here(needs: &str, folder: &Path) -> bool {
    match needs.split_once(' ') {
        Some((python, module)) => shell(folder, &format!("{python} -c 'import {module}'")),
        None => shell(folder, &format!("command -v {needs}")),
    }
}

fn shell(folder: &Path, script: &str) -> bool {
    let mut command = Command::new("/bin/sh");
    command.args(["-c", script]).current_dir(folder).env("PATH", PATH).env("HOME", folder);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// The median.
fn middle(mut all: Vec<f64>) -> f64 {
    all.sort_by(f64::total_cmp);
    let half = all.len() / 2;
    if all.len() % 2 == 1 { all[half] } else { f64::midpoint(all[half - 1], all[half]) }
}

fn milliseconds(once: &Once) -> f64 {
    once.0.as_secs_f64() * 1000.0
}

#[expect(clippy::cast_precision_loss, reason = "a ratio is no more exact")]
fn kilobytes(bytes: usize) -> f64 {
    bytes as f64 / 1000.0
}
