//! Sealed processes that wait for an order: each does one, in its own folder, and none is left.
use crate::{
    orphans::{becomes, marked, processes, running, said},
    stage::{Stage, order, tight},
};
use hosting_engine::{Limits, Place};
use rustix::process::{Signal, kill_process};
use serde_json::json;
use std::{fs, path::PathBuf};
use tempfile::TempDir;

pub async fn run(stage: &Stage, only: &str) {
    stage.test(only, "who waits does the order", waits(stage)).await;
    stage.test(only, "who waits is not used for other limits", for_others(stage)).await;
    stage.test(only, "who has gone while waiting is not missed", gone(stage)).await;
    stage.test(only, "who is not wanted goes, and so does the folder", unwanted(stage)).await;
}

/// A place where a process waits, and a file that came after it.
async fn ready(stage: &Stage, whole: &TempDir, limits: Limits) -> Place {
    let path = whole.path().join("place");
    let place = stage.workshop.ready("take", limits, path).await.expect("a place");
    fs::write(place.path().join("in/0"), "secret").expect("a file");
    place
}

fn mark(number: u64) -> u64 {
    number * 1_000_000 + u64::from(std::process::id())
}

/// What is ordered makes a file of the one that came while the process waited.
async fn makes(stage: &Stage, place: &mut Place, limits: Limits) {
    let order = order("copy", json!({}), limits);
    let mut heard = Vec::new();
    let made = stage.workshop.convert_in(place, &order, |share| heard.push(share)).await.expect("a copy");
    let copy: PathBuf = place.path().join(&made.first().expect("one").path);
    assert_eq!(fs::read(copy).expect("the copy"), b"secret");
    assert_eq!(heard.first(), Some(&0), "it is not told when the file is read");
}

async fn waits(stage: &Stage) {
    let (whole, mark) = (tempfile::tempdir().expect("a folder"), mark(6));
    let mut place = ready(stage, &whole, marked(mark)).await;
    becomes(&said(mark), |count| count > 0).await;
    assert!(stage.workshop.is_ready(&place, "copy", &marked(mark)));
    let first = processes(&said(mark)).first().copied();
    makes(stage, &mut place, marked(mark)).await;
    becomes(&said(mark), |count| count == 0).await;
    assert!(!stage.workshop.is_ready(&place, "copy", &marked(mark)), "it waits again: {first:?}");
}

async fn for_others(stage: &Stage) {
    let (whole, mark) = (tempfile::tempdir().expect("a folder"), mark(7));
    let mut place = ready(stage, &whole, marked(mark)).await;
    assert!(!stage.workshop.is_ready(&place, "copy", &tight()));
    makes(stage, &mut place, tight()).await;
    becomes(&said(mark), |count| count == 0).await;
}

async fn gone(stage: &Stage) {
    let (whole, mark) = (tempfile::tempdir().expect("a folder"), mark(8));
    let mut place = ready(stage, &whole, marked(mark)).await;
    becomes(&said(mark), |count| count > 0).await;
    for process in processes(&said(mark)) {
        // It may have gone with another.
        let _gone = kill_process(process, Signal::KILL);
    }
    for _ in 0..100 {
        if !stage.workshop.is_ready(&place, "copy", &marked(mark)) {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    assert!(!stage.workshop.is_ready(&place, "copy", &marked(mark)));
    makes(stage, &mut place, marked(mark)).await;
}

async fn unwanted(stage: &Stage) {
    let (whole, mark) = (tempfile::tempdir().expect("a folder"), mark(9));
    let place = ready(stage, &whole, marked(mark)).await;
    let path = place.path().to_owned();
    becomes(&said(mark), |count| count > 0).await;
    drop(place);
    becomes(&said(mark), |count| count == 0).await;
    for _ in 0..100 {
        if !path.exists() {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    panic!("the folder is still there, and {} processes", running(&said(mark)));
}
