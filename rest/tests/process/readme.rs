//! The tour of the README, run as it stands.
use crate::{
    binary::{Folder, Process},
    tour,
};
use std::{env, path::Path};

/// Runs the tour at a platform that has the demo's data.
fn take(api: &str, key: &str, folder: &Path) {
    let readme = include_str!("../../../README.md");
    let text =
        readme.split("## Five minutes").nth(1).and_then(|text| text.split("\n## ").next()).expect("a tour");
    let tour = tour::run(text, &[("API", api), ("KEY", key)], folder);
    assert!(tour.promises >= 12, "the tour shows what to expect");
    assert!(tour.faults.is_empty(), "{}", tour.faults.join("\n"));
}

#[test]
#[ignore = "it needs curl: cargo test -p hosting-rest --test process -- --ignored"]
fn the_tour_works_word_for_word() {
    let folder = Folder::new();
    let process = Process::start(&folder.0, &[]);
    take(&process.address, process.key(), &folder.0);
}

/// The same at a platform that somebody else has started (`.ci/lib/company.sh`): at `TOUR_API`, with the key `TOUR_KEY`.
#[test]
#[ignore = "it is told of a platform: TOUR_API=… TOUR_KEY=… cargo test -p hosting-rest --test process -- --ignored elsewhere"]
fn the_tour_works_elsewhere() {
    let told = |name| env::var(name).expect("who starts this says which platform is meant");
    take(&told("TOUR_API"), &told("TOUR_KEY"), &Folder::new().0);
}
