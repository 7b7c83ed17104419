//! Tools that take more than they may.
use crate::stage::{Stage, tight};
use hosting_engine::{Code, Failed, Limits};
use serde_json::json;
use std::{
    env,
    time::{Duration, Instant},
};

pub async fn run(stage: &Stage, only: &str) {
    let (time, files) = (Duration::from_secs(1), 30);
    for (what, limits, code) in [
        ("memory", tight(), Code::MemoryExceeded),
        ("memorypieces", tight(), Code::MemoryExceeded),
        ("processor", tight(), Code::TimeExceeded),
        ("time", Limits { time, ..tight() }, Code::TimeExceeded),
        ("file", tight(), Code::OutputTooLarge),
        ("files", tight(), Code::OutputTooLarge),
        ("empty", Limits { processor: Duration::from_secs(30), ..tight() }, Code::TooManyEntries),
        (
            "threads",
            Limits { memory: 4 << 30, processor: Duration::from_secs(10), ..tight() },
            Code::ConversionFailed,
        ),
        ("stack", tight(), Code::NestingTooDeep),
        ("panic", tight(), Code::ConversionFailed),
        ("open", Limits { files, ..tight() }, Code::ConversionFailed),
    ] {
        stage.test(only, what, bomb(stage, what, limits, code)).await;
    }
    stage.test(only, "files that no folder has do not fill the disk", unseen(stage)).await;
}

/// With more than that of the disk taken, whoever takes it, the work ends, and can be done another time.
async fn unseen(stage: &Stage) {
    let disk = rustix::fs::statvfs(env::temp_dir()).expect("a disk");
    let spare = (disk.f_bavail * disk.f_frsize).saturating_sub(64 << 20);
    let limits = Limits { spare, processor: Duration::from_secs(20), ..tight() };
    match stage.convert("take", json!({"what": "unseen"}), limits).await.1 {
        Err(Failed::Unavailable(why)) => assert_eq!(why, "the disk is full"),
        other => panic!("{other:?}"),
    }
}

async fn bomb(stage: &Stage, what: &str, limits: Limits, code: Code) {
    let began = Instant::now();
    assert_eq!(stage.fails("take", json!({"what": what}), limits).await, code, "{what}");
    assert!(began.elapsed() < Duration::from_mins(1), "{what} took {:?}", began.elapsed());
}
