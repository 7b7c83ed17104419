//! Steps in which files are fetched, and go.
use super::{
    job_id, look, samples,
    sending::{HOME, changed},
    shown,
};
use crate::{database, stage::Http, world::World};
use axum::{body::Body, http::Request};
use cucumber::{given, then, when};
use hosting_core::{
    clock::Clock,
    conversion::{ConversionArtifact, remove_all_scraps},
    providers::store::{Key, Local, Store},
};
use sha2::{Digest, Sha256};
use std::{
    fs,
    path::Path,
    sync::atomic::{AtomicU32, Ordering},
};
use uuid::Uuid;

static COUNT: AtomicU32 = AtomicU32::new(0);

fn artifact(world: &World, name: &str) -> ConversionArtifact {
    let made = shown(world).artifacts.iter().find(|made| made.file_name == name);
    made.cloned().unwrap_or_else(|| panic!("the job made no {name}"))
}

async fn get(world: &mut World, url: &str, range: Option<String>) {
    let path = url.split_once("//").and_then(|(_, rest)| rest.find('/').map(|at| &rest[at..]));
    let mut request = Request::get(path.expect("a path"));
    if let Some(range) = range {
        request = request.header("range", range);
    }
    let http = world.stage.send(HOME, request.body(Body::empty()).expect("a request")).await;
    world.conversion.http = Some(http);
}

fn address(world: &World, name: &str) -> String {
    artifact(world, name).download_url.expect("an address")
}

fn fetched(world: &World) -> &Http {
    world.conversion.http.as_ref().expect("a file was fetched")
}

#[when(regex = r#"^\w+ fetches "([^"]+)"$"#)]
async fn fetches(world: &mut World, name: String) {
    let url = address(world, &name);
    get(world, &url, None).await;
}

#[when(regex = r#"^\w+ fetches "([^"]+)" by an address with another signature$"#)]
async fn fetches_forged(world: &mut World, name: String) {
    let url = changed(world, &address(world, &name), "signature");
    get(world, &url, None).await;
}

#[when(regex = r#"^\w+ fetches bytes (\d+) to (\d+) of "([^"]+)"$"#)]
async fn fetches_part(world: &mut World, from: u64, to: u64, name: String) {
    let url = address(world, &name);
    get(world, &url, Some(format!("bytes={from}-{to}"))).await;
}

#[then(regex = r#"^it is of the type "([^"]*)"$"#)]
fn is_of_type(world: &mut World, mime: String) {
    assert_eq!(fetched(world).status, 200);
    assert_eq!(fetched(world).header("content-type"), Some(mime.as_str()));
}

#[then(regex = r#"^it is to be saved as "([^"]*)"$"#)]
fn is_saved_as(world: &mut World, name: String) {
    let disposition = format!("attachment; filename*=UTF-8''{name}");
    assert_eq!(fetched(world).header("content-disposition"), Some(disposition.as_str()));
}

#[then("it is what the record says that it is")]
fn is_as_recorded(world: &mut World) {
    let made = &shown(world).artifacts[0];
    let body = &fetched(world).body;
    let sha256: String = Sha256::digest(body).iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(
        (&sha256, made.size_bytes.0),
        (&made.sha256, i64::try_from(body.len()).expect("a small file"))
    );
}

#[then("it holds the prices")]
fn holds_prices(world: &mut World) {
    let rows = fetched(world).json();
    let titles: Vec<_> = rows.as_array().expect("rows").iter().map(|row| row["title"].clone()).collect();
    assert_eq!(titles, ["Baobab", "Kente"]);
    assert!(samples::PRICES.contains("Kente"));
}

#[then(regex = r"^\w+ gets (\d+) bytes of it$")]
fn gets_bytes(world: &mut World, count: usize) {
    let (http, size) = (fetched(world), shown(world).artifacts[0].size_bytes.0);
    assert_eq!((http.status, http.body.len()), (206, count));
    let range = format!("bytes 0-{}/{size}", count - 1);
    assert_eq!(http.header("content-range"), Some(range.as_str()));
}

#[then(regex = r"^\w+ is told that it has no such part$")]
fn no_such_part(world: &mut World) {
    assert_eq!(fetched(world).status, 416);
}

#[then("a browser saves it and runs nothing of it")]
fn is_no_page(world: &mut World) {
    let http = fetched(world);
    let has = |name: &str, words: &str| http.header(name).is_some_and(|value| value.contains(words));
    assert!(has("content-disposition", "attachment") && has("x-content-type-options", "nosniff"));
    assert!(has("content-security-policy", "sandbox") && has("cache-control", "no-store"));
}

#[then("nothing can be fetched any more")]
async fn nothing_to_fetch(world: &mut World) {
    let job = look(world).await;
    assert!(!job.artifacts.is_empty());
    assert!(job.artifacts.iter().all(|made| made.download_url.is_none() && made.expires_at.is_none()));
}

/// Whether the store has any file of `job`.
async fn has_files(world: &World, job: Uuid) -> bool {
    let (store, mut after) = (&world.stage.backends.store, None);
    loop {
        let (jobs, next) = store.jobs(after).await.expect("a store");
        if jobs.contains(&job) {
            return true;
        }
        after = next;
        if after.is_none() {
            return false;
        }
    }
}

#[then(regex = r"^the store has (no file|files) of the job$")]
async fn store_has(world: &mut World, what: String) {
    assert_eq!(has_files(world, job_id(world)).await, what == "files");
}

#[given("the store has files of a job that never was")]
async fn has_orphan(world: &mut World) {
    let job = world.stage.clock.id();
    // Ids are the same in every scenario, and some are played at the same time.
    let file = database::folder().join(format!("orphan-{}", COUNT.fetch_add(1, Ordering::Relaxed)));
    fs::write(&file, "what a crash left").expect("a file");
    let key = Key { job, name: "left".to_owned() };
    world.stage.backends.store.keep(&key, &file, "text/plain").await.expect("a store");
    fs::remove_file(&file).expect("an end to the file");
    assert!(has_files(world, job).await);
    world.conversion.orphan = Some(job);
}

#[then("the store has files of that job")]
async fn orphan_is_there(world: &mut World) {
    let job = world.conversion.orphan.expect("files of a job that never was");
    assert!(has_files(world, job).await);
}

#[then("the store has no file of that job")]
async fn orphan_is_gone(world: &mut World) {
    let job = world.conversion.orphan.expect("files of a job that never was");
    assert!(!has_files(world, job).await);
}

#[given("the process died while a file arrived")]
async fn died_while_arriving(world: &mut World) {
    let incoming = world.stage.backends.store.receive(world.stage.clock.id()).await.expect("a store");
    world.conversion.scrap = Some(incoming.path().to_owned());
    // Who dies tidies nothing up.
    std::mem::forget(incoming);
}

#[when("the process starts again")]
async fn starts_again(world: &mut World) {
    remove_all_scraps(&world.stage.platform).await.expect("a start");
}

#[then("nothing is left of that file")]
fn scrap_is_gone(world: &mut World) {
    let scrap = world.conversion.scrap.as_ref().expect("a file that never was whole");
    assert!(!scrap.exists() && scrap.parent().is_some_and(Path::is_dir));
}
