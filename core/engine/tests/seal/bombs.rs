//! Tools that take more than they may.
use crate::stage::{Stage, tight};
use hosting_engine::{Code, Limits};
use serde_json::json;
use std::time::{Duration, Instant};

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
}

async fn bomb(stage: &Stage, what: &str, limits: Limits, code: Code) {
    let began = Instant::now();
    assert_eq!(stage.fails("take", json!({"what": what}), limits).await, code, "{what}");
    assert!(began.elapsed() < Duration::from_mins(1), "{what} took {:?}", began.elapsed());
}
