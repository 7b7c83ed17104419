//! A workshop for hostile tools, and orders for it.
use crate::hostile;
use hosting_engine::{Artifact, Code, Failed, Input, Limits, Order, Workshop};
use rustix::io::{FdFlags, fcntl_getfd, fcntl_setfd};
use serde_json::Value;
use std::{
    env, fs,
    fs::File,
    future::Future,
    path::Path,
    sync::atomic::{AtomicUsize, Ordering},
    time::Duration,
};
use tempfile::TempDir;
use uuid::Uuid;

pub struct Stage {
    pub workshop: Workshop,
    pub namespaces: bool,
    /// How many tests have passed; one that does not ends the program.
    pub passed: AtomicUsize,
}

impl Stage {
    pub async fn open(namespaces: bool) -> Self {
        let exe = env::current_exe().expect("this program");
        // As whoever starts the server may leave a file open to it.
        let inherited = File::open(env::current_exe().expect("this program")).expect("a file");
        fcntl_setfd(&inherited, FdFlags::empty()).expect("to leave it open");
        let workshop =
            Workshop::open_with(exe, hostile::TOOLS, namespaces).await.expect("the seal holds here");
        assert!(fcntl_getfd(&inherited).expect("its flags").contains(FdFlags::CLOEXEC));
        let state = workshop.state();
        eprintln!("{}", serde_json::to_string(state).expect("a state"));
        assert!(state.landlock >= 1);
        assert_eq!(
            state.namespaces, namespaces,
            "bubblewrap does not work here: {:?}",
            state.namespaces_refused
        );
        Self { workshop, namespaces, passed: AtomicUsize::new(0) }
    }

    /// One test, if its name is asked for.
    pub async fn test(&self, only: &str, name: &str, test: impl Future<Output = ()>) {
        if name.contains(only) {
            let began = std::time::Instant::now();
            test.await;
            self.passed.fetch_add(1, Ordering::Relaxed);
            let with = if self.namespaces { "with" } else { "without" };
            eprintln!("ok: {name}, {with} namespaces ({} ms)", began.elapsed().as_millis());
        }
    }

    /// What becomes of an order, in a folder of its own.
    pub async fn convert(
        &self,
        tool: &str,
        options: Value,
        limits: Limits,
    ) -> (TempDir, Result<Vec<Artifact>, Failed>) {
        let folder = folder();
        let made = self.workshop.convert(&order(tool, options, limits), folder.path(), |_| ()).await;
        (folder, made)
    }

    /// The code that an order fails with.
    pub async fn fails(&self, tool: &str, options: Value, limits: Limits) -> Code {
        match self.convert(tool, options, limits).await.1 {
            Err(Failed::Failure(failure)) => failure.code,
            other => panic!("{tool}: {other:?}"),
        }
    }
}

/// Little time and memory: tests are short.
pub fn tight() -> Limits {
    let (processor, time) = (Duration::from_secs(2), Duration::from_mins(1));
    Limits { memory: 256 << 20, processor, time, output: 8 << 20, ..Limits::default() }
}

pub fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for part in ["in", "out", "tmp"] {
        fs::create_dir(folder.path().join(part)).expect("a folder");
    }
    fs::write(folder.path().join("in/0"), "secret").expect("a file");
    folder
}

pub fn order(tool: &str, options: Value, limits: Limits) -> Order {
    let path = Path::new("in").join("0");
    let (name, mime) = ("a.txt".to_owned(), "text/plain".to_owned());
    let files = vec![Input { id: Uuid::from_u128(1), name, mime, path }];
    Order { tool: tool.to_owned(), options, files, limits }
}
