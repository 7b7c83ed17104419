//! Somebody's own billing, behind the binary: it is asked for the money, and says later what came of it.
use crate::{
    binary::{Folder, Process},
    client::{ask, send},
};
use aws_lc_rs::hmac;
use base64::{Engine, prelude::BASE64_STANDARD};
use hosting_core::clock::{Clock, SystemClock};
use serde_json::Value;
use std::{
    fs,
    io::{Read, Write},
    net::{TcpListener, TcpStream},
    process::Command,
    sync::mpsc::{Receiver, channel},
    thread,
    time::{Duration, Instant},
};

const SECRET: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

/// One that accepts whatever is due, and says no more.
fn billing() -> (String, Receiver<Value>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a listener");
    let address = format!("http://{}/charges", listener.local_addr().expect("an address"));
    let (handed, kept) = channel();
    thread::spawn(move || {
        for connection in listener.incoming() {
            let mut connection = connection.expect("a connection");
            if let Some(body) = body(&mut connection) {
                drop(handed.send(serde_json::from_slice(&body).expect("JSON")));
                let answer = b"HTTP/1.1 202 Accepted\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
                connection.write_all(answer).expect("an answer");
            }
        }
    });
    (address, kept)
}

fn body(connection: &mut TcpStream) -> Option<Vec<u8>> {
    let (mut read, mut piece) = (Vec::new(), [0; 1 << 14]);
    loop {
        let count = connection.read(&mut piece).ok().filter(|count| *count > 0)?;
        read.extend_from_slice(&piece[..count]);
        let Some(end) = read.windows(4).position(|window| window == b"\r\n\r\n") else { continue };
        let head = String::from_utf8_lossy(&read[..end]).to_ascii_lowercase();
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: "))?;
        if read.len() >= end + 4 + length.parse::<usize>().ok()? {
            return Some(read.split_off(end + 4));
        }
    }
}

/// The status of the answer to a message, which is signed as the guide says, or not.
fn told(host: &str, path: &str, body: &str, signed: bool) -> u16 {
    let timestamp = (SystemClock.now().millis() / 1000).to_string();
    let secret = BASE64_STANDARD.decode(SECRET.trim_start_matches("whsec_")).expect("a secret");
    let tag = hmac::sign(
        &hmac::Key::new(hmac::HMAC_SHA256, &secret),
        format!("msg_1.{timestamp}.{}", if signed { body } else { "else" }).as_bytes(),
    );
    let request = format!(
        "POST {path} HTTP/1.1\r\nhost: x\r\nwebhook-id: msg_1\r\nwebhook-timestamp: {timestamp}\r\n\
         webhook-signature: v1,{}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
        BASE64_STANDARD.encode(tag),
        body.len()
    );
    let mut stream = TcpStream::connect(host).expect("the platform");
    stream.write_all(request.as_bytes()).expect("a request");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    answer.split(' ').nth(1).expect("a status").parse().expect("a number")
}

const INVENTORY: &str = r#"{"prices": [], "registry": [], "accounts": [{
    "email": "ama@example.com", "full_name": "Ama Mensah", "preferred_language": "en", "timezone": "Africa/Accra",
    "status": "active", "domains": [], "services": [{
        "service_type": "conversion", "display_name": "Files", "status": "active", "plan_name": "Pro",
        "billing_months": 1, "renewal_price": 12.5, "renewal_currency": "USD", "auto_renew": true,
        "activated_at": "-28d", "renews_at": "+3d"
    }]
}]}"#;

fn hosting(folder: &Folder, arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hosting"));
    command.args(arguments).arg("--data").arg(&folder.0).env_remove("DATABASE_URL").env_remove("REDIS_URL");
    let output = command.output().expect("the program");
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

#[test]
fn what_is_due_is_asked_for_and_given_when_the_money_is_there() {
    let (endpoint, asked) = billing();
    let folder = Folder::new();
    let file = |name: &str, text: &str| {
        let path = folder.0.join(name);
        fs::write(&path, text).expect("a file");
        path.to_str().expect("a path").to_owned()
    };
    let secret = file("secret", SECRET);
    let backends = file(
        "backends.toml",
        &format!(
            "[[backend]]\nid = \"money\"\nport = \"billing\"\ndriver = \"webhook\"\nendpoint = \"{endpoint}\"\n\
             secret = \"file:{secret}\"\n"
        ),
    );
    hosting(&folder, &["inventory", "apply", &file("inventory.json", INVENTORY)]);
    let key =
        hosting(&folder, &["key", "create", "--account", "ama@example.com", "--name", "all", "--all-scopes"]);
    let process = Process::start(&folder.0, &["--backends", &backends, "--no-conversion", "--no-demo"]);
    let host = process.address.trim_start_matches("http://").to_owned();
    let due = loop {
        let told = asked.recv_timeout(Duration::from_secs(20)).expect("a charge within seconds");
        if told["type"] == "charge.due" {
            break told["data"].clone();
        }
    };
    assert_eq!((&due["amount"], &due["description"]), (&Value::from("12.50"), &Value::from("Pro")));

    let service = || ask(&host, &key, "GET", "/v1/services", None).expect("an answer").1["data"][0].clone();
    assert_eq!(service()["renews_at"], due["starts"], "nothing is given before it is paid");
    let paid = format!(r#"{{"type": "charge.paid", "data": {{"charge": {}}}}}"#, due["charge"]);
    assert_eq!(told(&host, "/webhooks/money", &paid, false), 401);
    assert_eq!(told(&host, "/webhooks/somebody", &paid, true), 404);
    assert_eq!(told(&host, "/webhooks/money", r#"{"type": "charge.paid"}"#, true), 400);
    assert_eq!(service()["renews_at"], due["starts"], "nor by somebody else's word");
    // It may be on its way to be noted that it is pending.
    let until = Instant::now() + Duration::from_secs(20);
    while service()["renews_at"] != due["ends"] {
        assert!(Instant::now() < until, "{}", service());
        assert_eq!(told(&host, "/webhooks/money", &paid, true), 204, "told again it is the same");
    }
    assert_eq!(told(&host, "/webhooks/money", &paid, true), 204);
    assert_eq!(service()["renews_at"], due["ends"], "a period is given once");
    let health =
        send(&host, "GET /health HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").expect("an answer");
    assert!(health.contains("\"money\"") && health.contains("\"webhook\""), "{health}");
    assert_eq!(process.terminate(), Some(0));
}
