//! Every promise has a rule that proves it, and every rule a promise.
use hosting_catalogue::{read, untraced};
use std::path::Path;

#[test]
fn promises_and_rules_find_each_other() {
    let features = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let catalogue = read(&features).expect("features that can be read");
    assert!(!catalogue.promises.is_empty(), "there are promises");
    let faults = untraced(&catalogue);
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn what_no_scenario_can_show_is_proven_by_a_test_that_is_there() {
    let features = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let list = std::fs::read_to_string(features.join("promises.md")).expect("the list");
    for (promise, path) in list.lines().filter_map(|line| line.split_once("; proof: ")) {
        let path = path.trim_end_matches(')');
        assert!(features.join("..").join(path).exists(), "{promise}: there is no {path}");
    }
}
