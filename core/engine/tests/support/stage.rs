//! A workshop, and orders for it.
use hosting_engine::{Failed, Failure, Input, Limits, Order, Tool, Workshop};
use serde_json::Value;
use std::{env, fs, path::Path};
use tempfile::TempDir;
use tokio::runtime::Runtime;
use uuid::Uuid;

/// A file that is handed over: its name, its type, what it holds.
pub type Given<'a> = (&'a str, &'a str, &'a [u8]);

/// A file that was made.
#[derive(Debug)]
pub struct Made {
    pub name: String,
    pub mime: String,
    pub content: Vec<u8>,
}

/// A folder as a sealed process wants it.
pub fn work_folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    add_parts(folder.path());
    folder
}

/// What a folder of work has.
pub fn add_parts(folder: &Path) {
    for part in ["in", "out", "tmp"] {
        fs::create_dir_all(folder.join(part)).expect("a folder");
    }
}

pub struct Stage {
    pub workshop: Workshop,
    runtime: Runtime,
}

impl Stage {
    /// A workshop with these tools, within namespaces where there are any.
    pub fn open(tools: &'static [Tool]) -> Self {
        let runtime = Runtime::new().expect("a runtime");
        let exe = env::current_exe().expect("this program");
        let workshop = runtime.block_on(Workshop::open_with(exe, tools, true)).expect("the seal holds here");
        println!("{}", serde_json::to_string(workshop.state()).expect("a state"));
        Self { workshop, runtime }
    }

    /// What becomes of `files`.
    pub fn convert(&self, tool: &str, options: Value, files: &[Given<'_>]) -> Result<Vec<Made>, Failure> {
        self.convert_in(&work_folder(), Limits::default(), (tool, options), files, |_| ())
    }

    /// What becomes of `files` in `folder` within `limits`; `tell` hears of the steps.
    pub fn convert_in(
        &self,
        folder: &TempDir,
        limits: Limits,
        (tool, options): (&str, Value),
        files: &[Given<'_>],
        tell: impl FnMut(u8),
    ) -> Result<Vec<Made>, Failure> {
        let put = |(number, &(name, mime, content)): (usize, &Given<'_>)| {
            let path = Path::new("in").join(number.to_string());
            fs::write(folder.path().join(&path), content).expect("a file");
            let id = Uuid::from_u128(number as u128 + 1);
            Input { id, name: name.to_owned(), mime: mime.to_owned(), path }
        };
        let files = files.iter().enumerate().map(put).collect();
        let order = Order { tool: tool.to_owned(), options, files, limits };
        let made = self.runtime.block_on(self.workshop.convert(&order, folder.path(), tell));
        let made = made.map_err(|failed| match failed {
            Failed::Failure(failure) => failure,
            Failed::Unavailable(why) => panic!("{tool}: {why}"),
        })?;
        let read = |path| fs::read(folder.path().join(path)).expect("what was made");
        Ok(made
            .into_iter()
            .map(|one| Made { name: one.name, mime: one.mime, content: read(one.path) })
            .collect())
    }

    /// All that is made of a file.
    pub fn all(&self, tool: &str, options: Value, files: &[Given<'_>]) -> Vec<Made> {
        self.convert(tool, options, files).unwrap_or_else(|failure| panic!("{tool}: {failure:?}"))
    }

    /// The one file that is made of a file.
    pub fn one(&self, tool: &str, options: Value, (mime, content): (&str, &[u8])) -> Vec<u8> {
        let mut made = self.all(tool, options, &[("a.x", mime, content)]);
        assert_eq!(made.len(), 1, "{tool}");
        made.remove(0).content
    }
}
