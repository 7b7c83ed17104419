//! A server of RDAP (RFC 7480, RFC 9083) that does wrong where it is told to.
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
    sync::Barrier,
    task::JoinHandle,
};

/// What a server does with a request.
#[derive(Clone)]
pub enum Does {
    /// Sends an answer.
    Answers(Answer),
    /// The same, as soon as so many others wait for theirs.
    AnswersWith(Arc<Barrier>, Answer),
    /// Sends half of it, and hangs up.
    BreaksOff(Answer),
    /// Keeps the connection, and says nothing.
    Hangs,
}

/// An answer of HTTP.
#[derive(Clone)]
pub struct Answer {
    pub status: u16,
    pub headers: Vec<(&'static str, String)>,
    pub body: String,
}

impl Answer {
    pub fn new(status: u16, media_type: &str, body: impl Into<String>) -> Self {
        Self { status, headers: vec![("Content-Type", media_type.to_owned())], body: body.into() }
    }

    pub fn rdap(status: u16, body: &Value) -> Self {
        Self::new(status, "application/rdap+json", body.to_string())
    }

    pub fn empty(status: u16) -> Self {
        Self { status, headers: Vec::new(), body: String::new() }
    }

    pub fn with(mut self, header: &'static str, value: &str) -> Self {
        self.headers.push((header, value.to_owned()));
        self
    }
}

/// A domain as registries show it (RFC 9083 section 5.3).
pub fn found(name: &str) -> Answer {
    Answer::rdap(
        200,
        &json!({
            "rdapConformance": ["rdap_level_0", "icann_rdap_response_profile_1"],
            "objectClassName": "domain",
            "handle": "2336799_DOMAIN-TEST",
            "ldhName": name.to_uppercase(),
            "status": ["client transfer prohibited"],
            "events": [{"eventAction": "registration", "eventDate": "2001-02-03T04:05:06Z"}],
            "nameservers": [{"objectClassName": "nameserver", "ldhName": "NS1.HOST.TEST"}],
            "entities": [{"objectClassName": "entity", "handle": "9995", "roles": ["registrar"]}],
            "secureDNS": {"delegationSigned": false},
        }),
    )
}

/// An error (RFC 9083 section 6).
pub fn error(code: u16) -> Answer {
    let body = json!({"rdapConformance": ["rdap_level_0"], "errorCode": code, "title": "An error", "description": ["Of a test."]});
    Answer::rdap(code, &body)
}

/// What was asked: the path, and what the asker takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    pub path: String,
    pub accept: String,
}

/// A running server; it ends with its value.
pub struct Server {
    pub base: String,
    asked: Arc<Mutex<Vec<Asked>>>,
    task: JoinHandle<()>,
}

impl Server {
    /// One that does what `act` makes of each path.
    pub async fn start(act: impl Fn(&str) -> Does + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}/rdap/", listener.local_addr().unwrap());
        let (asked, act) = (Arc::<Mutex<Vec<Asked>>>::default(), Arc::new(act));
        let noted = Arc::clone(&asked);
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (act, asked) = (Arc::clone(&act), Arc::clone(&noted));
                tokio::spawn(serve(stream, move |request: Asked| {
                    let does = act(&request.path);
                    asked.lock().unwrap().push(request);
                    does
                }));
            }
        });
        Self { base, asked, task }
    }

    /// One that does what `act` makes of each name that it is asked for.
    pub async fn of_names(act: impl Fn(&str) -> Does + Send + Sync + 'static) -> Self {
        Self::start(move |path| match path.strip_prefix("/rdap/domain/") {
            Some(name) => act(name),
            None => Does::Answers(error(400)),
        })
        .await
    }

    /// What it was asked, in order.
    pub fn asked(&self) -> Vec<Asked> {
        self.asked.lock().unwrap().clone()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Answers one request; an asker that goes away is none of its business.
async fn serve(stream: TcpStream, act: impl FnOnce(Asked) -> Does) {
    let mut stream = BufReader::new(stream);
    let Some(asked) = read(&mut stream).await else { return };
    let (answer, whole) = match act(asked) {
        Does::Answers(answer) => (answer, true),
        Does::AnswersWith(others, answer) => {
            others.wait().await;
            (answer, true)
        }
        Does::BreaksOff(answer) => (answer, false),
        // Until the asker hangs up.
        Does::Hangs => {
            let _ = stream.read_line(&mut String::new()).await;
            return;
        }
    };
    let octets = written(&answer);
    let sent = if whole { octets.len() } else { octets.len() - answer.body.len() / 2 };
    let _ = stream.write_all(&octets[..sent]).await;
    let _ = stream.shutdown().await;
}

/// The request, all of its header.
async fn read(stream: &mut BufReader<TcpStream>) -> Option<Asked> {
    let (mut first, mut accept) = (String::new(), String::new());
    stream.read_line(&mut first).await.ok()?;
    loop {
        let mut line = String::new();
        stream.read_line(&mut line).await.ok()?;
        match line.trim_end().split_once(':') {
            Some((name, value)) if name.eq_ignore_ascii_case("accept") => {
                value.trim().clone_into(&mut accept);
            }
            Some(_) => {}
            None => break,
        }
    }
    let path = first.strip_prefix("GET ")?.split(' ').next()?.to_owned();
    Some(Asked { path, accept })
}

fn written(answer: &Answer) -> Vec<u8> {
    let headers: String = answer.headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    let (status, length, body) = (answer.status, answer.body.len(), &answer.body);
    format!("HTTP/1.1 {status} -\r\nConnection: close\r\n{headers}Content-Length: {length}\r\n\r\n{body}")
        .into_bytes()
}
