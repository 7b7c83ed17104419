//! What is so of a bucket only.
use crate::{
    jobs, made_before,
    stage::{ACCESS_KEY, BUCKET, PRICES, SECRET_KEY, Stage, key, path, random, serve_s3, sum},
};
use axum::http::StatusCode;
use hosting_core::{
    AREAS, Platform, Time,
    background::run_routines,
    clock::SystemClock,
    conversion::{JobStatus, file, job},
    providers::{
        Failure,
        store::{Brought, Key, Store},
    },
    queue::work_once,
};
use hosting_drivers::s3::{Place, S3};
use sea_orm::{EntityTrait, IntoActiveModel};
use serde_json::{Value, json};
use std::{env, fs, path::PathBuf, sync::Arc};
use uuid::Uuid;

/// Starts a job whose file is there, and works it off.
async fn converted(stage: &Stage, job: &Value) -> Value {
    let (status, started) = stage.ask("POST", &path(job, "/start"), &json!({})).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{started}");
    while work_once(&stage.server.platform, AREAS).await.expect("the queue") {}
    stage.job(job).await
}

#[tokio::test]
async fn a_file_is_brought_from_a_bucket_once() {
    let (stage, heard) = Stage::s3_heard().await;
    let job = stage.prepare(None).await;
    assert!(stage.send(&job, PRICES).await.is_success());
    let name = key(&job).name;
    let (status, started) = stage.ask("POST", &path(&job, "/start"), &json!({})).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{started}");
    assert_eq!(heard.count("GET", &name), 0, "a start asks, and brings nothing");
    while work_once(&stage.server.platform, AREAS).await.expect("the queue") {}
    assert_eq!(stage.job(&job).await["status"], "succeeded");
    assert_eq!(heard.count("GET", &name), 1);
}

#[tokio::test]
async fn what_is_put_in_place_of_a_file_after_the_start_is_not_converted() {
    let stage = Stage::s3().await;
    let job = stage.prepare(None).await;
    assert!(stage.send(&job, PRICES).await.is_success());
    let (status, started) = stage.ask("POST", &path(&job, "/start"), &json!({})).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{started}");
    assert!(stage.send(&job, &PRICES.replace("Kente", "Batik")).await.is_success(), "its hour is not over");
    while work_once(&stage.server.platform, AREAS).await.expect("the queue") {}
    let job = stage.job(&job).await;
    assert_eq!((&job["status"], &job["error"]["code"]), (&json!("failed"), &json!("file_changed")), "{job}");
}

#[tokio::test]
async fn a_start_asks_a_bucket_for_the_type_too() {
    let stage = Stage::s3().await;
    let job = stage.prepare(None).await;
    fs::create_dir_all(&stage.folder).expect("a folder");
    fs::write(stage.folder.join("in"), PRICES).expect("a file");
    stage.store.keep(&key(&job), &stage.folder.join("in"), "image/png").await.expect("a store");
    let (status, refused) = stage.ask("POST", &path(&job, "/start"), &json!({})).await;
    assert_eq!((status, &refused["error"]["code"]), (StatusCode::CONFLICT, &json!("upload_incomplete")));
}

/// The bucket checks SHA-256 only: what else was said is checked by the work, which has to read the file anyway.
#[tokio::test]
async fn a_checksum_that_a_bucket_does_not_know_is_checked_by_the_work() {
    let stage = Stage::s3().await;
    // MD5 of the prices and of nothing, by coreutils and RFC 1321.
    for (md5, ends) in
        [(sum("md5sum", PRICES), "succeeded"), ("d41d8cd98f00b204e9800998ecf8427e".to_owned(), "failed")]
    {
        let job = stage.prepare(Some(&md5)).await;
        assert!(stage.send(&job, PRICES).await.is_success());
        let job = converted(&stage, &job).await;
        assert_eq!(job["status"], ends, "{job}");
        assert_eq!(job["files"][0]["checksum_verified"], ends == "succeeded", "{job}");
        let code = &job["error"]["code"];
        assert!(ends == "succeeded" || code == "checksum_mismatch", "{job}");
    }
}

#[tokio::test]
async fn a_large_file_goes_to_a_bucket_in_parts() {
    let (stage, heard) = Stage::s3_heard().await;
    fs::create_dir_all(&stage.folder).expect("a folder");
    let content: Vec<u8> = (0..20_u32 << 20).map(|at| u8::try_from(at % 251).expect("a byte")).collect();
    let (large, back) = (stage.folder.join("in"), stage.folder.join("out"));
    fs::write(&large, &content).expect("a file");
    let key = Key { job: Uuid::from_u128(77), name: "made-1-0".to_owned() };
    stage.store.keep(&key, &large, "application/zip").await.expect("a store");
    assert_eq!(heard.count("PUT", "partNumber="), 3);
    let found = stage.store.find(&key).await.expect("a store").expect("a file");
    assert_eq!((found.size, found.mime.as_deref()), (20 << 20, Some("application/zip")));
    assert_eq!(stage.store.fetch(&key, found.version.as_deref(), &back).await, Ok(Brought::Whole));
    assert!(fs::read(&back).expect("a file") == content);
    assert_eq!(stage.store.fetch(&key, Some("\"another\""), &back).await, Ok(Brought::Another));
}

/// A job whose hour is over at `at`, and which waits for one file.
async fn wait_for_file(stage: &Stage, id: Uuid, at: Time) {
    let account_id = stage.server.account;
    let job = job::Model {
        id,
        account_id,
        request_id: Uuid::nil(),
        tool: "csv-to-json".to_owned(),
        options: json!({}),
        sealed_options: None,
        status: JobStatus::AwaitingUpload,
        progress: 0,
        error: None,
        created_at: at,
        started_at: None,
        finished_at: None,
        expires_at: at,
        files_gone_at: None,
    };
    let file = file::Model {
        id,
        job_id: id,
        account_id,
        position: 0,
        original_name: "prices.csv".to_owned(),
        mime_type: "text/csv".to_owned(),
        size_bytes: i32::try_from(PRICES.len()).expect("a small file"),
        checksum: None,
        checksum_verified: None,
        sha256: None,
        uploaded_at: None,
    };
    let put = stage.server.platform.database().write(move |db| {
        Box::pin(async move {
            job::Entity::insert(job.into_active_model()).exec_without_returning(db).await?;
            file::Entity::insert(file.into_active_model()).exec_without_returning(db).await?;
            Ok(())
        })
    });
    put.await.expect("rows");
}

#[expect(clippy::disallowed_methods, reason = "the operator looks")]
async fn status_of(platform: &Platform, id: Uuid) -> JobStatus {
    let reader = platform.database().reader(false).await.expect("a database");
    let job = job::Entity::find_by_id(id).one(&reader.executor()).await.expect("a database");
    job.expect("a job").status
}

/// More jobs wait at once than are looked for at once, and the last has its file.
#[tokio::test]
async fn files_that_arrived_in_a_bucket_are_seen_however_many_jobs_wait() {
    let stage = Stage::s3().await;
    let platform = &stage.server.platform;
    let hour_ago = platform.clock().now().plus(-chrono::TimeDelta::hours(1));
    let jobs: Vec<Uuid> = (0..230).map(|_| platform.id()).collect();
    for id in &jobs {
        wait_for_file(&stage, *id, hour_ago).await;
    }
    fs::create_dir_all(&stage.folder).expect("a folder");
    fs::write(stage.folder.join("in"), PRICES).expect("a file");
    for id in [jobs[0], jobs[229]] {
        let key = Key { job: id, name: id.to_string() };
        stage.store.keep(&key, &stage.folder.join("in"), "text/csv").await.expect("a store");
    }
    run_routines(platform, AREAS).await;
    for (number, id) in jobs.iter().enumerate() {
        let status = if number == 0 || number == 229 { JobStatus::Uploading } else { JobStatus::Expired };
        assert_eq!(status_of(platform, *id).await, status, "{number}");
    }
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
