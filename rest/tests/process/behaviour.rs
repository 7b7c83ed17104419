//! The results of a run, as the operator hands them over.
use crate::{
    binary::{Folder, Process},
    client::send,
};
use std::fs;

const RUN: &str = r#"{"format":1,"commit":"0123456789abcdef","began":"2026-01-02T03:04:05Z","seconds":61.5,
    "ran_on":["SQLite 3.51"],"chosen":[],"played":[]}"#;

fn shown(process: &Process) -> String {
    let host = process.address.trim_start_matches("http://");
    let request = "GET /docs/behaviour HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";
    send(host, request).expect("the page")
}

#[test]
fn a_file_of_results_is_shown() {
    let folder = Folder::new();
    let without = Process::start(&folder.0, &["--no-conversion"]);
    assert!(shown(&without).contains("Nothing is verified in this build"));
    drop(without);
    let file = folder.0.join("results.json");
    fs::write(&file, RUN).expect("a file");
    let with = Process::start(&folder.0, &["--no-conversion", "--behaviour", file.to_str().expect("a path")]);
    let page = shown(&with);
    assert!(page.contains("<code>0123456789ab</code>") && page.contains("SQLite 3.51"));
}

#[test]
fn what_is_no_file_of_results_is_refused_before_anything_is_done() {
    let folder = Folder::new();
    let (data, file) = (folder.0.join("data"), folder.0.join("results.json"));
    let good = folder.0.join("good.json");
    fs::write(&good, RUN).expect("a file");
    let (name, good) = (file.to_str().expect("a path"), good.to_str().expect("a path"));
    for (text, why) in [
        (None, "No such file"),
        (Some("{}"), "is not the results of a run"),
        (Some("no JSON"), "is not the results of a run"),
        (Some(&*RUN.replace("\"format\":1", "\"format\":2")), "is of format 2; this build reads format 1"),
        (Some(&*RUN.replace("\"played\":[]", "\"played\":[7]")), "is not the results of a run"),
    ] {
        let _ = fs::remove_file(&file);
        if let Some(text) = text {
            fs::write(&file, text).expect("a file");
        }
        for arguments in [&["--behaviour", name][..], &["--behaviour", good, "--behaviour-before", name]] {
            let ended = Process::command(&data, arguments).output().expect("it ends");
            let told = String::from_utf8_lossy(&ended.stderr).into_owned();
            assert_eq!(ended.status.code(), Some(2), "{told}");
            let flag = arguments[arguments.len() - 2];
            assert!(told.contains(&format!("{flag} {name}: {why}")), "{told}");
            assert!(!data.exists(), "nothing was begun");
        }
    }
}

#[test]
fn an_earlier_run_alone_says_nothing() {
    let folder = Folder::new();
    let ended = Process::command(&folder.0, &["--behaviour-before", "old.json"]).output().expect("it ends");
    assert_eq!(ended.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&ended.stderr).contains("--behaviour <FILE>"));
}
