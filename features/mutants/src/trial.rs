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

/// What the features end with where nothing is chosen: a chapter that is not played on a facade.
const NOTHING: i32 = 2;

/// How mutants are tried.
pub struct Trial {
    program: PathBuf,
    folder: PathBuf,
    /// The chapters, and which mutants their scenarios come by: those that come by the fewest first.
    chapters: Vec<(String, BTreeSet<usize>)>,
    /// How long a run of everything takes that is as it should be.
    usual: Duration,
}

impl Trial {
    /// With the features in `program`, all of whose `chapters` have to pass without any mutant; writes into
    /// `folder`.
    pub fn new(program: PathBuf, folder: PathBuf, chapters: Vec<String>) -> Result<Self, Box<dyn Error>> {
        let began = Instant::now();
        let comes_by = |chapter: String| {
            let notes = folder.join("passed.txt");
            drop(fs::remove_file(&notes));
            let run = Command::new(&program)
                .env("MUTANTS_PASSED", &notes)
                .arg("--results")
                .arg(folder.join("results.json"))
                .arg(&chapter)
                .stdout(Stdio::null())
                .status()?;
            if !run.success() {
                return Err(format!("{chapter} fails without any mutant").into());
            }
            // None is written where its scenarios come by none.
            let numbers = fs::read_to_string(&notes).unwrap_or_default();
            let numbers: BTreeSet<usize> = numbers.lines().filter_map(|line| line.parse().ok()).collect();
            Ok((chapter, numbers))
        };
        let chapters: Result<Vec<_>, Box<dyn Error>> = chapters.into_iter().map(comes_by).collect();
        let mut chapters = chapters?;
        chapters.sort_by_key(|(_, numbers)| numbers.len());
        Ok(Self { program, folder, chapters, usual: began.elapsed() })
    }

    /// Tries one on what comes by it: on the quickest facade first, beginning with the chapter that is the most
    /// about it, and on the others where that notices nothing.
    pub fn of(&self, mutant: usize) -> Outcome {
        let chapters = self.chapters.iter().filter(|(_, numbers)| numbers.contains(&mutant));
        let chapters: Vec<_> = chapters.map(|(chapter, _)| chapter.as_str()).collect();
        let Some((first, others)) = chapters.split_first() else { return Outcome::Passed };
        let noticed = self.notices(mutant, &[*first], &["direct"])
            || (!others.is_empty() && self.notices(mutant, others, &["direct"]))
            || self.notices(mutant, &chapters, &["rest", "graphql"]);
        if noticed { Outcome::Noticed } else { Outcome::Survived }
    }

    /// Whether something fails, or does not end within twice the usual time.
    fn notices(&self, mutant: usize, chapters: &[&str], facades: &[&str]) -> bool {
        let run = Command::new(&self.program)
            .env("MUTANT", mutant.to_string())
            .arg("--stop")
            .arg("--results")
            .arg(self.folder.join(format!("results-{mutant}.json")))
            .args(chapters)
            .args(facades)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        let Ok(mut run) = run else { panic!("the features cannot be started") };
        let end = Instant::now() + 2 * self.usual + Duration::from_secs(30);
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
