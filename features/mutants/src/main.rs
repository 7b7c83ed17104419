//! Breaks the core in many places, one at a time, and looks whether a scenario fails:
//! `cargo run --manifest-path features/mutants/Cargo.toml -- --minutes 30`.
//!
//! All mutants are compiled at once, each beside what it would replace; a run of the features is told whose turn
//! it is. A mutant that no scenario notices is a promise that nothing proves, or no change at all: those that were
//! looked at and found to be none stand in `judged.md`, with the reason.
mod plant;
mod tree;
mod trial;

use clap::Parser;
use plant::Mutant;
use std::{
    collections::BTreeSet,
    error::Error,
    fs, io,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
    sync::Mutex,
    time::{Duration, Instant},
};
use trial::{Outcome, Trial};

/// Breaks the core in many places, one at a time, and looks whether a scenario fails.
#[derive(Debug, Parser)]
struct Arguments {
    /// Only files of the core's areas and of its kernel whose path contains this; may be repeated.
    #[arg(long, value_name = "TEXT")]
    only: Vec<String>,
    /// Only files that were changed since this commit.
    #[arg(long, value_name = "COMMIT")]
    since: Option<String>,
    /// Ends after so many minutes, however many are left; they are taken in an order that `--seed` decides.
    #[arg(long, default_value_t = 600)]
    minutes: u64,
    /// Decides the order.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Leaves out the first so many of that order: what an earlier run has tried.
    #[arg(long, default_value_t = 0)]
    skip: usize,
    /// Only those that no scenario noticed by what an earlier run printed into this file.
    #[arg(long, value_name = "FILE")]
    again: Option<PathBuf>,
    /// Runs at the same time.
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// Lists the mutants, and tries none.
    #[arg(long)]
    list: bool,
    /// How many of a hundred have to be noticed.
    #[arg(long, default_value_t = 90)]
    at_least: usize,
}

/// What scenarios on SQLite in one process do not come by, and other tests are about: the database's own code, Redis,
/// and how the replicas of one PostgreSQL tell each other.
const ELSEWHERE: [&str; 4] = [
    "kernel/src/database/",
    "kernel/src/kernel/limit/connection.rs",
    "kernel/src/kernel/limit/redis.rs",
    "kernel/src/kernel/changes/feed/postgres.rs",
];

fn main() -> ExitCode {
    match try_all(&Arguments::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(cause) => {
            eprintln!("{cause}");
            ExitCode::from(2)
        }
    }
}

/// Whether enough were noticed.
fn try_all(arguments: &Arguments) -> Result<bool, Box<dyn Error>> {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize()?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| workspace.join("target"), PathBuf::from);
    let changed = arguments.since.as_deref().map(|commit| changed_since(&workspace, commit)).transpose()?;
    let takes = |name: &str| {
        Path::new(name).extension().is_some_and(|ending| ending == "rs")
            && !name.contains("tests")
            && !name.contains("/suite/")
            && !name.ends_with("src/lib.rs")
            && !ELSEWHERE.iter().any(|elsewhere| name.starts_with(elsewhere))
            && (arguments.only.is_empty() || arguments.only.iter().any(|part| name.contains(part)))
            && changed.as_ref().is_none_or(|changed| changed.contains(name))
    };
    let tree = target.join("mutants/tree");
    let mut mutants = tree::make(&workspace, &tree, takes)?;
    println!("{} mutants", mutants.len());
    if let Some(file) = &arguments.again {
        let before = fs::read_to_string(file)?;
        mutants.retain(|mutant| not_noticed(&before, mutant));
        println!("{} of them were not noticed", mutants.len());
    }
    if arguments.list || mutants.is_empty() {
        for mutant in &mutants {
            println!("{}", told(mutant));
        }
        return Ok(true);
    }
    // Offline, with what was fetched before: the lock file is written again for the other version, and nothing else
    // in it.
    let fetched = Command::new("cargo").current_dir(&workspace).args(["fetch", "--locked"]).status()?;
    if !fetched.success() {
        return Err("what the workspace depends on cannot be fetched".into());
    }
    let asked = ["build", "--offline", "-p", "hosting-features", "-p", "hosting-rest"];
    let built =
        Command::new("cargo").current_dir(&tree).env("CARGO_TARGET_DIR", &target).args(asked).status()?;
    if !built.success() {
        return Err("the core with its mutants cannot be built".into());
    }
    let features = features(&tree.join("features"))?;
    let programs = aside(&target)?;
    let trial =
        Trial::new(programs.join("hosting-features"), target.join("mutants"), features, arguments.jobs);
    let judged = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("judged.md"))?;
    // A line may go on in the next.
    let judged = judged.split_whitespace().collect::<Vec<_>>().join(" ");
    Ok(report(&play(arguments, &trial, &mutants), &judged, arguments.at_least))
}

/// Where the programs are that were built: somebody may build others while these are tried.
fn aside(target: &Path) -> io::Result<PathBuf> {
    let programs = target.join("mutants/debug");
    fs::create_dir_all(&programs)?;
    for name in ["hosting-features", "hosting"] {
        // One that still runs, of a run that was broken off, is not written over but replaced.
        let program = programs.join(name);
        drop(fs::remove_file(&program));
        fs::copy(target.join("debug").join(name), program)?;
    }
    Ok(programs)
}

/// The features below `folder`: each by its path without its ending, as the runner is asked for it, and its text.
fn features(folder: &Path) -> io::Result<Vec<(String, String)>> {
    let mut found = Vec::new();
    for chapter in fs::read_dir(folder)? {
        let chapter = chapter?;
        if !chapter.file_type()?.is_dir() {
            continue;
        }
        for file in fs::read_dir(chapter.path())? {
            let path = file?.path();
            if path.extension().is_some_and(|ending| ending == "feature")
                && let Ok(name) = path.strip_prefix(folder)
            {
                found.push((name.with_extension("").display().to_string(), fs::read_to_string(&path)?));
            }
        }
    }
    found.sort();
    Ok(found)
}

/// The files of the core that were changed since `commit`.
fn changed_since(workspace: &Path, commit: &str) -> Result<BTreeSet<String>, Box<dyn Error>> {
    let asked = ["diff", "--name-only", "--diff-filter=d", commit, "--", "core"];
    let told = Command::new("git").current_dir(workspace).args(asked).output()?;
    if !told.status.success() {
        return Err(String::from_utf8_lossy(&told.stderr).into());
    }
    let names = String::from_utf8_lossy(&told.stdout).into_owned();
    Ok(names.lines().filter_map(tree::of_the_core).map(str::to_owned).collect())
}

/// Tries them in an order of chance, some at the same time, until all are tried or the time is up.
fn play<'a>(arguments: &Arguments, trial: &Trial, mutants: &'a [Mutant]) -> Vec<(&'a Mutant, Outcome)> {
    let mut order: Vec<_> = mutants.iter().collect();
    order.sort_by_key(|mutant| scattered(mutant.number as u64, arguments.seed));
    let waiting = Mutex::new(order.into_iter().skip(arguments.skip));
    let tried = Mutex::new(Vec::new());
    let end = Instant::now() + Duration::from_secs(60 * arguments.minutes);
    std::thread::scope(|scope| {
        for _ in 0..arguments.jobs {
            scope.spawn(|| {
                while Instant::now() < end {
                    let Some(mutant) = waiting.lock().expect("no panic").next() else { return };
                    let outcome = trial.of(mutant.number);
                    println!("{outcome:9} {}", told(mutant));
                    tried.lock().expect("no panic").push((mutant, outcome));
                }
            });
        }
    });
    let mut tried = tried.into_inner().expect("no panic");
    tried.sort_by_key(|(mutant, _)| mutant.number);
    tried
}

/// A number that looks like one of chance, and is the same each time (`SplitMix64`).
const fn scattered(number: u64, seed: u64) -> u64 {
    let mixed =
        number.wrapping_add(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB)
}

/// Tells what survived; whether enough were noticed.
fn report(tried: &[(&Mutant, Outcome)], judged: &str, at_least: usize) -> bool {
    let survived = tried.iter().filter(|(_, outcome)| *outcome != Outcome::Noticed);
    let (equal, survived): (Vec<_>, Vec<_>) =
        survived.partition(|(mutant, _)| judged.contains(&name(mutant)));
    println!("\nnoticed by no scenario:");
    for (mutant, outcome) in &survived {
        println!("{outcome:9} {}", told(mutant));
    }
    let counted = tried.len() - equal.len();
    let noticed = counted - survived.len();
    println!(
        "{} tried, {} judged to change nothing, {noticed} of {counted} noticed",
        tried.len(),
        equal.len()
    );
    100 * noticed >= at_least * counted
}

/// Whether no scenario noticed it by what was printed `before`: lines and numbers may be others since.
fn not_noticed(before: &str, mutant: &Mutant) -> bool {
    let (file, name) = (format!(" core/{}:", mutant.file), name(mutant));
    before.lines().any(|line| {
        (line.starts_with("SURVIVED") || line.starts_with("UNREACHED"))
            && line.contains(&file)
            && line.ends_with(&name)
    })
}

fn told(mutant: &Mutant) -> String {
    format!("{:5} core/{}:{} {}", mutant.number, mutant.file, mutant.line, name(mutant))
}

/// How `judged.md` calls it: lines and numbers move.
fn name(mutant: &Mutant) -> String {
    format!("`{}` in `{}`", mutant.change, mutant.function)
}
