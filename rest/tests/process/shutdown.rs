//! On a signal the process ends in order and with 0, whatever is in flight.
use crate::{
    binary::{Folder, Process, signal},
    client::ask,
    live_client::{Events, Socket},
};
use futures_util::StreamExt;
use serde_json::{Value, json};
use std::{
    fs,
    io::{Read, Write},
    net::{SocketAddr, TcpStream},
    process::Stdio,
    thread,
    time::{Duration, Instant},
};
use tokio_tungstenite::{client_async, tungstenite::Message};

const WATCH: &str = "subscription { domainChanged { id } }";
/// Bytes of an upload.
const SIZE: usize = 1000;

#[test]
fn it_ends_as_soon_as_it_listens() {
    for name in ["TERM", "INT"] {
        let folder = Folder::new();
        let process = Process::start(&folder.0, &["--no-demo"]);
        signal(process.id(), name);
        assert_eq!(process.exit_code(), Some(0), "{name}");
    }
}

#[test]
fn it_ends_when_a_signal_comes_while_it_starts() {
    let folder = Folder::new();
    let mut command = Process::command(&folder.0, &[]);
    let mut child = command.stderr(Stdio::null()).spawn().expect("the platform starts");
    let deadline = Instant::now() + Duration::from_secs(10);
    while !listens_for_signals(child.id()) {
        assert!(Instant::now() < deadline, "signals are listened for");
    }
    signal(child.id(), "TERM");
    // What it prints fits into the pipe that nobody reads.
    assert_eq!(child.wait().expect("ended").code(), Some(0));
}

#[tokio::test]
async fn what_is_open_is_closed_and_what_was_begun_is_finished() {
    let folder = Folder::new();
    let process = Process::start(&folder.0, &[]);
    let (host, key) = (host(&process), process.key().to_owned());
    let address: SocketAddr = host.parse().expect("an address");
    let mut upload = Upload::begin(&host, &key);
    let mut socket = Socket::open(address, &[]).await;
    socket.init(&key).await;
    socket.subscribe("watch", WATCH).await;
    let mut events = Events::open(address, &key, WATCH).await;
    let ticket = ask(
        &host,
        &key,
        "POST",
        &format!("{}/terminal-ticket", container(&host, &key)),
        Some(("shutdown-ticket", "")),
    );
    let url = ticket.expect("an answer").1["data"]["url"].as_str().expect("an address").to_owned();
    let stream = tokio::net::TcpStream::connect(address).await.expect("a connection");
    let (mut terminal, _) = client_async(url, stream).await.expect("a terminal");

    signal(process.id(), "TERM");
    assert_eq!(socket.close().await, (1001, "shutting_down".to_owned()));
    assert_eq!(events.next().await.1["errors"][0]["extensions"]["code"], "shutting_down");
    assert_eq!(events.next().await.0, "complete");
    assert!(events.over().await, "the answer is whole");
    let close = async {
        loop {
            match terminal.next().await {
                Some(Ok(Message::Close(Some(frame)))) => break u16::from(frame.code),
                Some(Ok(_)) => {}
                other => panic!("no clean end: {other:?}"),
            }
        }
    };
    assert_eq!(close.await, 1001);
    assert_eq!(upload.finish(), 204);
    assert_eq!(process.exit_code(), Some(0));
}

#[test]
fn readiness_goes_first_and_requests_are_answered_meanwhile() {
    let folder = Folder::new();
    let process = Process::start(&folder.0, &["--drain", "600"]);
    let (host, key) = (host(&process), process.key().to_owned());
    let status = |path| ask(&host, &key, "GET", path, None).expect("an answer").0;
    assert_eq!(status("/readyz"), 200);
    signal(process.id(), "TERM");
    let deadline = Instant::now() + Duration::from_secs(10);
    while status("/readyz") != 503 {
        assert!(Instant::now() < deadline, "readiness ends");
    }
    assert_eq!(["/livez", "/health", "/v1/account"].map(status), [200, 200, 200]);
    signal(process.id(), "TERM");
    assert_eq!(process.exit_code(), Some(0), "another signal ends the wait");
}

#[test]
fn an_upload_that_stalls_is_waited_for_until_another_signal() {
    let folder = Folder::new();
    let mut process = Process::start(&folder.0, &[]);
    let mut upload = Upload::begin(&host(&process), process.key());
    signal(process.id(), "TERM");
    thread::sleep(Duration::from_secs(2));
    assert!(process.runs(), "the upload is waited for");
    let signalled = Instant::now();
    signal(process.id(), "INT");
    assert_eq!(process.exit_code(), Some(0));
    assert!(signalled.elapsed() < Duration::from_secs(5), "{:?}", signalled.elapsed());
    assert!(upload.is_cut_off());
}

#[test]
fn an_upload_that_stalls_is_refused_before_the_end() {
    let folder = Folder::new();
    let process = Process::start(&folder.0, &[]);
    let mut upload = Upload::begin(&host(&process), process.key());
    let signalled = Instant::now();
    assert_eq!(process.terminate(), Some(0));
    assert!(signalled.elapsed() < Duration::from_secs(45), "{:?}", signalled.elapsed());
    let answer = upload.answer();
    assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
}

fn host(process: &Process) -> String {
    process.address.trim_start_matches("http://").to_owned()
}

/// Whether the process has a handler of SIGTERM, as the kernel says (`proc_pid_status(5)`).
fn listens_for_signals(process: u32) -> bool {
    let status = fs::read_to_string(format!("/proc/{process}/status")).expect("a process of ours");
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).expect("its signals");
    let caught = u64::from_str_radix(caught.trim(), 16).expect("a mask");
    caught & (1 << (15 - 1)) != 0
}

/// The path of a container that runs.
fn container(host: &str, key: &str) -> String {
    let (_, all) = ask(host, key, "GET", "/v1/lxc/instances", None).expect("an answer");
    let runs = |one: &&Value| one["status"] == "running";
    let one = all["data"].as_array().expect("containers").iter().find(runs).expect("one that runs");
    format!("/v1/lxc/instances/{}", one["id"].as_str().expect("an id"))
}

/// A file of which a half was sent.
struct Upload(TcpStream);

impl Upload {
    fn begin(host: &str, key: &str) -> Self {
        let file = json!({ "originalName": "rows.csv", "mimeType": "text/csv", "sizeBytes": SIZE });
        let body = json!({ "tool": "csv-to-json", "files": [file] }).to_string();
        let change = Some(("shutdown-upload", body.as_str()));
        let (status, job) =
            ask(host, key, "POST", "/v1/conversion/prepare-upload", change).expect("an answer");
        assert_eq!(status, 201, "{job}");
        let url = job["data"]["files"][0]["upload"]["url"].as_str().expect("an address");
        let path = &url[url.find("/files/").expect("a path")..];
        let mut stream = TcpStream::connect(host).expect("a connection");
        let head = format!(
            "PUT {path} HTTP/1.1\r\nhost: x\r\ncontent-type: text/csv\r\ncontent-length: {SIZE}\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).expect("sent");
        stream.write_all(&[b'a'; SIZE / 2]).expect("sent");
        Self(stream)
    }

    /// Sends the other half, and gives the status of the answer.
    fn finish(&mut self) -> u16 {
        self.0.write_all(&[b'a'; SIZE / 2]).expect("sent");
        let mut answer = String::new();
        self.0.read_to_string(&mut answer).expect("an answer");
        answer.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status")
    }

    /// Whether the connection ended without an answer.
    fn is_cut_off(&mut self) -> bool {
        self.answer().is_empty()
    }

    /// What came until the connection ended.
    fn answer(&mut self) -> String {
        let mut answer = Vec::new();
        let _ = self.0.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }
}
