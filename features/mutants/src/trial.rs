//! One run of the features for one mutant.
use std::{
    collections::BTreeSet,
    error::Error,
    fmt, fs,
    path::PathBuf,
    process::{Command, Stdio},
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
}

impl Trial {
    /// With the runner in `program`, all of whose `features` have to pass without any mutant; writes into `folder`.
    pub fn new(program: PathBuf, folder: PathBuf, features: Vec<String>) -> Result<Self, Box<dyn Error>> {
        let played = |path: String| {
            let (began, notes) = (Instant::now(), folder.join("passed.txt"));
            drop(fs::remove_file(&notes));
            let run = Command::new(&program)
                .env("MUTANTS_PASSED", &notes)
                .arg("--results")
                .arg(folder.join("results.json"))
                .arg(&path)
                .stdout(Stdio::null())
                .status()?;
            if !run.success() {
                return Err(format!("{path} fails without any mutant").into());
            }
            // None is written where its scenarios come by none.
            let numbers = fs::read_to_string(&notes).unwrap_or_default();
            let passed = numbers.lines().filter_map(|line| line.parse().ok()).collect();
            Ok(Feature { path, passed, usual: began.elapsed() })
        };
        let features: Result<Vec<_>, Box<dyn Error>> = features.into_iter().map(played).collect();
        let mut features = features?;
        features.sort_by_key(|feature| feature.passed.len());
        Ok(Self { program, folder, features })
    }

    /// Tries one on what comes by it: on the quickest facade first, beginning with the features that are the
    /// most about it, and on the others where that notices nothing.
    pub fn of(&self, mutant: usize) -> Outcome {
        let features = self.features.iter().filter(|feature| feature.passed.contains(&mutant));
        let features: Vec<_> = features.collect();
        if features.is_empty() {
            return Outcome::Passed;
        }
        let (first, others) = features.split_at(FIRST.min(features.len()));
        let noticed = self.notices(mutant, first, &["direct"])
            || (!others.is_empty() && self.notices(mutant, others, &["direct"]))
            || self.notices(mutant, &features, &["rest", "graphql"]);
        if noticed { Outcome::Noticed } else { Outcome::Survived }
    }

    /// Whether something fails, or does not end within the time that all its features take, one after the other, on every facade.
    fn notices(&self, mutant: usize, features: &[&Feature], facades: &[&str]) -> bool {
        let run = Command::new(&self.program)
            .env("MUTANT", mutant.to_string())
            .arg("--stop")
            .arg("--results")
            .arg(self.folder.join(format!("results-{mutant}.json")))
            .args(features.iter().map(|feature| &feature.path))
            .args(facades)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        let Ok(mut run) = run else { panic!("the features cannot be started") };
        let usual: Duration = features.iter().map(|feature| feature.usual).sum();
        let end = Instant::now() + usual + Duration::from_secs(20);
        let noticed = loop {
            match run.try_wait() {
                Ok(Some(status)) => break !matches!(status.code(), Some(0 | NOTHING)),
                Ok(None) if Instant::now() < end => thread::sleep(Duration::from_millis(20)),
                _ => {
                    drop(run.kill());
                    drop(run.wait());
                    break true;
                }
            }
        };
        drop(fs::remove_file(self.folder.join(format!("results-{mutant}.json"))));
        noticed
    }
}
