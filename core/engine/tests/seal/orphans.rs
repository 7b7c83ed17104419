//! A server that is killed: its sealed processes go with it. And one that no longer wants a conversion.
use crate::stage::{Stage, folder, order, tight};
use hosting_engine::Limits;
use serde_json::json;
use std::{
    env, fs,
    process::{Command, ExitCode, Stdio},
    time::Duration,
};

/// The first argument of this program when it is to be a server.
pub const SERVER: &str = "server";

pub async fn run(stage: &Stage, only: &str) {
    stage.test(only, "a killed server leaves nothing running", killed(stage)).await;
    stage.test(only, "a conversion that nobody waits for ends", dropped(stage)).await;
}

/// Limits by which a process is told from all others: they are on its command line.
fn marked(mark: u64) -> Limits {
    Limits { pages: mark, ..tight() }
}

fn running(mark: u64) -> usize {
    let mark = format!("\"pages\":{mark},");
    let processes = fs::read_dir("/proc").expect("processes").flatten();
    let lines = processes.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
    lines.filter(|line| String::from_utf8_lossy(line).contains(&mark)).count()
}

async fn becomes(mark: u64, wanted: impl Fn(usize) -> bool) {
    for _ in 0..200 {
        if wanted(running(mark)) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("{} are running", running(mark));
}

/// A server whose only conversion sleeps.
pub fn server() -> ExitCode {
    let mark = env::args().nth(2).and_then(|mark| mark.parse().ok()).expect("a mark");
    let namespaces = env::args().nth(3).is_some_and(|word| word == "true");
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(async {
        let stage = Stage::open(namespaces).await.expect("a stage");
        let folder = folder();
        let order = order("take", json!({"what": "time"}), marked(mark));
        let made = stage.workshop.convert(&order, folder.path(), |_| ());
        panic!("it ended: {:?}", made.await);
    })
}

async fn killed(stage: &Stage) {
    let mark = 1_000_000 + u64::from(std::process::id());
    let mut server = Command::new(env::current_exe().expect("this program"));
    server.args([SERVER, &mark.to_string(), &stage.namespaces.to_string()]).stderr(Stdio::null());
    let mut server = server.spawn().expect("a server");
    becomes(mark, |count| count > 0).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert!(running(mark) > 0);
    server.kill().expect("to kill it");
    server.wait().expect("its end");
    becomes(mark, |count| count == 0).await;
}

async fn dropped(stage: &Stage) {
    let mark = 2_000_000 + u64::from(std::process::id());
    let order = order("take", json!({"what": "time"}), marked(mark));
    let folder = folder();
    let work = stage.workshop.convert(&order, folder.path(), |_| ());
    assert!(tokio::time::timeout(Duration::from_secs(2), work).await.is_err());
    becomes(mark, |count| count == 0).await;
}
