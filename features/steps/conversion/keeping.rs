//! Steps about what an account keeps of its conversions.
use super::{look, samples, shown};
use crate::{
    time::span,
    words::{choice, list},
    world::World,
};
use cucumber::{given, then};
use hosting_core::{
    clock::Clock,
    conversion::{JobStatus, artifact, file, job},
    providers::store::Key,
};
use uuid::Uuid;

/// Puts a job of `who` where it is `status`.
async fn job_of(world: &mut World, who: &str, status: JobStatus) -> job::Model {
    let account_id = world.person(who).account;
    let clock = &world.stage.clock;
    let now = clock.now();
    let over = status.is_final();
    let row = job::Model {
        id: clock.id(),
        account_id,
        request_id: clock.id(),
        tool: "csv-to-json".to_owned(),
        options: serde_json::json!({}),
        sealed_options: None,
        status,
        progress: 0,
        error: None,
        created_at: now,
        started_at: None,
        finished_at: over.then_some(now),
        expires_at: now.plus(span(24, "hour")),
        files_gone_at: None,
    };
    world.stage.insert(row.clone()).await;
    row
}

#[given(regex = r#"^(\S+) has (\d+) jobs that are "([^"]*)"$"#)]
async fn has_jobs(world: &mut World, who: String, count: usize, status: String) {
    for _ in 0..count {
        job_of(world, &who, choice::<JobStatus>(&status)).await;
    }
}

#[given(regex = r"^(\S+) keeps made files of (\d+) bytes$")]
async fn keeps_made(world: &mut World, who: String, size_bytes: i64) {
    let job = job_of(world, &who, JobStatus::Succeeded).await;
    let half = size_bytes / 2;
    for (position, size_bytes) in (0..).zip([half, size_bytes - half]) {
        let made = artifact::Model {
            id: world.stage.clock.id(),
            job_id: job.id,
            account_id: job.account_id,
            position,
            place: format!("made-1-{position}"),
            file_name: "prices.json".to_owned(),
            mime_type: "application/json".to_owned(),
            size_bytes,
            sha256: "0".repeat(64),
        };
        world.stage.insert(made).await;
    }
}

#[given(
    regex = r#"^(\S+) has a job that is "([^"]*)", whose file of (\d+) bytes was (sent|announced only)$"#
)]
async fn has_job_with_file(world: &mut World, who: String, status: String, size_bytes: i32, how: String) {
    let job = job_of(world, &who, choice::<JobStatus>(&status)).await;
    let row = file::Model {
        id: Uuid::from_u128(8),
        job_id: job.id,
        account_id: job.account_id,
        position: 0,
        original_name: "prices.csv".to_owned(),
        mime_type: "text/csv".to_owned(),
        size_bytes,
        checksum: None,
        checksum_verified: None,
        sha256: None,
        uploaded_at: (how == "sent").then_some(job.created_at),
    };
    world.stage.insert(row).await;
}

/// Where the store has the file `name` of the job.
pub fn key_of(world: &World, name: &str) -> Key {
    let job = shown(world);
    let file = job.files.iter().find(|file| file.original_name == name).expect("a file of the job");
    Key { job: job.id, name: file.id.to_string() }
}

/// What the file `name` holds.
pub fn content_of(name: &str) -> Vec<u8> {
    samples::content(name)
}

#[then(regex = r#"^only "([^"]*)" is awaited$"#)]
async fn only_awaited(world: &mut World, names: String) {
    let job = look(world).await;
    let awaited = job.files.into_iter().filter(|file| file.upload.is_some() && file.uploaded_at.is_none());
    assert_eq!(awaited.map(|file| file.original_name).collect::<Vec<_>>(), list(&names, ", "));
}
