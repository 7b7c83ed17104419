//! Somebody's billing, as the guide tells operators to build it: it checks signatures, and remembers what is paid.
use aws_lc_rs::hmac;
use base64::{Engine, prelude::BASE64_STANDARD};
use hosting_drivers::webhook::{Options, Webhook};
use hosting_kernel::{clock::SystemClock, providers::billing::Payment};
use serde_json::{Value, json};
use std::{
    collections::HashSet,
    net::SocketAddr,
    sync::{Arc, Mutex},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

/// What messages are signed with, both ways.
pub const SECRET: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

/// The driver of whoever listens at `endpoint`.
pub fn driver(endpoint: &str) -> Webhook {
    let options = Options { endpoint: endpoint.to_owned(), secret: SECRET.to_owned() };
    Webhook::new(&options, Arc::new(SystemClock)).unwrap()
}

/// The signature of a message, as anybody who knows the secret makes it.
pub fn signature(id: &str, timestamp: &str, body: &[u8]) -> String {
    let secret = BASE64_STANDARD.decode(SECRET.trim_start_matches("whsec_")).unwrap();
    let signed = [id.as_bytes(), b".", timestamp.as_bytes(), b".", body].concat();
    let tag = hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, &secret), &signed);
    format!("v1,{}", BASE64_STANDARD.encode(tag))
}

#[derive(Default)]
struct State {
    paid: HashSet<String>,
    says: Option<Payment>,
    /// An answer that is given as it stands, whatever is asked.
    wrong: Option<(u16, String)>,
    heard: Vec<(String, Value)>,
}

/// A server that keeps accounts.
pub struct Bank {
    address: SocketAddr,
    state: Arc<Mutex<State>>,
}

impl Bank {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (address, state) = (listener.local_addr().unwrap(), Arc::<Mutex<State>>::default());
        let of = Arc::clone(&state);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(one(stream, Arc::clone(&of)));
            }
        });
        Self { address, state }
    }

    pub fn endpoint(&self) -> String {
        format!("http://{}/charges", self.address)
    }

    /// What comes of charges that are not paid, from now on.
    pub fn say(&self, payment: Payment) {
        self.state.lock().unwrap().says = Some(payment);
    }

    /// Answers so from now on, whatever is asked.
    pub fn go_wrong(&self, status: u16, body: &str) {
        self.state.lock().unwrap().wrong = Some((status, body.to_owned()));
    }

    pub fn paid(&self) -> usize {
        self.state.lock().unwrap().paid.len()
    }

    /// The ids and bodies of all messages.
    pub fn heard(&self) -> Vec<(String, Value)> {
        self.state.lock().unwrap().heard.clone()
    }
}

async fn one(mut stream: TcpStream, state: Arc<Mutex<State>>) {
    let (mut all, mut piece) = (Vec::new(), [0; 4096]);
    let (head, body) = loop {
        let Ok(count @ 1..) = stream.read(&mut piece).await else { return };
        all.extend_from_slice(&piece[..count]);
        let Some(end) = all.windows(4).position(|four| four == b"\r\n\r\n") else { continue };
        let head = String::from_utf8_lossy(&all[..end]).to_ascii_lowercase();
        let raw = String::from_utf8_lossy(&all[..end]).into_owned();
        let length: usize = header(&head, "content-length").unwrap().parse().unwrap();
        if all.len() >= end + 4 + length {
            break (raw, all[end + 4..].to_vec());
        }
    };
    let (status, answer) = answered(&head, &body, &state);
    let text = format!(
        "HTTP/1.1 {status} X\r\ncontent-length: {}\r\nretry-after: 7\r\nconnection: close\r\n\r\n{answer}",
        answer.len()
    );
    let _sent = stream.write_all(text.as_bytes()).await;
}

fn header<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    head.lines().find_map(|line| {
        let (key, value) = line.split_once(": ")?;
        key.eq_ignore_ascii_case(name).then_some(value)
    })
}

fn answered(head: &str, body: &[u8], state: &Mutex<State>) -> (u16, String) {
    let (id, timestamp) = (header(head, "webhook-id").unwrap(), header(head, "webhook-timestamp").unwrap());
    if header(head, "webhook-signature") != Some(&*signature(id, timestamp, body)) {
        return (401, "who are you?".to_owned());
    }
    let mut state = state.lock().unwrap();
    let told: Value = serde_json::from_slice(body).unwrap();
    state.heard.push((id.to_owned(), told.clone()));
    if let Some(wrong) = state.wrong.clone() {
        return wrong;
    }
    let charge = told["data"]["charge"].as_str().unwrap_or_default().to_owned();
    let said = match told["type"].as_str().unwrap() {
        "charge.due" => match state.says.clone().unwrap_or(Payment::Paid) {
            _ if state.paid.contains(&charge) => json!({ "status": "paid" }),
            Payment::Paid => {
                state.paid.insert(charge);
                json!({ "status": "paid" })
            }
            Payment::Pending => json!({ "status": "pending" }),
            Payment::Declined(why) => json!({ "status": "declined", "reason": why }),
        },
        "charge.withdrawn" if state.paid.contains(&charge) => json!({ "status": "paid" }),
        "charge.withdrawn" => json!({ "status": "withdrawn" }),
        _ => json!({}),
    };
    (200, said.to_string())
}
