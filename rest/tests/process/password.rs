//! Passwords are kept nowhere: not in the database, not in the log, not in what waits to be done.
use crate::{
    binary::{Folder, Process},
    client::ask,
};
use serde_json::{Value, json};
use std::{fs, path::Path};

/// A text that stands nowhere by chance.
fn password(number: u32) -> String {
    format!("Zebra-{number}-kWq8!fP2-Quagga")
}

#[test]
fn a_password_is_found_nowhere() {
    let folder = Folder::new();
    let process = Process::start_logging(&folder.0, &["--sandbox-pace", "50"]);
    let host = process.address.trim_start_matches("http://").to_owned();
    let key = Process::busy_key(&folder.0);
    let mut number = 0;
    let mut statuses = Vec::new();
    for (area, operation) in [("lxc", "resetLxcPassword"), ("kvm", "resetKvmPassword")] {
        let (_, answer) = ask(&host, &key, "GET", &format!("/v1/{area}/instances"), None).expect("an answer");
        let all: Vec<Value> = answer["data"].as_array().expect("machines").clone();
        for machine in all {
            // Those that run take it, all others refuse it; a wrong member beside it is refused too.
            let id = machine["id"].as_str().expect("an id");
            let path = format!("/v1/{area}/instances/{id}/password");
            for wrong in [false, true] {
                number += 1;
                let mut body = json!({ "password": password(number) });
                if wrong {
                    body["pasword"] = password(number).into();
                }
                let body = body.to_string();
                let change = (format!("password-{number}"), body);
                let change = (change.0.as_str(), change.1.as_str());
                let (status, _) = ask(&host, &key, "POST", &path, Some(change)).expect("an answer");
                let (again, _) = ask(&host, &key, "POST", &path, Some(change)).expect("an answer");
                assert_eq!(status, again, "{area} {id}");
                statuses.push(status);
            }
            number += 1;
            let query = format!(
                "mutation {{ {operation}(idempotencyKey: \"password-{number}\", input: {{ serviceId: \"{id}\", \
                 password: \"{}\" }}) {{ changedAt }} }}",
                password(number)
            );
            let body = json!({ "query": query }).to_string();
            ask(&host, &key, "POST", "/graphql", Some(("", &body))).expect("an answer");
        }
    }
    for status in [200, 400, 409] {
        assert!(statuses.contains(&status), "{status} of {statuses:?}");
    }
    assert_eq!(process.terminate(), Some(0));
    let log = fs::read_to_string(folder.0.join("log")).expect("a log");
    assert!(log.contains("resetLxcPassword"), "the log says what was asked");
    let found: Vec<String> = files(&folder.0).into_iter().filter(|file| holds_any(file, number)).collect();
    assert!(found.is_empty(), "passwords stand in {found:?}");
}

fn files(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    entries.filter(|path| path.is_file()).map(|path| path.display().to_string()).collect()
}

/// Whether a file holds one of the passwords, or their part that is the same in all.
fn holds_any(file: &str, count: u32) -> bool {
    assert!(count > 0, "passwords were sent");
    let bytes = fs::read(file).expect("a file");
    let holds = |text: &str| bytes.windows(text.len()).any(|window| window == text.as_bytes());
    holds("Quagga") || holds("Zebra-")
}
