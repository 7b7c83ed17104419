//! A server that is killed: its sealed processes go with it. And one that no longer wants a conversion.
use crate::stage::{Stage, folder, order, tight};
use hosting_engine::Limits;
use rustix::process::{Pid, Signal, kill_process};
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
    stage.test(only, "what has ended is not left for others to bury", buried(stage)).await;
    stage.test(only, "nobody's rights are left", powerless(stage)).await;
    stage.test(only, "one of whose processes any is killed as it begins ends", halved(stage)).await;
}

/// Limits by which a process is told from all others: they are on its command line.
pub fn marked(mark: u64) -> Limits {
    Limits { pages: mark, ..tight() }
}

pub fn said(mark: u64) -> String {
    format!("\"pages\":{mark},")
}

/// How many processes have this on their command line.
pub fn running(word: &str) -> usize {
    processes(word).len()
}

/// The processes that have this on their command line, the first first.
pub fn processes(word: &str) -> Vec<Pid> {
    let processes = fs::read_dir("/proc").expect("processes").flatten();
    let has_it = |entry: &fs::DirEntry| {
        fs::read(entry.path().join("cmdline")).is_ok_and(|line| String::from_utf8_lossy(&line).contains(word))
    };
    let ids = processes.filter(has_it).filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    let mut ids: Vec<i32> = ids.collect();
    ids.sort_unstable();
    ids.into_iter().filter_map(Pid::from_raw).collect()
}

pub async fn becomes(word: &str, wanted: impl Fn(usize) -> bool) {
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

/// In a container the server may be the first process: what nobody asks for would stay with it for ever.
async fn buried(stage: &Stage) {
    let own = rustix::process::getpid();
    rustix::process::set_child_subreaper(Some(own)).expect("to take orphans in");
    for _ in 0..20 {
        stage.convert("lie", json!({"words": "", "times": 0}), tight()).await.1.expect_err("no word");
    }
    let of_ours = |entry: &fs::DirEntry| {
        let status = fs::read_to_string(entry.path().join("status")).unwrap_or_default();
        status.contains("State:\tZ") && status.contains(&format!("PPid:\t{}\n", own.as_raw_pid()))
    };
    let left = || fs::read_dir("/proc").expect("processes").flatten().filter(of_ours).count();
    for _ in 0..100 {
        if left() == 0 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let count = left();
    rustix::process::set_child_subreaper(None).expect("to take none in");
    assert_eq!(count, 0);
}

/// Whoever started the server: nothing of its rights is left to a sealed process.
async fn powerless(stage: &Stage) {
    let mark = 5_000_000 + u64::from(std::process::id());
    let text = said(mark);
    let order = order("take", json!({"what": "time"}), marked(mark));
    let folder = folder();
    let looking = tokio::task::spawn_blocking(move || {
        // It tells that it is sealed by the thread that waits for the order.
        (0..400).find_map(|_| {
            std::thread::sleep(Duration::from_millis(25));
            let last = processes(&text).last().map(|process| process.as_raw_pid())?;
            let status = fs::read_to_string(format!("/proc/{last}/status")).ok()?;
            let line = |name: &str| status.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
            let sealed = line("Threads:")?.parse::<u32>().ok()? > 2;
            let of = |name| line(name).map(str::to_owned);
            sealed.then(|| [of("CapEff:"), of("CapPrm:"), of("CapInh:"), of("CapAmb:")])
        })
    });
    let work = stage.workshop.convert(&order, folder.path(), |_| ());
    let found = tokio::select! {
        found = looking => found.expect("no panic"),
        made = work => panic!("it ended: {made:?}"),
    };
    let none = Some("0".repeat(16));
    assert_eq!(found.expect("a sealed process"), [none.clone(), none.clone(), none.clone(), none]);
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

/// What the kernel or an operator kills is the guard, either half of bubblewrap, or the sealed process.
async fn halved(stage: &Stage) {
    let mark = 4_000_000 + u64::from(std::process::id());
    let text = said(mark);
    let order = order("take", json!({"what": "time"}), marked(mark));
    let halves = if stage.namespaces { 4 } else { 1 };
    for round in 0..60 {
        let (folder, sought) = (folder(), text.clone());
        let killing = tokio::task::spawn_blocking(move || {
            let killed = |process: &Pid| kill_process(*process, Signal::KILL).is_ok();
            while !processes(&sought).get(round % halves).is_some_and(killed) {}
        });
        let work = stage.workshop.convert(&order, folder.path(), |_| ());
        let ended = tokio::time::timeout(Duration::from_secs(10), work).await;
        assert!(ended.is_ok_and(|made| made.is_err()), "round {round}");
        killing.await.expect("it was killed");
        becomes(&text, |count| count == 0).await;
    }
}
