//! The tour of the README, run as it stands.
use crate::{
    binary::{Folder, Process},
    tour,
};

#[test]
#[ignore = "it needs curl: cargo test -p hosting-rest --test process -- --ignored"]
fn the_tour_works_word_for_word() {
    let folder = Folder::new();
    let process = Process::start(&folder.0, &[]);
    let readme = include_str!("../../../README.md");
    let text =
        readme.split("## Five minutes").nth(1).and_then(|text| text.split("\n## ").next()).expect("a tour");
    let tour = tour::run(text, &[("API", &process.address), ("KEY", process.key())], &folder.0);
    assert!(tour.promises >= 12, "the tour shows what to expect");
    assert!(tour.faults.is_empty(), "{}", tour.faults.join("\n"));
}
