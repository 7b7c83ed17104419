//! A server of HTTP that answers what it is told to.
use reqwest::Url;
use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
    time::Duration,
};
use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt},
    net::TcpListener,
};
use tokio_rustls::TlsAcceptor;

/// What was asked.
pub struct Request {
    pub method: String,
    pub path: String,
    /// What follows the path, or stands in a form.
    pub fields: HashMap<String, String>,
    /// Their names in lower case.
    pub headers: HashMap<String, String>,
    pub body: String,
}

impl Request {
    pub fn field(&self, name: &str) -> &str {
        self.fields.get(name).map_or("", String::as_str)
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", String::as_str)
    }
}

/// What a request is answered with.
pub enum Reply {
    /// A status, and a body.
    Said(u16, String),
    /// The same, with a header.
    With(u16, &'static str, String),
    /// The connection is closed without a word.
    Cut,
    /// Nothing.
    Silence,
}

type Answer = Arc<dyn Fn(&Request) -> Reply + Send + Sync>;

/// A running server; it ends with its test.
#[derive(Clone)]
pub struct Server {
    pub url: String,
    /// What was asked, each as `GET /json-api/version`.
    pub asked: Arc<Mutex<Vec<String>>>,
}

impl Server {
    pub async fn start(answer: impl Fn(&Request) -> Reply + Send + Sync + 'static) -> Self {
        Self::over(None, answer).await
    }

    /// The same, over TLS where there is what to begin it with.
    pub async fn over(
        tls: Option<TlsAcceptor>,
        answer: impl Fn(&Request) -> Reply + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let scheme = if tls.is_some() { "https" } else { "http" };
        let url = format!("{scheme}://127.0.0.1:{}", listener.local_addr().unwrap().port());
        let (asked, answer): (Arc<Mutex<Vec<String>>>, Answer) = (Arc::default(), Arc::new(answer));
        let heard = Arc::clone(&asked);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (answer, heard, tls) = (Arc::clone(&answer), Arc::clone(&heard), tls.clone());
                tokio::spawn(async move {
                    match tls {
                        Some(tls) => {
                            if let Ok(stream) = tls.accept(stream).await {
                                one(stream, &answer, &heard).await;
                            }
                        }
                        None => one(stream, &answer, &heard).await,
                    }
                });
            }
        });
        Self { url, asked }
    }

    /// How often something that begins so was asked.
    pub fn count(&self, what: &str) -> usize {
        self.asked.lock().unwrap().iter().filter(|asked| asked.starts_with(what)).count()
    }
}

async fn one(mut stream: impl AsyncRead + AsyncWrite + Unpin, answer: &Answer, heard: &Mutex<Vec<String>>) {
    let Some(request) = read(&mut stream).await else { return };
    heard.lock().unwrap().push(format!("{} {}", request.method, request.path));
    let (status, header, body) = match answer(&request) {
        Reply::Said(status, body) => (status, "x-said: so", body),
        Reply::With(status, header, body) => (status, header, body),
        Reply::Cut => return,
        Reply::Silence => return tokio::time::sleep(Duration::from_secs(10)).await,
    };
    let length = body.len();
    let text = format!(
        "HTTP/1.1 {status} X\r\ncontent-length: {length}\r\n{header}\r\nconnection: close\r\n\r\n{body}"
    );
    let _sent = stream.write_all(text.as_bytes()).await;
    let _sent = stream.shutdown().await;
}

async fn read(stream: &mut (impl AsyncRead + Unpin)) -> Option<Request> {
    let (mut read, mut piece) = (Vec::new(), [0; 4096]);
    loop {
        match stream.read(&mut piece).await {
            Ok(count @ 1..) => read.extend_from_slice(&piece[..count]),
            _ => return None,
        }
        let text = String::from_utf8_lossy(&read).into_owned();
        let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
        let mut lines = head.lines();
        let line = lines.next()?.to_owned();
        let headers: HashMap<_, _> = lines
            .filter_map(|line| line.split_once(": "))
            .map(|(name, value)| (name.to_lowercase(), value.to_owned()))
            .collect();
        let length = headers.get("content-length").map_or(0, |length| length.parse().unwrap());
        if body.len() >= length {
            return Some(parsed(&line, headers, body.to_owned()));
        }
    }
}

fn parsed(line: &str, headers: HashMap<String, String>, body: String) -> Request {
    let mut words = line.split(' ');
    let (method, target) = (words.next().unwrap().to_owned(), words.next().unwrap());
    let mut url: Url = format!("http://server{target}").parse().unwrap();
    if headers.get("content-type").is_some_and(|kind| kind.ends_with("urlencoded")) {
        url.set_query(Some(&body));
    }
    let fields = url.query_pairs().into_owned().collect();
    Request { method, path: url.path().to_owned(), fields, headers, body }
}
