//! The operators' guide, run as it stands, and what it says of the files beside it.
use crate::{
    binary::{Folder, Process},
    tour,
};
use std::{env, path::Path};

const GUIDE: &str = include_str!("../../deploy/README.md");
const ALERTS: &str = include_str!("../../deploy/alerts.yml");

#[test]
#[ignore = "it needs curl: cargo test -p hosting-rest --test process -- --ignored"]
fn the_guide_works_word_for_word() {
    let folder = Folder::new();
    let data = folder.0.join("data");
    let process = Process::start(&data, &["--no-demo"]);
    let program = Path::new(env!("CARGO_BIN_EXE_hosting")).parent().expect("a folder").display();
    let path = format!("{program}:{}", env::var("PATH").expect("a path"));
    let data = data.display().to_string();
    let names = [("API", process.address.as_str()), ("HOSTING_DATA", &data), ("PATH", &path)];
    let tour = tour::run(GUIDE, &names, &folder.0);
    assert!(tour.promises >= 12, "the guide shows what to expect");
    assert!(tour.faults.is_empty(), "{}", tour.faults.join("\n"));
}

#[test]
fn what_is_not_run_says_why() {
    let marked = GUIDE.matches("<!-- not run here: ").count();
    let all = GUIDE.matches("```sh\n").count();
    assert!(marked < all, "most are run");
    assert_eq!(GUIDE.matches("-->\n```sh\n").count(), marked, "each mark stands before its block");
}

#[test]
fn every_alarm_says_what_to_do() {
    let names = ALERTS.lines().filter_map(|line| line.trim().strip_prefix("- alert: "));
    let names: Vec<_> = names.collect();
    assert!(names.len() > 12);
    for name in &names {
        assert!(GUIDE.contains(&format!("\n### {name}\n")), "{name}");
        assert!(ALERTS.contains(&format!("\"/docs/operators#{}\"", name.to_lowercase())), "{name}");
    }
    for heading in GUIDE.lines().filter_map(|line| line.strip_prefix("### ")) {
        assert!(names.contains(&heading), "no alarm has the name {heading}");
    }
}

#[test]
fn every_command_is_named() {
    let help = std::process::Command::new(env!("CARGO_BIN_EXE_hosting")).arg("help").output().expect("help");
    let help = String::from_utf8(help.stdout).expect("text");
    let commands =
        help.split("Commands:\n").nth(1).and_then(|text| text.split("\n\n").next()).expect("a list");
    for command in commands.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next()) {
        let named = command.is_empty()
            || command == "help"
            || GUIDE.contains(&format!("`hosting {command}"))
            || ["restore", "schema", "completions"].contains(&command)
                && GUIDE.contains(&format!("`{command}`"));
        assert!(named, "{command}");
    }
}
