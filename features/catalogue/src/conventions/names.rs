//! What features, rules and scenarios are called.
use super::{Fault, NAME, outline};
use gherkin::Feature;
use std::collections::BTreeMap;

pub fn faults(feature: &Feature) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut seen = BTreeMap::new();
    for (line, name) in names(feature) {
        let length = name.chars().count();
        if length > NAME {
            faults.push((line, format!("a name of {length} characters: {NAME} fit a line")));
        }
        if !without_placeholders(name).contains(char::is_alphabetic) {
            faults.push((line, format!("{name:?} says nothing before the examples are read")));
        }
        if let Some(first) = seen.insert(name, line) {
            faults.push((line, format!("{name:?} is the name of line {first} already")));
        }
    }
    faults
}

/// Every name of a feature, with its line.
fn names(feature: &Feature) -> Vec<(usize, &str)> {
    let rules = feature.rules.iter().flat_map(|rule| {
        let scenarios = rule.scenarios.iter().map(|one| (one.position.line, one.name.as_str()));
        std::iter::once((rule.position.line, rule.name.as_str())).chain(scenarios)
    });
    std::iter::once((feature.position.line, feature.name.as_str())).chain(rules).collect()
}

fn without_placeholders(name: &str) -> String {
    let mut left = name.to_owned();
    for word in outline::placeholders(name) {
        left = left.replace(&format!("<{word}>"), "");
    }
    left
}
