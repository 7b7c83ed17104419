//! Many mutants in one sealed process: a tool that gives them to another one.
use super::chance::mutant;
use garde::Validate;
use hosting_engine::{
    About, Category, Code, Convert, Engine, Failure, Input, Limits, Tool, Work, sniff, tool, work,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::{
    collections::BTreeMap,
    fs,
    panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind, set_hook},
    path::{Path, PathBuf},
    sync::Mutex,
};
use uuid::Uuid;

/// Where in `work` the mutant of this number is tried; a sealed process makes no folders.
pub fn folder(whole: &Path, number: u64) -> PathBuf {
    whole.join(work::TMP).join(number.to_string())
}

pub const ID: &str = "mutants";

/// Which mutants, and for which tool.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[garde(allow_unvalidated)]
pub struct Mutants {
    tool: String,
    options: Value,
    /// How often each mutant is given at once.
    files: usize,
    from: u64,
    to: u64,
}

/// What became of mutants.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    /// How many were taken all the same.
    pub made: u64,
    /// How many were refused, by the code.
    pub refused: BTreeMap<String, u64>,
    /// Those that needed more memory or time than there is.
    pub heavy: Vec<String>,
    /// Those by which the work broke off.
    pub broken: Vec<String>,
}

impl Tally {
    pub fn count(&mut self, mime: &str, number: u64, outcome: &Result<usize, Failure>) {
        match outcome {
            // Whoever ordered it would be told that it is our fault.
            Ok(0) => self.broken.push(format!("{mime} {number}: nothing was made, and nothing was refused")),
            Ok(_) => self.made += 1,
            Err(failure) if failure.code == Code::ConversionFailed => {
                self.broken.push(format!("{mime} {number}: {}", failure.message));
            }
            Err(failure) => {
                let code = serde_json::to_value(failure.code).expect("a code");
                if matches!(failure.code, Code::MemoryExceeded | Code::TimeExceeded) {
                    self.heavy.push(format!("{mime} {number}: {}", failure.message));
                }
                *self.refused.entry(code.as_str().unwrap_or_default().to_owned()).or_default() += 1;
            }
        }
    }

    pub fn add(&mut self, other: &Self) {
        self.made += other.made;
        self.heavy.extend(other.heavy.iter().cloned());
        self.broken.extend(other.broken.iter().cloned());
        for (code, count) in &other.refused {
            *self.refused.entry(code.clone()).or_default() += count;
        }
    }
}

impl Convert for Mutants {
    const ABOUT: About = About {
        id: ID,
        name: ID,
        description: "Gives mutants of a file to a tool.",
        category: Category::Data,
        accepts: &[],
        produces: &["application/json"],
        files: (1, 1),
        engine: Engine::Inside,
    };

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        let sample = work.read(&work.files()[0])?;
        let mime = work.files()[0].mime.clone();
        let asked = tool(&self.tool).ok_or_else(|| Failure::new(Code::OptionsDoNotFit, "no such tool"))?;
        let mut tally = Tally::default();
        set_hook(Box::new(remember));
        for number in self.from..self.to {
            let content = mutant(&sample, number);
            let (folder, limits) = (folder(Path::new(""), number), *work.limits());
            let outcome =
                catch_unwind(AssertUnwindSafe(|| self.give(asked, (folder, limits), &mime, &content)));
            tally.count(&mime, number, &outcome.unwrap_or_else(|_| Err(panicked())));
        }
        let report = work.artifact("tally.json", "application/json")?;
        serde_json::to_writer(report, &tally).map_err(|cause| std::io::Error::from(cause).into())
    }
}

/// Where it panicked last, and why.
static LAST: Mutex<String> = Mutex::new(String::new());

fn remember(panic: &PanicHookInfo<'_>) {
    if let Ok(mut last) = LAST.lock() {
        *last = panic.to_string();
    }
}

fn panicked() -> Failure {
    let last = LAST.lock().map(|last| last.clone()).unwrap_or_default();
    Failure::new(Code::ConversionFailed, last)
}

impl Mutants {
    /// One mutant, in a folder of its own.
    fn give(
        &self,
        asked: &Tool,
        (folder, limits): (PathBuf, Limits),
        mime: &str,
        content: &[u8],
    ) -> Result<usize, Failure> {
        let mut inputs = Vec::new();
        for number in 0..self.files {
            let path = Path::new(work::IN).join(number.to_string());
            fs::write(folder.join(&path), content)?;
            let (id, name) = (Uuid::from_u128(number as u128 + 1), "a.x".to_owned());
            inputs.push(Input { id, name, mime: mime.to_owned(), path });
        }
        let mut own = Work::new(folder, inputs, limits, |_| ());
        sniff::check(&own)?;
        asked.run(&self.options, &mut own)?;
        Ok(own.artifacts().len())
    }
}
