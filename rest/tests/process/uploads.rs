//! Many large files at once: they pass through the process, and do not stay in it.
use crate::{
    binary::{Folder, Process},
    client::ask,
};
use serde_json::json;
use std::{
    env,
    io::{Read, Write},
    net::TcpStream,
    sync::{Arc, Barrier},
    thread,
};

/// Files that are sent at once.
const FILES: usize = 100;
/// How large each is in MiB, unless `HOSTING_UPLOAD_MIB` says it; an upload may have 50.
const MEBIBYTES: usize = 4;
/// What the process may need for all of them beside what it needs at rest, in kB.
const MEMORY: u64 = 150_000;

#[test]
fn a_hundred_files_at_once_need_little_memory() {
    let folder = Folder::new();
    let process = Process::start(&folder.0, &[]);
    let key = Process::busy_key(&folder.0);
    let host = process.address.trim_start_matches("http://").to_owned();
    let rest = process.memory("VmRSS:");
    let mebibytes = env::var("HOSTING_UPLOAD_MIB").map_or(MEBIBYTES, |size| size.parse().expect("a number"));
    let size = mebibytes << 20;
    let together = Arc::new(Barrier::new(FILES));
    let clients: Vec<_> = (0..FILES)
        .map(|number| {
            let file = json!({ "originalName": "rows.csv", "mimeType": "text/csv", "sizeBytes": size });
            let body = json!({ "tool": "csv-to-json", "files": [file] }).to_string();
            let change = Some((format!("upload-{number:04}"), body));
            let change = change.as_ref().map(|(key, body)| (key.as_str(), body.as_str()));
            let (status, job) =
                ask(&host, &key, "POST", "/v1/conversion/prepare-upload", change).expect("an answer");
            assert_eq!(status, 201, "{job}");
            let url = job["data"]["files"][0]["upload"]["url"].as_str().expect("an address").to_owned();
            let (host, together) = (host.clone(), Arc::clone(&together));
            thread::spawn(move || send(&host, &url[url.find("/files/").expect("a path")..], size, &together))
        })
        .collect();
    for client in clients {
        assert_eq!(client.join().expect("a client"), 204);
    }
    let most = process.memory("VmHWM:");
    println!("{FILES} files of {mebibytes} MiB at once: {rest} kB at rest, {most} kB at most");
    assert!(most < rest + MEMORY, "{rest} kB at rest, {most} kB at most");
}

/// Sends a file piece by piece; all wait for each other half-way.
fn send(host: &str, path: &str, size: usize, together: &Barrier) -> u16 {
    let mut stream = TcpStream::connect(host).expect("a connection");
    let head = format!(
        "PUT {path} HTTP/1.1\r\nhost: x\r\ncontent-type: text/csv\r\ncontent-length: {size}\r\nconnection: close\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).expect("sent");
    let piece = vec![b'a'; 64 << 10];
    let pieces = size / piece.len();
    for number in 0..pieces {
        if number == pieces / 2 {
            together.wait();
        }
        stream.write_all(&piece).expect("sent");
    }
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    answer.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status")
}
