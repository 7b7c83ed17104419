//! A machine on which nothing holds conversions in.
use crate::{
    binary::{Folder, Process},
    client::ask,
};
use std::{fs, process::Stdio};

const PREPARE: &str =
    r#"{"tool":"csv-to-json","files":[{"originalName":"a.csv","mimeType":"text/csv","sizeBytes":7}]}"#;

#[test]
fn all_but_conversion_is_served_and_the_operator_is_told_once() {
    let folder = Folder::new();
    let process = Process::start_unsealed(&folder.0, &[]);
    let host = process.address.trim_start_matches("http://").to_owned();
    let of = |method, path, change| ask(&host, process.key(), method, path, change).expect("an answer");
    let (status, health) = of("GET", "/health", None);
    assert_eq!((status, health["status"].as_str()), (200, Some("degraded")), "{health}");
    assert!(health["seal"]["refused"].is_string(), "{health}");
    assert_eq!(of("GET", "/v1/conversion/tools", None).1["data"], serde_json::json!([]));
    assert_eq!(of("POST", "/v1/conversion/prepare-upload", Some(("prepare-0001", PREPARE))).0, 503);
    assert_eq!(of("GET", "/v1/domains", None).0, 200);
    assert_eq!(process.terminate(), Some(0));
    let log = fs::read_to_string(folder.0.join("log")).expect("the log");
    assert_eq!(log.matches("files cannot be converted safely here").count(), 1, "{log}");
}

#[test]
fn where_conversion_is_required_it_does_not_start() {
    let folder = Folder::new();
    let mut command = Process::unsealed(&folder.0, &["--conversion", "required"]);
    let ended = command.stdin(Stdio::null()).output().expect("it is started");
    assert_eq!(ended.status.code(), Some(2));
    let said = String::from_utf8_lossy(&ended.stderr);
    assert!(said.contains("--conversion required"), "{said}");
}
