//! One run of the features for one mutant.
use std::{
    collections::BTreeSet,
    fmt, fs, iter,
    os::unix::process::CommandExt,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::Mutex,
    thread,
    time::{Duration, Instant},
};

/// What became of a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A scenario failed, or did not come to an end.
    Noticed,
    /// Everything passed.
    Survived,
    /// No scenario comes there.
    Passed,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Noticed => "noticed",
            Self::Survived => "SURVIVED",
            Self::Passed => "UNREACHED",
        })
    }
}

/// What the features end with where nothing is chosen: a feature that is not played on a facade.
const NOTHING: i32 = 2;

/// So many features, those that are the most about a mutant, are played before all others that come by it.
const FIRST: usize = 3;

/// How mutants are tried.
pub struct Trial {
    program: PathBuf,
    folder: PathBuf,
    /// Those that come by the fewest mutants first.
    features: Vec<Feature>,
}

struct Feature {
    /// Its path, as the runner is asked for it.
    path: String,
    /// The mutants that its scenarios come by.
    passed: BTreeSet<usize>,
    /// How long it takes where all is as it should be.
    usual: Duration,
    /// Whether some of its scenarios are not played without a facade.
    of_facades: bool,
}

impl Feature {
    /// The feature at `path`, played without any mutant as it is played with them. One that fails twice is left out: it
    /// shows nothing.
    fn played(program: &Path, folder: &Path, number: usize, path: &str, text: &str) -> Option<Self> {
        let once = || Self::played_once(program, folder, number, path, text);
        let played = once().or_else(once);
        if played.is_none() {
            println!("{path} is left out: it fails without any mutant");
        }
        played
    }

    fn played_once(program: &Path, folder: &Path, number: usize, path: &str, text: &str) -> Option<Self> {
        let tags = text.lines().filter(|line| line.trim_start().starts_with('@'));
        let of_facades = tags.flat_map(str::split_whitespace).any(|tag| matches!(tag, "@rest" | "@graphql"));
        let began = Instant::now();
        let (notes, results) =
            (folder.join(format!("passed-{number}.txt")), folder.join(format!("usual-{number}.json")));
        drop(fs::remove_file(&notes));
        let run = Command::new(program)
            .env("MUTANTS_PASSED", &notes)
            .arg("--results")
            .arg(&results)
            .arg(path)
            .args((!of_facades).then_some("direct"))
            .stdout(Stdio::null())
            .status();
        if !run.is_ok_and(|status| status.success()) {
            return None;
        }
        // None is written where its scenarios come by none.
        let numbers = fs::read_to_string(&notes).unwrap_or_default();
        let passed = numbers.lines().filter_map(|line| line.parse().ok()).collect();
        drop((fs::remove_file(notes), fs::remove_file(results)));
        Some(Self { path: path.to_owned(), passed, usual: began.elapsed(), of_facades })
    }
}

impl Trial {
    /// With the runner in `program`, whose `features` (path and text) are played without any mutant first, `jobs` at the
    /// same time; writes into `folder`.
    pub fn new(program: PathBuf, folder: PathBuf, features: Vec<(String, String)>, jobs: usize) -> Self {
        let waiting = Mutex::new(features.into_iter().enumerate());
        let next = || waiting.lock().expect("no panic").next();
        let played = || -> Vec<Feature> {
            iter::from_fn(next)
                .filter_map(|(number, (path, text))| Feature::played(&program, &folder, number, &path, &text))
                .collect()
        };
        let mut features: Vec<_> = thread::scope(|scope| {
            let jobs: Vec<_> = (0..jobs).map(|_| scope.spawn(played)).collect();
            jobs.into_iter().flat_map(|job| job.join().expect("no panic")).collect()
        });
        features.sort_by_key(|feature| feature.passed.len());
        Self { program, folder, features }
    }

    /// Tries one on what comes by it: without a facade first, beginning with the features that are the most about
    /// it; then what is played on a facade alone.
    pub fn of(&self, mutant: usize) -> Outcome {
        let features = self.features.iter().filter(|feature| feature.passed.contains(&mutant));
        let features: Vec<_> = features.collect();
        if features.is_empty() {
            return Outcome::Passed;
        }
        let (first, others) = features.split_at(FIRST.min(features.len()));
        let of_facades: Vec<_> = features.iter().copied().filter(|feature| feature.of_facades).collect();
        let noticed = self.notices(mutant, first, &["direct"])
            || self.notices(mutant, others, &["direct"])
            || self.notices(mutant, &of_facades, &["rest", "graphql"]);
        if noticed { Outcome::Noticed } else { Outcome::Survived }
    }

    /// Whether something fails, or does not end within the time that all its features take, one after the other, on every facade.
    fn notices(&self, mutant: usize, features: &[&Feature], facades: &[&str]) -> bool {
        if features.is_empty() {
            return false;
        }
        let run = Command::new(&self.program)
            .env("MUTANT", mutant.to_string())
            .arg("--stop")
            .arg("--results")
            .arg(self.folder.join(format!("results-{mutant}.json")))
            .args(features.iter().map(|feature| &feature.path))
            .args(facades)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            // What it has started ends with it.
            .process_group(0)
            .spawn();
        let Ok(mut run) = run else { panic!("the features cannot be started") };
        let usual: Duration = features.iter().map(|feature| feature.usual).sum();
        let end = Instant::now() + usual + Duration::from_secs(20);
        let noticed = loop {
            match run.try_wait() {
                Ok(Some(status)) => break !matches!(status.code(), Some(0 | NOTHING)),
                Ok(None) if Instant::now() < end => thread::sleep(Duration::from_millis(20)),
                _ => break true,
            }
        };
        let group = format!("-{}", run.id());
        let end = Command::new("kill").args(["-KILL", "--", &group]).stderr(Stdio::null()).status();
        drop((end, run.kill(), run.wait()));
        drop(fs::remove_file(self.folder.join(format!("results-{mutant}.json"))));
        noticed
    }
}
