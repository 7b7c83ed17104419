//! A platform that is served, and its store: a folder of ours, or a bucket of a server in this process.
use crate::support::{Server, workshop};
use axum::http::StatusCode;
use hosting_core::{
    clock::SystemClock,
    providers::{
        converter::Converter,
        store::{Key, Store},
    },
};
use hosting_drivers::{
    folder::Folder,
    s3::{Place, S3},
    sealed::Sealed,
};
use hosting_rest::{App, Options, Slowness, app, serve::serve};
use hyper::service::{Service, service_fn};
use hyper_util::{
    rt::{TokioExecutor, TokioIo},
    server::conn::auto,
};
use reqwest::{Client, header};
use s3s::{auth::SimpleAuth, service::S3ServiceBuilder};
use serde_json::{Value, json};
use std::{
    env, fs,
    path::PathBuf,
    sync::{Arc, Mutex},
};
use tokio::{net::TcpListener, sync::watch};

pub const PRICES: &str = "title,price\nBaobab,12.50\nKente,8\n";
pub const BUCKET: &str = "conversions";
pub const ACCESS_KEY: &str = "AKEXAMPLE";
pub const SECRET_KEY: &str = "a secret key for tests only";

/// A platform that is served, with its store.
pub struct Stage {
    pub server: Server,
    pub store: Arc<dyn Store>,
    pub client: Client,
    _stop: watch::Sender<bool>,
    pub folder: PathBuf,
    /// That of the bucket's server.
    bucket: Option<PathBuf>,
}

impl Drop for Stage {
    fn drop(&mut self) {
        for folder in std::iter::once(&self.folder).chain(&self.bucket) {
            let _ = fs::remove_dir_all(folder);
        }
    }
}

impl Stage {
    pub async fn new(store: impl FnOnce(Folder) -> Arc<dyn Store>) -> Self {
        let folder = env::temp_dir().join(format!("hosting-store-{}", random()));
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let base_url = format!("http://{}", listener.local_addr().expect("an address"));
        let converter: Arc<dyn Converter> = Arc::new(Sealed::new(workshop().await, folder.join("work")));
        let files = folder.join("files");
        let mut kept = None;
        let store = |_: &std::path::Path, secret: &hosting_core::Secret, base_url: &str| {
            let store = store(Folder::new(files, secret.clone(), base_url));
            kept = Some(Arc::clone(&store));
            store
        };
        let server = Server::start_with(&base_url, store, converter).await;
        let (stop, stopped) = watch::channel(false);
        let options = Options { base_url, ..Options::default() };
        tokio::spawn(serve(
            listener,
            app(App::new(server.platform.clone(), options)),
            Slowness::default(),
            stopped,
        ));
        let store = kept.expect("a store");
        Self { server, store, client: Client::new(), _stop: stop, folder, bucket: None }
    }

    pub async fn local() -> Self {
        Self::new(|local| Arc::new(local)).await
    }

    pub async fn s3() -> Self {
        Self::s3_heard().await.0
    }

    /// The same, and what its server hears.
    pub async fn s3_heard() -> (Self, Heard) {
        let root = env::temp_dir().join(format!("hosting-s3-{}", random()));
        fs::create_dir_all(root.join(BUCKET)).expect("a bucket");
        let heard = Heard::default();
        let endpoint = serve_s3_heard(root.clone(), heard.clone()).await;
        let place = Place {
            endpoint,
            bucket: BUCKET.to_owned(),
            prefix: "ours/".to_owned(),
            installation: "ours".to_owned(),
            region: "us-east-1".to_owned(),
            access_key: ACCESS_KEY.to_owned(),
            secret_key: SECRET_KEY.to_owned(),
        };
        let store = S3::new(place, Arc::new(SystemClock)).expect("a place");
        let mut stage = Self::new(|_| Arc::new(store)).await;
        stage.bucket = Some(root);
        (stage, heard)
    }

    pub async fn ask(&self, method: &str, path: &str, body: &Value) -> (StatusCode, Value) {
        let (credential, key) = (format!("Bearer {}", self.server.key), random());
        let headers = [
            ("authorization", credential.as_str()),
            ("idempotency-key", key.as_str()),
            ("content-type", "application/json"),
        ];
        let body = if method == "GET" { String::new() } else { body.to_string() };
        let answer = self.server.send_with(method, path, &headers, body.as_bytes()).await;
        let json = serde_json::from_str::<Value>(&answer.text).expect("JSON");
        (answer.status, if json["data"].is_null() { json } else { json["data"].clone() })
    }

    pub async fn prepare(&self, checksum: Option<&str>) -> Value {
        let mut file =
            json!({ "originalName": "prices.csv", "mimeType": "text/csv", "sizeBytes": PRICES.len() });
        if let Some(checksum) = checksum {
            file["checksum"] = checksum.into();
        }
        let body = json!({ "tool": "csv-to-json", "files": [file] });
        let (status, job) = self.ask("POST", "/v1/conversion/prepare-upload", &body).await;
        assert_eq!(status, StatusCode::CREATED, "{job}");
        job
    }

    pub async fn put(&self, url: &str, mime: &str, content: impl Into<String>) -> StatusCode {
        let content = content.into();
        let put = self.client.put(url).header(header::CONTENT_TYPE, mime);
        let put = put.header(header::CONTENT_LENGTH, content.len()).body(content);
        StatusCode::from_u16(put.send().await.expect("an answer").status().as_u16()).expect("a status")
    }

    /// Sends the file of `job` as its record says.
    pub async fn send(&self, job: &Value, content: &str) -> StatusCode {
        let upload = &job["files"][0]["upload"];
        let mut put = self.client.put(upload["url"].as_str().expect("an address")).body(content.to_owned());
        for (name, value) in upload["headers"].as_object().expect("header lines") {
            put = put.header(name, value.as_str().expect("a text"));
        }
        StatusCode::from_u16(put.send().await.expect("an answer").status().as_u16()).expect("a status")
    }

    pub async fn job(&self, job: &Value) -> Value {
        self.ask("GET", &path(job, ""), &json!({})).await.1
    }

    pub async fn there(&self, job: &Value) -> bool {
        self.store.find(&key(job)).await.expect("a store").is_some()
    }
}

pub fn random() -> String {
    hosting_core::clock::Clock::id(&SystemClock).to_string()
}

/// What a server was asked: the method and the address of each request.
#[derive(Clone, Default)]
pub struct Heard(Arc<Mutex<Vec<String>>>);

impl Heard {
    /// How often it was asked by `method` for what has `word` in its address.
    pub fn count(&self, method: &str, word: &str) -> usize {
        let all = self.0.lock().expect("no panic");
        all.iter().filter(|line| line.starts_with(method) && line.contains(word)).count()
    }
}

/// A server that speaks S3, in this process.
pub async fn serve_s3(root: PathBuf) -> String {
    serve_s3_heard(root, Heard::default()).await
}

pub async fn serve_s3_heard(root: PathBuf, heard: Heard) -> String {
    let mut builder = S3ServiceBuilder::new(s3s_fs::FileSystem::new(root).expect("a folder"));
    builder.set_auth(SimpleAuth::from_single(ACCESS_KEY, SECRET_KEY));
    let service = builder.build();
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(async move {
        while let Ok((socket, _)) = listener.accept().await {
            let server = auto::Builder::new(TokioExecutor::new());
            let (service, heard) = (service.clone(), heard.clone());
            let hear = service_fn(move |request: hyper::Request<hyper::body::Incoming>| {
                heard.0.lock().expect("no panic").push(format!("{} {}", request.method(), request.uri()));
                Service::call(&service, request)
            });
            let connection = server.serve_connection(TokioIo::new(socket), hear).into_owned();
            tokio::spawn(connection);
        }
    });
    format!("http://{address}")
}

pub fn path(job: &Value, rest: &str) -> String {
    format!("/v1/conversion/jobs/{}{rest}", job["id"].as_str().expect("an id"))
}

pub fn url(job: &Value) -> String {
    job["files"][0]["upload"]["url"].as_str().expect("an address").to_owned()
}

pub fn key(job: &Value) -> Key {
    let text = |value: &Value| value.as_str().expect("an id").to_owned();
    Key { job: text(&job["id"]).parse().expect("a uuid"), name: text(&job["files"][0]["id"]) }
}

pub fn sha256(text: &str) -> String {
    sum("sha256sum", text)
}

/// What a program of coreutils says of a text.
pub fn sum(program: &str, text: &str) -> String {
    use std::{
        io::Write,
        process::{Command, Stdio},
    };
    let mut sum = Command::new(program);
    let mut sum = sum.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("coreutils");
    sum.stdin.take().expect("its input").write_all(text.as_bytes()).expect("its input");
    let told = sum.wait_with_output().expect("a sum").stdout;
    String::from_utf8_lossy(&told).split_whitespace().next().expect("a sum").to_owned()
}
