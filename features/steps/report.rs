//! The living documentation: one page of what the platform promises, and whether it keeps it.
mod page;

use crate::{facades::Facade, reporter::Reporter};
use cucumber::gherkin::{Feature, GherkinEnv};
use std::{
    env, fs,
    path::{Path, PathBuf},
};

/// The areas in reading order.
const AREAS: [(&str, &str); 6] = [
    ("account", "The account"),
    ("services", "Services"),
    ("domains", "Domains"),
    ("dns", "DNS records"),
    ("search", "The public search"),
    ("calling", "Calling the platform"),
];

/// Writes the page to `target/behaviour.html`, or where `FEATURES_REPORT` says; with
/// `FEATURES_UPDATE=1` also beside the features, from where the server shows it. Says whether the
/// page there is the one that was played.
pub fn write(features: &Path, runs: &[(Facade, Reporter)]) -> bool {
    let areas: Vec<_> =
        AREAS.iter().map(|(folder, title)| (*folder, *title, read(&features.join(folder)))).collect();
    let page = page::page(&areas, runs);
    let usual = features.with_file_name("target").join("behaviour.html");
    let place = env::var_os("FEATURES_REPORT").map_or(usual, PathBuf::from);
    put(&place, &page);
    if env::var("FEATURES_UPDATE").is_ok_and(|answer| answer == "1") {
        put(&features.join("behaviour.html"), &page);
    }
    fs::read_to_string(features.join("behaviour.html")).is_ok_and(|shown| shown == page)
}

fn put(place: &Path, page: &str) {
    if let Some(folder) = place.parent() {
        fs::create_dir_all(folder).expect("a folder for the page");
    }
    fs::write(place, page).expect("a page that can be written");
    println!("the behaviour is described in {}", place.display());
}

/// The features of a folder, by name.
fn read(folder: &Path) -> Vec<Feature> {
    let files = fs::read_dir(folder).expect("the folder of an area");
    let mut files: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
    files.retain(|file| file.extension().is_some_and(|kind| kind == "feature"));
    files.sort();
    files.iter().map(|file| Feature::parse_path(file, GherkinEnv::default()).expect("a feature")).collect()
}
