//! A client of the binary: one connection for each request.
use serde_json::Value;
use std::{
    io::{Read, Write},
    net::TcpStream,
    time::Duration,
};

/// The whole answer; nothing if it was cut off.
pub fn send(host: &str, request: &str) -> Option<String> {
    let mut stream = TcpStream::connect(host).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(10))).ok()?;
    stream.write_all(request.as_bytes()).ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).ok()?;
    let (head, body) = answer.split_once("\r\n\r\n")?;
    let length = head.split("content-length: ").nth(1)?.split("\r\n").next()?.parse::<usize>().ok()?;
    (body.len() == length).then_some(answer)
}

/// The status and the JSON of an answer; nothing if it was cut off.
pub fn ask(
    host: &str,
    token: &str,
    method: &str,
    path: &str,
    change: Option<(&str, &str)>,
) -> Option<(u16, Value)> {
    let (key, body) = change.unwrap_or_default();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {token}\r\nidempotency-key: {key}\r\n\
         content-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    );
    let answer = send(host, &request)?;
    let status = answer.split(' ').nth(1)?.parse().ok()?;
    Some((status, serde_json::from_str(answer.split_once("\r\n\r\n")?.1).ok()?))
}
