//! The next sealed process: it waits while one conversion is done, and is used for the next.
use crate::{stage::PRICES, support::workshop};
use hosting_core::providers::converter::Converter;
use hosting_drivers::sealed::Sealed;
use hosting_engine::{Input, Limits, Order, Place};
use serde_json::json;
use std::{
    fs,
    path::{Path, PathBuf},
    time::Duration,
};
use tempfile::TempDir;
use uuid::Uuid;

const TOOL: &str = "csv-to-json";

async fn sealed(folder: &TempDir) -> Sealed {
    Sealed::new(workshop().await, folder.path().to_owned())
}

async fn convert(sealed: &Sealed, place: &mut Place) {
    let path = Path::new("in").join("0");
    fs::write(place.path().join(&path), PRICES).expect("a file");
    let (name, mime) = ("prices.csv".to_owned(), "text/csv".to_owned());
    let files = vec![Input { id: Uuid::from_u128(1), name, mime, path }];
    let order = Order { tool: TOOL.to_owned(), options: json!({}), files, limits: sealed.limits() };
    let made = sealed.convert(&order, place, &|_| ()).await.expect("a table");
    let content = fs::read_to_string(place.path().join(&made[0].path)).expect("what was made");
    assert!(content.contains("Baobab"), "{content}");
}

/// The folders of places, once there are so many.
async fn places(folder: &TempDir, count: usize) -> Vec<PathBuf> {
    for _ in 0..400 {
        let found = fs::read_dir(folder.path()).expect("a folder").flatten();
        let found: Vec<_> = found.map(|entry| entry.path()).collect();
        if found.len() == count {
            return found;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("there are not {count} places")
}

#[tokio::test]
async fn the_next_one_waits_where_the_next_conversion_is_done() {
    let folder = tempfile::tempdir().expect("a folder");
    let sealed = sealed(&folder).await.ahead();
    let mut first = sealed.place(TOOL).await.expect("a place");
    convert(&sealed, &mut first).await;
    drop(first);
    let waiting = places(&folder, 1).await;
    // It may not be told of yet.
    tokio::time::sleep(Duration::from_millis(200)).await;
    let mut second = sealed.place(TOOL).await.expect("a place");
    assert_eq!(second.path(), waiting[0]);
    convert(&sealed, &mut second).await;
    drop((second, sealed));
}

#[tokio::test]
async fn one_that_waits_is_left_for_others_that_begin_meanwhile() {
    let folder = tempfile::tempdir().expect("a folder");
    let sealed = sealed(&folder).await.ahead();
    let mut first = sealed.place(TOOL).await.expect("a place");
    let mut second = sealed.place(TOOL).await.expect("a place");
    convert(&sealed, &mut first).await;
    drop(first);
    let before = places(&folder, 2).await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    convert(&sealed, &mut second).await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    let own = second.path().to_owned();
    drop(second);
    let waiting = places(&folder, 1).await;
    assert!(before.contains(&waiting[0]) && waiting[0] != own, "it is another: {waiting:?}, of {before:?}");
}

#[tokio::test]
async fn nobody_waits_for_other_limits_or_where_it_is_not_wanted() {
    let folder = tempfile::tempdir().expect("a folder");
    let plain = sealed(&folder).await;
    let mut first = plain.place(TOOL).await.expect("a place");
    convert(&plain, &mut first).await;
    drop(first);
    places(&folder, 0).await;

    let ahead = plain.ahead();
    let mut second = ahead.place(TOOL).await.expect("a place");
    convert(&ahead, &mut second).await;
    drop(second);
    let waiting = places(&folder, 1).await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    let less = ahead.clone().within(Limits { pages: 7, ..Limits::default() });
    let mut third = less.place(TOOL).await.expect("a place");
    assert_ne!(third.path(), waiting[0]);
    convert(&less, &mut third).await;
}
