//! A workshop, and orders for it.
use hosting_engine::{Code, Engine, Failed, Input, Limits, Order, Workshop};
use serde_json::Value;
use std::{env, fs, future::Future, path::Path};
use uuid::Uuid;

/// A file: its name, its type, what it holds.
pub type Held = (String, String, Vec<u8>);

pub struct Stage {
    pub workshop: Workshop,
    pub only: String,
}

impl Stage {
    /// Whether all of `engines` are here.
    pub fn has(&self, engines: &[Engine]) -> bool {
        let state = self.workshop.state();
        let here = engines.iter().all(|engine| state.engines.contains(engine));
        let required = env::var("HOSTING_REQUIRE_SERVICES").is_ok_and(|value| value == "1");
        assert!(here || !required, "{engines:?} must be here: {state:?}");
        if !here {
            eprintln!("skipped: {engines:?} ({state:?})");
        }
        here
    }

    /// One test, if its name is asked for.
    pub async fn test(&self, name: &str, test: impl Future<Output = ()>) {
        if name.contains(&self.only) {
            let began = std::time::Instant::now();
            test.await;
            eprintln!("ok: {name} ({} ms)", began.elapsed().as_millis());
        }
    }

    /// What becomes of a file (name, type, content).
    pub async fn convert(
        &self,
        tool: &str,
        options: Value,
        file: (&str, &str, &[u8]),
    ) -> Result<Vec<Held>, Failed> {
        self.convert_within(Limits::default(), tool, options, file).await.map(|(made, _)| made)
    }

    /// The same within limits; and the steps that were told.
    pub async fn convert_within(
        &self,
        limits: Limits,
        tool: &str,
        options: Value,
        (name, mime, content): (&str, &str, &[u8]),
    ) -> Result<(Vec<Held>, Vec<u8>), Failed> {
        let known = hosting_engine::tool(tool).expect("a tool of the table");
        known
            .check(&options)
            .unwrap_or_else(|problems| panic!("{tool} does not take {options}: {problems:?}"));
        let folder = tempfile::tempdir().expect("a folder");
        for part in ["in", "out", "tmp"] {
            fs::create_dir(folder.path().join(part)).expect("a folder");
        }
        let path = Path::new("in").join("0");
        fs::write(folder.path().join(&path), content).expect("a file");
        let input = Input { id: Uuid::from_u128(1), name: name.to_owned(), mime: mime.to_owned(), path };
        let order = Order { tool: tool.to_owned(), options, files: vec![input], limits };
        let mut steps = Vec::new();
        let made = self.workshop.convert(&order, folder.path(), |step| steps.push(step)).await?;
        let held = made.into_iter().map(|one| {
            let content = fs::read(folder.path().join(&one.path)).expect("what was made");
            (one.name, one.mime, content)
        });
        Ok((held.collect(), steps))
    }

    /// The one file that comes of it.
    pub async fn one(&self, tool: &str, options: Value, file: (&str, &str, &[u8])) -> Held {
        let mut made =
            self.convert(tool, options, file).await.unwrap_or_else(|failed| panic!("{tool}: {failed:?}"));
        assert_eq!(made.len(), 1, "{tool}");
        made.remove(0)
    }

    /// The code that it fails with, about the file.
    pub async fn fails(&self, tool: &str, options: Value, file: (&str, &str, &[u8])) -> Code {
        match self.convert(tool, options, file).await {
            Err(Failed::Failure(failure)) => {
                assert_eq!(failure.file, Some(Uuid::from_u128(1)), "{tool}: {failure:?}");
                failure.code
            }
            other => panic!("{tool}: {other:?}"),
        }
    }
}
