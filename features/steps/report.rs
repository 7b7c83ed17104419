//! The living documentation: one page of what the platform promises, and whether it keeps it.
mod page;

use crate::{facades::Facade, reporter::Reporter};
use cucumber::gherkin::{Feature, GherkinEnv};
use std::{
    env, fs,
    path::{Path, PathBuf},
};

/// The areas in reading order.
const AREAS: [(&str, &str); 11] = [
    ("account", "The account"),
    ("services", "Services"),
    ("domains", "Domains"),
    ("dns", "DNS records"),
    ("email", "Email"),
    ("hosting", "Shared hosting"),
    ("lxc", "Containers"),
    ("kvm", "Virtual machines"),
    ("conversion", "File conversion"),
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

/// Folders of features that the page leaves out.
pub fn unlisted(features: &Path) -> Vec<String> {
    let folders = fs::read_dir(features).expect("the features").flatten().map(|entry| entry.path());
    let holds = |folder: &PathBuf| {
        let mut files = fs::read_dir(folder).into_iter().flatten().flatten();
        files.any(|file| file.path().extension().is_some_and(|extension| extension == "feature"))
    };
    let name = |folder: PathBuf| folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let listed = |name: &String| AREAS.iter().any(|(folder, _)| folder == name);
    let unlisted = folders.filter(holds).map(name).filter(|name| !listed(name));
    unlisted.map(|name| format!("behaviour.html leaves out the folder {name}")).collect()
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
