//! What the log says of a request.
use crate::{
    binary::{Folder, Process},
    client::send,
};
use std::fs;

const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";

#[test]
fn a_request_is_logged_with_its_trace_and_a_question_of_the_graph_with_its_name_and_hash() {
    let folder = Folder::new();
    let process = Process::start_logging(&folder.0, &[]);
    let host = process.address.trim_start_matches("http://");
    let body = r#"{"query":"query Greeting { account { id } }"}"#;
    let request = format!(
        "POST /graphql HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {}\r\ncontent-type: application/json\r\n\
         traceparent: 00-{TRACE}-00f067aa0ba902b7-01\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
        process.key(),
        body.len()
    );
    let answer = send(host, &request).expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert_eq!(process.terminate(), Some(0));

    let log = fs::read_to_string(folder.0.join("log")).expect("the log");
    assert!(!log.contains('\u{1b}'), "colours are for who reads along");
    let line = log.lines().find(|line| line.contains("answered") && line.contains("graphql"));
    let line = line.unwrap_or_else(|| panic!("no line about the request: {log}"));
    let hash = hosting_graphql::Hash::of("query Greeting { account { id } }");
    for said in [format!("trace_id=\"{TRACE}\""), "name=\"Greeting\"".to_owned(), format!("document={hash}")]
    {
        assert!(line.contains(&said), "{said} in {line}");
    }
}
