//! The store, whichever it is: one suite over a folder that we serve, and over a server that speaks S3.
mod ahead;
mod bucket;
mod stage;
#[path = "../support/mod.rs"]
mod support;

use axum::http::StatusCode;
use hosting_core::{
    AREAS,
    background::run_routines,
    clock::{Clock, SystemClock},
    providers::store::{Awaited, Brought, Key, Store, Titled},
    queue::work_once,
};
use reqwest::header;
use serde_json::json;
use stage::{PRICES, Stage, key, path, sha256, url};
use std::{fs, time::Duration};
use uuid::Uuid;

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
    let put = stage.store.upload(Awaited { key: &key, size, mime: "text/csv", sha256: None }, soon);
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
    assert_eq!(store.fetch(&key("made-1-0"), None, &folder.join("out")).await, Ok(Brought::Whole));
    assert_eq!(fs::read_to_string(folder.join("out")).expect("a file"), "what is kept");
    assert_eq!(store.fetch(&key("made-1-9"), None, &folder.join("none")).await, Ok(Brought::Nothing));
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
    assert!(stage.send(&job, PRICES).await.is_success());
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
    let sent = stage.send(&job, PRICES).await;
    assert!(sent.is_client_error(), "each says so at once: {sent}");
    let (status, refused) = stage.ask("POST", &path(&job, "/start"), &json!({})).await;
    if stage.store.local().is_some() {
        assert_eq!((status, &refused["error"]["code"]), (StatusCode::CONFLICT, &json!("upload_incomplete")));
        return;
    }
    // The server of these tests keeps what it has refused, and says nothing of its checksum: the work looks.
    while work_once(&stage.server.platform, AREAS).await.expect("the queue") {}
    assert_eq!(stage.job(&job).await["error"]["code"], "checksum_mismatch");
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

#[tokio::test]
async fn a_folder_removes_what_is_old_and_nobodys() {
    removes_what_is_old_and_nobodys(Stage::local().await).await;
}

#[tokio::test]
async fn a_bucket_removes_what_is_old_and_nobodys() {
    removes_what_is_old_and_nobodys(Stage::s3().await).await;
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
