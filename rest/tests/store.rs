//! The store, whichever it is: one suite over a folder that we serve, and over a server that speaks S3.
mod support;

use axum::http::StatusCode;
use hosting_core::{
    AREAS,
    background::run_routines,
    clock::{Clock, SystemClock},
    providers::{
        Failure,
        converter::Converter,
        store::{Awaited, Key, Store, Titled},
    },
    queue::work_once,
};
use hosting_drivers::{
    folder::Folder,
    s3::{Place, S3},
    sealed::Sealed,
};
use hosting_rest::{App, Options, Slowness, app, serve::serve};
use hyper_util::{
    rt::{TokioExecutor, TokioIo},
    server::conn::auto,
};
use reqwest::{Client, header};
use s3s::{auth::SimpleAuth, service::S3ServiceBuilder};
use serde_json::{Value, json};
use std::{env, fs, path::PathBuf, sync::Arc, time::Duration};
use support::{Server, workshop};
use tokio::{net::TcpListener, sync::watch};
use uuid::Uuid;

const PRICES: &str = "title,price\nBaobab,12.50\nKente,8\n";
const BUCKET: &str = "conversions";
const ACCESS_KEY: &str = "AKEXAMPLE";
const SECRET_KEY: &str = "a secret key for tests only";

/// A platform that is served, with its store.
struct Stage {
    server: Server,
    store: Arc<dyn Store>,
    client: Client,
    _stop: watch::Sender<bool>,
    folder: PathBuf,
}

impl Drop for Stage {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

impl Stage {
    async fn new(store: impl FnOnce(Folder) -> Arc<dyn Store>) -> Self {
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
        Self { server, store, client: Client::new(), _stop: stop, folder }
    }

    async fn local() -> Self {
        Self::new(|local| Arc::new(local)).await
    }

    async fn s3() -> Self {
        let root = env::temp_dir().join(format!("hosting-s3-{}", random()));
        fs::create_dir_all(root.join(BUCKET)).expect("a bucket");
        let endpoint = serve_s3(root).await;
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
        Self::new(|_| Arc::new(store)).await
    }

    async fn ask(&self, method: &str, path: &str, body: &Value) -> (StatusCode, Value) {
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

    async fn prepare(&self, checksum: Option<&str>) -> Value {
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

    async fn put(&self, url: &str, mime: &str, content: impl Into<String>) -> StatusCode {
        let content = content.into();
        let put = self.client.put(url).header(header::CONTENT_TYPE, mime);
        let put = put.header(header::CONTENT_LENGTH, content.len()).body(content);
        StatusCode::from_u16(put.send().await.expect("an answer").status().as_u16()).expect("a status")
    }

    async fn job(&self, job: &Value) -> Value {
        self.ask("GET", &path(job, ""), &json!({})).await.1
    }

    async fn there(&self, job: &Value) -> bool {
        self.store.find(&key(job)).await.expect("a store").is_some()
    }
}

fn random() -> String {
    hosting_core::clock::Clock::id(&SystemClock).to_string()
}

/// A server that speaks S3, in this process.
async fn serve_s3(root: PathBuf) -> String {
    let mut builder = S3ServiceBuilder::new(s3s_fs::FileSystem::new(root).expect("a folder"));
    builder.set_auth(SimpleAuth::from_single(ACCESS_KEY, SECRET_KEY));
    let service = builder.build();
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(async move {
        while let Ok((socket, _)) = listener.accept().await {
            let server = auto::Builder::new(TokioExecutor::new());
            let connection = server.serve_connection(TokioIo::new(socket), service.clone()).into_owned();
            tokio::spawn(connection);
        }
    });
    format!("http://{address}")
}

fn path(job: &Value, rest: &str) -> String {
    format!("/v1/conversion/jobs/{}{rest}", job["id"].as_str().expect("an id"))
}

fn url(job: &Value) -> String {
    job["files"][0]["upload"]["url"].as_str().expect("an address").to_owned()
}

fn key(job: &Value) -> Key {
    let text = |value: &Value| value.as_str().expect("an id").to_owned();
    Key { job: text(&job["id"]).parse().expect("a uuid"), name: text(&job["files"][0]["id"]) }
}

async fn takes_what_was_declared(stage: Stage) {
    let job = stage.prepare(None).await;
    let headers = &job["files"][0]["upload"]["headers"];
    assert_eq!(headers, &json!({ "Content-Type": "text/csv", "Content-Length": PRICES.len().to_string() }));
    let (short, long) = (&PRICES[1..], format!("{PRICES}!"));
    for (mime, content, what) in [
        ("text/csv", short.to_owned(), "too short"),
        ("text/csv", long, "too long"),
        ("text/plain", PRICES.to_owned(), "another type"),
    ] {
        let status = stage.put(&url(&job), mime, content).await;
        assert!(status.is_client_error(), "{what}: {status}");
        assert!(!stage.there(&job).await, "{what}");
    }
    let good = url(&job);
    let other = Uuid::from_u128(7).to_string();
    let id = job["id"].as_str().expect("an id");
    let signature = good.to_lowercase().find("signature=").expect("a signature") + 10;
    let forged = format!("{}00000000{}", &good[..signature], &good[signature + 8..]);
    let unsigned = good.split('?').next().expect("a path").to_owned();
    for wrong in [good.replacen(id, &other, 1), forged, unsigned] {
        let status = stage.put(&wrong, "text/csv", PRICES).await;
        assert!(status.is_client_error(), "{wrong}: {status}");
        assert!(!stage.there(&job).await);
    }
    assert!(stage.put(&good, "text/csv", PRICES).await.is_success());
    let found = stage.store.find(&key(&job)).await.expect("a store").expect("a file");
    assert_eq!(usize::try_from(found.size), Ok(PRICES.len()));
    let seen = stage.job(&job).await;
    assert_eq!(seen["status"], "ready", "{seen}");
    assert!(seen["files"][0]["uploaded_at"].is_string() && seen["files"][0]["upload"].is_null());
}

async fn ends_addresses(stage: Stage) {
    let job = stage.prepare(None).await;
    let (key, now) = (key(&job), stage.server.platform.clock().now());
    let soon = now.plus(chrono::TimeDelta::seconds(1));
    let size = i64::try_from(PRICES.len()).expect("a small file");
    let put = stage.store.upload(Awaited { key: &key, size, mime: "text/csv" }, soon);
    let get = stage.store.download(Titled { key: &key, name: "prices.csv", mime: "text/csv" }, soon);
    tokio::time::sleep(Duration::from_millis(2100)).await;
    let status = stage.put(&put.url, "text/csv", PRICES).await;
    assert_eq!(status, StatusCode::FORBIDDEN);
    let got = stage.client.get(get).send().await.expect("an answer");
    assert_eq!(got.status().as_u16(), 403);
    assert!(!stage.there(&job).await);
}

async fn keeps_until_it_removes(stage: Stage) {
    let (store, folder) = (&stage.store, stage.folder.join("kept"));
    fs::create_dir_all(&folder).expect("a folder");
    let key = |name: &str| Key { job: Uuid::from_u128(77), name: name.to_owned() };
    fs::write(folder.join("in"), "what is kept").expect("a file");
    for name in ["made-1-0", "made-1-1"] {
        store.keep(&key(name), &folder.join("in"), "text/plain").await.expect("a store");
    }
    assert_eq!(store.fetch(&key("made-1-0"), &folder.join("out")).await, Ok(true));
    assert_eq!(fs::read_to_string(folder.join("out")).expect("a file"), "what is kept");
    assert_eq!(store.fetch(&key("made-1-9"), &folder.join("none")).await, Ok(false));
    assert_eq!(jobs(&**store).await, [Uuid::from_u128(77)]);
    for _ in 0..2 {
        store.remove(Uuid::from_u128(77)).await.expect("a store");
        assert_eq!(store.find(&key("made-1-0")).await, Ok(None));
        assert!(jobs(&**store).await.is_empty());
    }
    assert_eq!(store.ping().await, Ok(()));
}

async fn jobs(store: &dyn Store) -> Vec<Uuid> {
    let (mut all, mut after) = (Vec::new(), None);
    loop {
        let (jobs, next) = store.jobs(after).await.expect("a store");
        all.extend(jobs);
        if next.is_none() {
            return all;
        }
        after = next;
    }
}

async fn carries_a_conversion(stage: Stage) {
    // SHA-256 of the prices, by coreutils.
    let job = stage.prepare(Some(&sha256(PRICES))).await;
    let (status, refused) = stage.ask("POST", &path(&job, "/start"), &json!({})).await;
    assert_eq!((status, &refused["error"]["code"]), (StatusCode::CONFLICT, &json!("upload_incomplete")));
    assert!(stage.put(&url(&job), "text/csv", PRICES).await.is_success());
    let (status, refused) = stage.ask("POST", &path(&job, "/cancel"), &json!({})).await;
    assert_eq!((status, &refused["error"]["code"]), (StatusCode::CONFLICT, &json!("job_not_cancellable")));
    let (status, started) = stage.ask("POST", &path(&job, "/start"), &json!({})).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{started}");
    assert_eq!(started["files"][0]["checksum_verified"], true, "{started}");
    while work_once(&stage.server.platform, AREAS).await.expect("the queue") {}
    let job = stage.job(&job).await;
    assert_eq!(job["status"], "succeeded", "{job}");
    let made = &job["artifacts"][0];
    let get = || stage.client.get(made["download_url"].as_str().expect("an address"));
    let got = get().send().await.expect("an answer");
    let line =
        |name| got.headers().get(name).and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned();
    assert_eq!(line(header::CONTENT_TYPE), "application/json");
    assert_eq!(line(header::CONTENT_DISPOSITION), "attachment; filename*=UTF-8''prices.json");
    let text = got.text().await.expect("a file");
    assert_eq!(sha256(&text), made["sha256"]);
    assert!(text.contains("Kente"), "{text}");
    let part = get().header(header::RANGE, "bytes=0-4").send().await.expect("an answer");
    assert_eq!((part.status().as_u16(), part.text().await.expect("a part").as_str()), (206, &text[..5]));
}

async fn refuses_a_wrong_checksum(stage: Stage) {
    let job = stage.prepare(Some(&sha256("another"))).await;
    let sent = stage.put(&url(&job), "text/csv", PRICES).await;
    let (status, refused) = stage.ask("POST", &path(&job, "/start"), &json!({})).await;
    assert_eq!((status, &refused["error"]["code"]), (StatusCode::CONFLICT, &json!("upload_incomplete")));
    // A store of ours says so at once.
    assert_eq!(sent.is_client_error(), stage.store.local().is_some(), "{sent}");
}

/// The id of a job that was made so long ago.
fn made_before(age: chrono::TimeDelta) -> Uuid {
    let at = SystemClock.now().plus(-age).millis() / 1000;
    Uuid::new_v7(uuid::Timestamp::from_unix(uuid::NoContext, u64::try_from(at).expect("after 1970"), 0))
}

async fn removes_what_is_old_and_nobodys(stage: Stage) {
    let (young, old) = (chrono::TimeDelta::days(1), chrono::TimeDelta::days(3));
    let [young, old] = [young, old].map(|age| Key { job: made_before(age), name: "made-1-0".to_owned() });
    let stranger = Key { job: Uuid::from_u128(77), ..young.clone() };
    fs::create_dir_all(&stage.folder).expect("a folder");
    fs::write(stage.folder.join("in"), "what is kept").expect("a file");
    for key in [&young, &old, &stranger] {
        stage.store.keep(key, &stage.folder.join("in"), "text/plain").await.expect("a store");
    }
    run_routines(&stage.server.platform, AREAS).await;
    let there = async |key| stage.store.find(key).await.expect("a store").is_some();
    assert_eq!([there(&young).await, there(&old).await, there(&stranger).await], [true, false, true]);
}

/// A store in the bucket at `endpoint`.
fn bucket(endpoint: &str, prefix: &str, installation: &str, secret_key: &str, name: &str) -> S3 {
    let [endpoint, prefix, installation, secret_key, bucket] =
        [endpoint, prefix, installation, secret_key, name].map(str::to_owned);
    let (region, access_key) = ("us-east-1".to_owned(), ACCESS_KEY.to_owned());
    let place = Place { endpoint, bucket, prefix, installation, region, access_key, secret_key };
    S3::new(place, Arc::new(SystemClock)).expect("a place")
}

/// An endpoint that has a bucket, and where its files are.
async fn endpoint() -> (String, PathBuf) {
    let root = env::temp_dir().join(format!("hosting-s3-{}", random()));
    fs::create_dir_all(root.join(BUCKET)).expect("a bucket");
    (serve_s3(root.clone()).await, root)
}

#[tokio::test]
async fn what_another_installation_keeps_in_a_bucket_is_never_ours() {
    let (endpoint, root) = endpoint().await;
    let [one, again, other, beside] = [("", "one"), ("", "one"), ("", "other"), ("other/", "other")]
        .map(|(prefix, installation)| bucket(&endpoint, prefix, installation, SECRET_KEY, BUCKET));
    let key = Key { job: made_before(chrono::TimeDelta::days(9)), name: "made-1-0".to_owned() };
    fs::write(root.join("in"), "what is kept").expect("a file");
    for same in [&one, &again, &other] {
        assert_eq!(same.owner().await.as_deref(), Ok("one"));
    }
    one.keep(&key, &root.join("in"), "text/plain").await.expect("a store");
    assert!(matches!(other.jobs(None).await, Err(Failure::Misconfigured(_))), "nothing of it can be removed");
    assert!(matches!(other.ping().await, Err(Failure::Misconfigured(_))), "and the operator is told");
    assert_eq!(beside.owner().await.as_deref(), Ok("other"));
    assert!(jobs(&beside).await.is_empty());
    assert_eq!(jobs(&one).await, [key.job]);
    fs::remove_dir_all(root).expect("it goes");
}

#[tokio::test]
async fn a_bucket_that_does_not_let_us_in_is_misconfigured() {
    let (endpoint, root) = endpoint().await;
    for (store, why) in [
        (bucket(&endpoint, "", "one", "a wrong key", BUCKET), "SignatureDoesNotMatch"),
        (bucket(&endpoint, "", "one", SECRET_KEY, "elsewhere"), "NoSuchBucket"),
    ] {
        let failure = store.ping().await.expect_err("a refusal");
        assert!(matches!(&failure, Failure::Misconfigured(said) if said.contains(why)), "{failure}");
    }
    fs::remove_dir_all(root).expect("it goes");
}

#[tokio::test]
async fn a_folder_removes_what_is_old_and_nobodys() {
    removes_what_is_old_and_nobodys(Stage::local().await).await;
}

#[tokio::test]
async fn a_bucket_removes_what_is_old_and_nobodys() {
    removes_what_is_old_and_nobodys(Stage::s3().await).await;
}

fn sha256(text: &str) -> String {
    use std::{
        io::Write,
        process::{Command, Stdio},
    };
    let mut sum = Command::new("sha256sum");
    let mut sum = sum.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("coreutils");
    sum.stdin.take().expect("its input").write_all(text.as_bytes()).expect("its input");
    let told = sum.wait_with_output().expect("a sum").stdout;
    String::from_utf8_lossy(&told).chars().take(64).collect()
}

#[tokio::test]
async fn a_folder_takes_what_was_declared() {
    takes_what_was_declared(Stage::local().await).await;
}

#[tokio::test]
async fn a_bucket_takes_what_was_declared() {
    takes_what_was_declared(Stage::s3().await).await;
}

#[tokio::test]
async fn addresses_of_a_folder_end() {
    ends_addresses(Stage::local().await).await;
}

#[tokio::test]
async fn addresses_of_a_bucket_end() {
    ends_addresses(Stage::s3().await).await;
}

#[tokio::test]
async fn a_folder_keeps_until_it_removes() {
    keeps_until_it_removes(Stage::local().await).await;
}

#[tokio::test]
async fn a_bucket_keeps_until_it_removes() {
    keeps_until_it_removes(Stage::s3().await).await;
}

#[tokio::test]
async fn a_folder_carries_a_conversion() {
    carries_a_conversion(Stage::local().await).await;
}

#[tokio::test]
async fn a_bucket_carries_a_conversion() {
    carries_a_conversion(Stage::s3().await).await;
}

#[tokio::test]
async fn a_folder_refuses_a_wrong_checksum() {
    refuses_a_wrong_checksum(Stage::local().await).await;
}

#[tokio::test]
async fn a_bucket_refuses_a_wrong_checksum() {
    refuses_a_wrong_checksum(Stage::s3().await).await;
}

/// Not a failure of ours: the file can be sent again, and is told when.
#[tokio::test]
async fn a_file_is_put_off_while_the_database_takes_nothing() {
    let stage = Stage::local().await;
    let job = stage.prepare(None).await;
    let other = rusqlite::Connection::open(stage.server.folder().join("hosting.db")).expect("the database");
    other.execute_batch("BEGIN IMMEDIATE").expect("a lock");
    let put = stage.client.put(url(&job)).header(header::CONTENT_TYPE, "text/csv").body(PRICES);
    let answer = put.send().await.expect("an answer");
    assert_eq!(answer.status().as_u16(), 503);
    assert!(answer.headers().contains_key(header::RETRY_AFTER));
    assert!(answer.text().await.expect("a text").contains("\"overloaded\""));
    other.execute_batch("ROLLBACK").expect("no lock");
    assert_eq!(stage.put(&url(&job), "text/csv", PRICES).await, StatusCode::NO_CONTENT);
}
