//! What was answered is kept, whatever happens to the process.
use crate::{
    binary::{Folder, Process},
    client::send,
};
use rusqlite::Connection;
use std::{
    collections::BTreeSet,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU32, Ordering},
    },
    thread,
    time::Duration,
};

/// What clients had an answer to before the process was gone.
#[derive(Default)]
struct Answered {
    requests: Mutex<BTreeSet<String>>,
    keys: Mutex<BTreeSet<String>>,
}

#[test]
fn a_kill_loses_nothing_that_was_answered() {
    let folder = Folder::new();
    let first = Process::start(&folder.0, &[]);
    let key = first.key().to_owned();
    let domain = any_domain(&first, &key);
    let answered = Arc::new(Answered::default());
    let mut process = first;
    for round in 0..4_u32 {
        drive(&process, &key, &domain, &answered, round);
        process.kill();
        process = Process::start(&folder.0, &[]);
        assert!(process.keys.is_empty(), "a key is printed once");
    }
    drop(process);
    let file = Connection::open(folder.0.join("hosting.db")).expect("the database");
    let all = |sql: &str| -> BTreeSet<String> {
        let mut rows = file.prepare(sql).expect("a query");
        rows.query_map([], |row| row.get(0)).expect("rows").map(|row| row.expect("a row")).collect()
    };
    let entries = all("SELECT lower(hex(request_id)) FROM usage_entry");
    let answered_requests = answered.requests.lock().expect("no panic").clone();
    let lost: Vec<_> = answered_requests.difference(&entries).collect();
    assert!(answered_requests.len() > 100, "the clients were answered: {}", answered_requests.len());
    assert!(lost.is_empty(), "of {} answered requests {} left no entry", answered_requests.len(), lost.len());
    let keys = all("SELECT key FROM idempotency WHERE answer IS NOT NULL");
    let answered_keys = answered.keys.lock().expect("no panic").clone();
    assert!(answered_keys.is_subset(&keys), "a change that was answered can be replayed");
    assert!(all("SELECT key FROM idempotency WHERE answer IS NULL").is_empty(), "no claim is left half-way");
    let sums = "SELECT CAST((SELECT sum(succeeded + rejected) FROM usage_count) - count(*) AS TEXT) FROM usage_entry";
    assert_eq!(all(sums), BTreeSet::from(["0".to_owned()]), "the sums agree with the entries");
}

/// Four clients read and change, until the process is killed in the middle of it.
fn drive(process: &Process, key: &str, domain: &str, answered: &Arc<Answered>, round: u32) {
    let count = Arc::new(AtomicU32::new(0));
    let host = process.address.trim_start_matches("http://").to_owned();
    for client in 0..4 {
        let (count, answered, host) = (count.clone(), answered.clone(), host.clone());
        let (key, domain) = (key.to_owned(), domain.to_owned());
        thread::spawn(move || {
            // Until the process is gone.
            for turn in 1..100_000 {
                let idempotency = format!("crash-{round}-{client}-{turn}");
                let change = turn % 2 == 0;
                let body = format!("{{\"enabled\":{}}}", turn % 4 == 0);
                let (method, path) = match change {
                    true => ("PUT", format!("/v1/domains/{domain}/auto-renew")),
                    false => ("GET", "/v1/account".to_owned()),
                };
                let body = if change { body } else { String::new() };
                let request = format!(
                    "{method} {path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {key}\r\nidempotency-key: {idempotency}\r\n\
                     content-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
                    body.len()
                );
                let Some(answer) = send(&host, &request) else { return };
                let id = answer.split("x-request-id: ").nth(1).and_then(|rest| rest.split("\r\n").next());
                let id = id.expect("every answer has an id").replace('-', "");
                answered.requests.lock().expect("no panic").insert(id);
                if change && answer.starts_with("HTTP/1.1 200") {
                    answered.keys.lock().expect("no panic").insert(idempotency);
                }
                count.fetch_add(1, Ordering::Relaxed);
            }
        });
    }
    // In the middle of the work: after some answers, whenever those come.
    for _ in 0..2000 {
        if count.load(Ordering::Relaxed) >= 60 {
            break;
        }
        thread::sleep(Duration::from_millis(5));
    }
}

/// A domain of the demo data that can be changed.
pub fn any_domain(process: &Process, key: &str) -> String {
    let host = process.address.trim_start_matches("http://");
    let request = format!(
        "GET /v1/domains HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {key}\r\nconnection: close\r\n\r\n"
    );
    let answer = send(host, &request).expect("an answer");
    let active =
        answer.split("{\"id\":\"").find(|one| one.contains("\"status\":\"active\"")).expect("a domain");
    active[..36].to_owned()
}
