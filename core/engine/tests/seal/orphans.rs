//! A server that is killed: its sealed processes go with it. And one that no longer wants a conversion.
use crate::stage::{Stage, folder, order, tight};
use hosting_engine::Limits;
use serde_json::json;
use std::{
    env, fs,
    process::{Child, Command, ExitCode, Stdio},
    time::Duration,
};

/// The first argument of this program when it is to be a server.
pub const SERVER: &str = "server";

pub async fn run(stage: &Stage, only: &str) {
    stage.test(only, "a killed server leaves nothing running", killed(stage)).await;
    stage.test(only, "nor does one that is killed as it begins", killed_early(stage)).await;
    stage.test(only, "a conversion that nobody waits for ends", dropped(stage)).await;
    stage.test(only, "one that nobody waits for from the start ends too", hardly_begun(stage)).await;
}

/// Limits by which a process is told from all others: they are on its command line.
fn marked(mark: u64) -> Limits {
    Limits { pages: mark, ..tight() }
}

fn said(mark: u64) -> String {
    format!("\"pages\":{mark},")
}

/// How many processes have this on their command line.
fn running(word: &str) -> usize {
    let processes = fs::read_dir("/proc").expect("processes").flatten();
    let lines = processes.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
    lines.filter(|line| String::from_utf8_lossy(line).contains(word)).count()
}

async fn becomes(word: &str, wanted: impl Fn(usize) -> bool) {
    for _ in 0..200 {
        if wanted(running(word)) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("{} are running", running(word));
}

/// A server whose only conversion sleeps.
pub fn server() -> ExitCode {
    let mark = env::args().nth(2).and_then(|mark| mark.parse().ok()).expect("a mark");
    let namespaces = env::args().nth(3).is_some_and(|word| word == "true");
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(async {
        let stage = Stage::open(namespaces).await;
        let folder = folder();
        let order = order("take", json!({"what": "time"}), marked(mark));
        let made = stage.workshop.convert(&order, folder.path(), |_| ());
        panic!("it ended: {:?}", made.await);
    })
}

fn start(stage: &Stage, mark: u64) -> Child {
    let mut server = Command::new(env::current_exe().expect("this program"));
    server.args([SERVER, &mark.to_string(), &stage.namespaces.to_string()]).stderr(Stdio::null());
    server.spawn().expect("a server")
}

async fn killed(stage: &Stage) {
    let mark = 1_000_000 + u64::from(std::process::id());
    let mut server = start(stage, mark);
    becomes(&said(mark), |count| count > 0).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert!(running(&said(mark)) > 0);
    server.kill().expect("to kill it");
    server.wait().expect("its end");
    becomes(&said(mark), |count| count == 0).await;
}

/// Also while it tries the seal: those processes have no mark, but bear this program's name.
async fn killed_early(stage: &Stage) {
    let exe = env::current_exe().expect("this program").display().to_string();
    let ours = running(&exe);
    for millis in (0..200).step_by(4) {
        let mut server = start(stage, 1);
        tokio::time::sleep(Duration::from_millis(millis)).await;
        server.kill().expect("to kill it");
        server.wait().expect("its end");
    }
    becomes(&exe, |count| count == ours).await;
}

async fn dropped(stage: &Stage) {
    let mark = 2_000_000 + u64::from(std::process::id());
    let order = order("take", json!({"what": "time"}), marked(mark));
    let folder = folder();
    let work = stage.workshop.convert(&order, folder.path(), |_| ());
    assert!(tokio::time::timeout(Duration::from_secs(2), work).await.is_err());
    becomes(&said(mark), |count| count == 0).await;
}

/// Bubblewrap takes a few milliseconds until its parts know of each other.
async fn hardly_begun(stage: &Stage) {
    let mark = 3_000_000 + u64::from(std::process::id());
    let order = order("take", json!({"what": "time"}), marked(mark));
    let folder = folder();
    for micros in (0..10_000).step_by(100) {
        let work = stage.workshop.convert(&order, folder.path(), |_| ());
        assert!(tokio::time::timeout(Duration::from_micros(micros), work).await.is_err());
    }
    becomes(&said(mark), |count| count == 0).await;
}
