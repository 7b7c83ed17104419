//! Conversions that are under way while the process, and those that it has sealed off, are killed over and over.
use crate::{
    binary::{Folder, Process, signal},
    client::ask,
};
use rusqlite::Connection;
use serde_json::{Value, json};
use std::{
    env, fs,
    path::Path,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

/// Where the process is, what opens it, and whether clients go on.
struct Stage {
    host: Mutex<String>,
    key: String,
    over: AtomicBool,
}

/// How often something is killed, unless `CRASH_KILLS` says it.
const KILLS: u32 = 8;
/// Clients that convert at once.
const CLIENTS: usize = 4;

#[test]
fn jobs_end_once_whatever_is_killed() {
    let folder = Folder::new();
    let mut process = Process::start(&folder.0, &[]);
    let (key, host) = (Process::busy_key(&folder.0), host(&process));
    let stage = Arc::new(Stage { host: Mutex::new(host), key, over: AtomicBool::new(false) });
    let clients: Vec<_> = (0..CLIENTS)
        .map(|number| {
            let stage = Arc::clone(&stage);
            thread::spawn(move || convert(&stage, number))
        })
        .collect();
    let kills = env::var("CRASH_KILLS").map_or(KILLS, |kills| kills.parse().expect("a number"));
    for round in 0..kills {
        thread::sleep(Duration::from_millis(u64::from(round * 7919 % 701) + 50));
        match round % 2 {
            0 => kill_a_worker(&process),
            _ => {
                process.kill();
                process = Process::start(&folder.0, &[]);
                *stage.host.lock().expect("no panic") = self::host(&process);
            }
        }
    }
    stage.over.store(true, Ordering::Relaxed);
    let jobs: Vec<(String, String)> =
        clients.into_iter().flat_map(|client| client.join().expect("a client")).collect();
    assert!(jobs.len() >= CLIENTS, "{jobs:?}");
    balances(&folder.0, &jobs);
    drop(process);
    nothing_is_left(&folder.0, &jobs);
}

fn host(process: &Process) -> String {
    process.address.trim_start_matches("http://").to_owned()
}

/// Kills one of the processes that convert, if there is one.
fn kill_a_worker(process: &Process) {
    let (end, id) = (Instant::now() + Duration::from_secs(2), process.id());
    while Instant::now() < end {
        let tasks = fs::read_dir(format!("/proc/{id}/task")).expect("a process of ours");
        let children: String = tasks
            .flatten()
            .filter_map(|task| fs::read_to_string(task.path().join("children")).ok())
            .collect();
        if let Some(child) = children.split_whitespace().next() {
            signal(child.parse().expect("a process id"), "KILL");
            return;
        }
        thread::sleep(Duration::from_millis(1));
    }
}

impl Stage {
    fn host(&self) -> String {
        self.host.lock().expect("no panic").clone()
    }

    /// Asks until there is an answer: under the same key, however often the process dies.
    fn ask(&self, method: &str, path: &str, change: Option<(&str, &str)>) -> (u16, Value) {
        for _ in 0..2000 {
            match ask(&self.host(), &self.key, method, path, change) {
                Some((503, _)) | None => thread::sleep(Duration::from_millis(10)),
                Some(answer) => return answer,
            }
        }
        panic!("{method} {path} is never answered");
    }

    /// Sends a file until it is taken; an answer that was lost is asked for again.
    fn send(&self, path: &str, content: &str) {
        let request = format!(
            "PUT {path} HTTP/1.1\r\nhost: x\r\ncontent-type: text/csv\r\ncontent-length: {}\r\n\
             connection: close\r\n\r\n{content}",
            content.len()
        );
        for _ in 0..2000 {
            match send_empty(&self.host(), &request) {
                Some(204) => return,
                Some(status) => assert_eq!(status, 503, "a file is refused"),
                None => {}
            }
            thread::sleep(Duration::from_millis(10));
        }
        panic!("a file is never taken");
    }
}

/// The status of an answer without a body.
fn send_empty(host: &str, request: &str) -> Option<u16> {
    use std::io::{Read, Write};
    let mut stream = std::net::TcpStream::connect(host).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(10))).ok()?;
    stream.write_all(request.as_bytes()).ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).ok()?;
    answer.split(' ').nth(1)?.parse().ok()
}

/// Converts, one job after the other, and gives their ids and how they ended.
fn convert(stage: &Stage, client: usize) -> Vec<(String, String)> {
    let mut ended = Vec::new();
    while !stage.over.load(Ordering::Relaxed) || ended.is_empty() {
        let number = ended.len();
        let rows: String = (0..500).map(|row| format!("{client},{number},{row}\n")).collect();
        let content = format!("client,job,row\n{rows}");
        let file = json!({ "originalName": "rows.csv", "mimeType": "text/csv", "sizeBytes": content.len() });
        let body = json!({ "tool": "csv-to-json", "files": [file] }).to_string();
        let key = |what: &str| format!("{what}-{client}-{number}");
        let (status, job) =
            stage.ask("POST", "/v1/conversion/prepare-upload", Some((&key("prepare"), &body)));
        assert_eq!(status, 201, "{job}");
        let id = job["data"]["id"].as_str().expect("an id").to_owned();
        let url = job["data"]["files"][0]["upload"]["url"].as_str().expect("an address");
        stage.send(&url[url.find("/files/").expect("a path")..], &content);
        let start = format!("/v1/conversion/jobs/{id}/start");
        let (status, job) = stage.ask("POST", &start, Some((&key("start"), "{}")));
        assert_eq!(status, 202, "{job}");
        let status = wait(stage, &id);
        ended.push((id, status));
    }
    ended
}

/// Until the job is over.
fn wait(stage: &Stage, id: &str) -> String {
    for _ in 0..3000 {
        let (_, answer) = stage.ask("GET", &format!("/v1/conversion/jobs/{id}"), None);
        let job = &answer["data"];
        match job["status"].as_str() {
            Some("succeeded") => {
                assert_eq!(job["artifacts"].as_array().map(Vec::len), Some(1), "{job}");
                return "succeeded".to_owned();
            }
            Some("failed") => {
                assert!(job["error"]["code"].is_string(), "{job}");
                return "failed".to_owned();
            }
            _ => thread::sleep(Duration::from_millis(20)),
        }
    }
    panic!("the job {id} does not come to an end");
}

/// Each job reserved once; nothing is half done.
fn balances(folder: &Path, jobs: &[(String, String)]) {
    let file = Connection::open(folder.join("hosting.db")).expect("the database");
    let count = |sql: &str| -> i64 { file.query_row(sql, [], |row| row.get(0)).expect("a count") };
    let all = i64::try_from(jobs.len()).expect("some jobs");
    let of =
        |status: &str| i64::try_from(jobs.iter().filter(|job| job.1 == status).count()).expect("some jobs");
    let mine = "job_id IN (SELECT id FROM conversion_job WHERE finished_at > '2000')";
    let reserved = "SELECT coalesce(sum(operations), 0) FROM conversion_ledger WHERE entry = 'reserved' AND ";
    assert_eq!(count(&format!("{reserved}{mine}")), all, "each reserved one");
    let returned = "SELECT count(*) FROM conversion_ledger WHERE entry = 'returned' AND ";
    assert!(count(&format!("{returned}{mine}")) <= of("failed"), "what was done is not given back");
    assert_eq!(count("SELECT count(*) FROM conversion_job WHERE status = 'succeeded'"), of("succeeded"));
    assert_eq!(count("SELECT count(*) FROM conversion_artifact"), of("succeeded"), "each made its file once");
    let left = "SELECT count(*) FROM job WHERE kind = 'convert_files'";
    assert_eq!(count(left), 0, "no work is left, and none was given up");
    assert!(of("succeeded") > 0, "{jobs:?}");
}

/// Nothing is on the disk but the files of these jobs.
fn nothing_is_left(folder: &Path, jobs: &[(String, String)]) {
    let process = Process::start(folder, &[]);
    drop(process);
    for place in ["work", "files/arriving"] {
        let left = fs::read_dir(folder.join(place)).map_or(0, Iterator::count);
        assert_eq!(left, 0, "{place}");
    }
    let mut kept = Vec::new();
    for first in fs::read_dir(folder.join("files")).expect("a store").flatten() {
        let seconds = fs::read_dir(first.path()).into_iter().flatten().flatten();
        for job in seconds.flat_map(|second| fs::read_dir(second.path()).into_iter().flatten().flatten()) {
            kept.push(job.file_name().to_string_lossy().into_owned());
        }
    }
    for job in kept {
        assert!(jobs.iter().any(|(id, _)| *id == job), "{job} belongs to nobody");
    }
}
