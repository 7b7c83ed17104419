//! Steps about requests as they come over a line, and about what they are answered with.
use crate::{
    conversion,
    facades::rest::{read, start},
    line::listen,
    stage::Http,
    world::{Ending, World},
};
use axum::{
    body::Body,
    http::{HeaderMap, HeaderName, HeaderValue},
};
use cucumber::{then, when};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};

/// Sends `head` over a connection of its own, and reads to the end.
async fn exchange(world: &mut World, head: String) -> Http {
    let mut stream = TcpStream::connect(listen(world).await).await.expect("a connection");
    stream.write_all(head.as_bytes()).await.expect("a request");
    let mut answer = Vec::new();
    let read = timeout(Duration::from_secs(20), stream.read_to_end(&mut answer)).await;
    read.expect("an end").expect("an answer");
    answered(&answer)
}

/// An answer as it was written (RFC 9112), whose end is that of the connection.
fn answered(bytes: &[u8]) -> Http {
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").expect("a head");
    let head = String::from_utf8(bytes[..end].to_vec()).expect("plain text");
    let mut lines = head.split("\r\n");
    let status = lines.next().and_then(|line| line.split(' ').nth(1)).expect("a status");
    let header = |line: &str| {
        let (name, value) = line.split_once(':').expect("a header");
        let name: HeaderName = name.parse().expect("a name");
        (name, HeaderValue::from_str(value.trim()).expect("a value"))
    };
    let headers: HeaderMap = lines.map(header).collect();
    Http { status: status.parse().expect("a number"), headers, body: bytes[end + 4..].to_vec() }
}

#[when(regex = r"^(\w+) looks up her account over a bare connection by HTTP/(1\.[01]) with (.+)$")]
async fn looks_up(world: &mut World, who: String, version: String, hosts: String) {
    let token = world.person(&who).token.clone().expect("a token");
    let hosts: &[&str] = match hosts.as_str() {
        "one host" => &["platform.example"],
        "no host" => &[],
        "two hosts" => &["platform.example", "other.example"],
        "the same host twice" => &["platform.example", "platform.example"],
        "a host that is no one" => &["ama@platform.example"],
        other => panic!("no request with {other}"),
    };
    let hosts: String = hosts.iter().map(|host| format!("Host: {host}\r\n")).collect();
    let head = format!(
        "GET /v1/account HTTP/{version}\r\n{hosts}Authorization: Bearer {token}\r\nConnection: close\r\n\r\n"
    );
    let http = exchange(world, head).await;
    let told = read(http);
    world.end(&told);
}

/// Asks for `path`, with a header beside the usual ones.
async fn ask(world: &mut World, who: &str, path: &str, (name, value): (&str, &str)) -> Http {
    let person = world.person(who).clone();
    let request = start(&person, None).uri(path).header(name, value).body(Body::empty());
    let http = world.stage.send(person.address, request.expect("a request")).await;
    world.endings.push(Ending { outcome: Ok(Value::Null), http: Some(http.clone()) });
    http
}

#[when(regex = r#"^(\S+) lists (?:her|his) domains, and takes "([^"]*)"$"#)]
async fn lists(world: &mut World, who: String, taken: String) {
    ask(world, &who, "/v1/domains", ("accept-encoding", &taken)).await;
}

#[when(regex = r#"^(\S+) reads "([^"]*)", and takes "([^"]*)"$"#)]
async fn reads(world: &mut World, who: String, path: String, taken: String) {
    ask(world, &who, &path, ("accept-encoding", &taken)).await;
}

#[when(regex = r#"^(\S+) reads the job, and takes "([^"]*)"$"#)]
async fn reads_job(world: &mut World, who: String, taken: String) {
    let path = format!("/v1/conversion/jobs/{}", conversion::job_id(world));
    ask(world, &who, &path, ("accept-encoding", &taken)).await;
}

#[when(regex = r#"^(\S+) asks the graph for (?:her|his) (domains|job), and takes "([^"]*)"$"#)]
async fn asks_graph(world: &mut World, who: String, what: String, taken: String) {
    let document = match what.as_str() {
        "domains" => "{ domains { id domainName status nameServers } }".to_owned(),
        _ => {
            let job = conversion::job_id(world);
            format!("{{ conversionJob(jobId: \"{job}\") {{ files {{ upload {{ url headers }} }} }} }}")
        }
    };
    let person = world.person(&who).clone();
    let request = start(&person, None).method("POST").uri("/graphql").header("accept-encoding", taken);
    let request = request.header("content-type", "application/json");
    let body = json!({ "query": document }).to_string();
    let http = world.stage.send(person.address, request.body(body.into()).expect("a request")).await;
    world.endings.push(Ending { outcome: Ok(Value::Null), http: Some(http) });
}

#[when(regex = r#"^(\S+) reads "([^"]*)" twice, the second time knowing the answer$"#)]
async fn reads_twice(world: &mut World, who: String, path: String) {
    let first = ask(world, &who, &path, ("accept", "*/*")).await;
    assert_eq!(first.status, 200);
    let version = first.header("etag").expect("a version").to_owned();
    ask(world, &who, &path, ("if-none-match", &version)).await;
}

#[then(regex = r#"^the answer is packed as "([^"]*)"$"#)]
fn is_packed(world: &mut World, how: String) {
    let http = world.http();
    assert_eq!(http.status, 200);
    assert_eq!(http.header("content-encoding").unwrap_or("none"), how);
    // How it begins: gzip (RFC 1952), Zstandard (RFC 8878), JSON. Brotli has no mark.
    let begins = |start: &[u8]| http.body.starts_with(start);
    let as_said = match how.as_str() {
        "gzip" => begins(&[0x1f, 0x8b]),
        "zstd" => begins(&[0x28, 0xb5, 0x2f, 0xfd]),
        "none" => begins(b"{"),
        _ => !begins(b"{"),
    };
    assert!(as_said, "{:?}", &http.body[..http.body.len().min(20)]);
}

#[then(regex = r"^it is longer than (\d+) bytes$")]
fn is_longer(world: &mut World, bytes: usize) {
    assert!(world.http().body.len() > bytes, "{}", world.http().body.len());
}

#[then("the contract is not sent again")]
fn not_again(world: &mut World) {
    let http = world.http();
    assert_eq!((http.status, http.body.len()), (304, 0));
    assert!(http.header("etag").is_some(), "a version");
}
