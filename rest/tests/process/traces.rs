//! A request, its operation, the job that it queued and what the backend did for that are one trace.
use crate::{
    binary::{Folder, Process},
    client::send,
};
use std::{
    io::{Read, Write},
    net::{TcpListener, TcpStream},
    sync::mpsc::{Receiver, channel},
    thread,
    time::Duration,
};
use uuid::Uuid;

/// A collector of traces that keeps what it is handed.
fn collector() -> (String, Receiver<Vec<u8>>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a listener");
    let address = format!("http://{}", listener.local_addr().expect("an address"));
    let (handed, kept) = channel();
    thread::spawn(move || {
        for connection in listener.incoming() {
            let handed = handed.clone();
            thread::spawn(move || {
                let mut connection = connection.expect("a connection");
                while let Some(body) = body(&mut connection) {
                    drop(handed.send(body));
                    let answer = b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n";
                    connection.write_all(answer).expect("an answer");
                }
            });
        }
    });
    (address, kept)
}

/// The body of the next request.
fn body(connection: &mut TcpStream) -> Option<Vec<u8>> {
    let (mut read, mut piece) = (Vec::new(), [0; 1 << 14]);
    loop {
        let count = connection.read(&mut piece).ok().filter(|count| *count > 0)?;
        read.extend_from_slice(&piece[..count]);
        let Some(end) = read.windows(4).position(|window| window == b"\r\n\r\n") else { continue };
        let head = String::from_utf8_lossy(&read[..end]).to_ascii_lowercase();
        assert!(head.starts_with("post /v1/traces "), "{head}");
        let length =
            head.lines().find_map(|line| line.strip_prefix("content-length: "))?.parse::<usize>().ok()?;
        if read.len() >= end + 4 + length {
            return Some(read.split_off(end + 4));
        }
    }
}

fn holds(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

#[test]
fn what_is_done_for_a_request_is_one_trace_of_its_id() {
    let (collector, handed) = collector();
    let folder = Folder::new();
    let process = Process::start(&folder.0, &["--otlp-endpoint", &collector, "--no-conversion"]);
    let host = process.address.trim_start_matches("http://").to_owned();
    let ask = |method: &str, path: &str, body: &str| {
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {}\r\ncontent-type: application/json\r\n\
             idempotency-key: traced-2031\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
            process.key(),
            body.len()
        );
        send(&host, &request).expect("an answer")
    };
    let domains = ask("GET", "/v1/domains", "");
    let domain = domains.split('{').find(|one| one.contains("harborlight-analytics.ai")).expect("a domain");
    let domain = domain.split('"').nth(3).expect("its id").to_owned();
    let added =
        ask("POST", &format!("/v1/domains/{domain}/dns"), r#"{"name":"traced","content":"192.0.2.80"}"#);
    assert!(added.starts_with("HTTP/1.1 202"), "{added}");
    let id = added.lines().find_map(|line| line.strip_prefix("x-request-id: ")).expect("an id");
    let trace = id.trim().parse::<Uuid>().expect("an id").into_bytes();
    // The work is done soon after the answer; what is left is handed over at the end.
    thread::sleep(Duration::from_secs(3));
    assert_eq!(process.terminate(), Some(0));

    let bodies: Vec<u8> = handed.try_iter().flatten().collect();
    // Each span begins with its trace (field 1, 16 bytes).
    let spans: Vec<&[u8]> = {
        let start = [&[0x0a, 16][..], &trace].concat();
        let starts: Vec<usize> = (0..bodies.len()).filter(|at| bodies[*at..].starts_with(&start)).collect();
        starts.iter().map(|at| &bodies[*at..bodies.len().min(at + 600)]).collect()
    };
    for (name, said) in [
        (&b"request"[..], &b"/v1/domains/{domainId}/dns"[..]),
        (b"operation", b"createDnsRecord"),
        (b"job", b"put_record"),
        (b"backend", b"dns"),
    ] {
        let found = spans.iter().any(|span| holds(span, name) && holds(span, said));
        assert!(found, "{} is in none of {} spans", String::from_utf8_lossy(name), spans.len());
    }
}
