//! What two runs say of the promises: which came, which went, which say something else.
use crate::Results;
use std::collections::{BTreeMap, BTreeSet};

/// What changed between two runs of everything; scenarios by their identities.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// Promised anew.
    pub anew: Vec<String>,
    /// Under the same name, but another text is played.
    pub changed: Vec<String>,
    /// The same text under another name, or in another place: the old identity, and the new one.
    pub moved: Vec<(String, String)>,
    /// No longer promised.
    pub withdrawn: Vec<String>,
}

impl Changes {
    /// Whether nothing changed.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// What changed from the run `old` to the run `new`. Both have to be runs of everything: what a selection left out
/// would look withdrawn.
pub fn compare(old: &Results, new: &Results) -> Changes {
    let (before, after) = (digests(old), digests(new));
    let differing = after.iter().filter(|(id, digest)| before.get(*id).is_some_and(|was| was != *digest));
    let mut changes =
        Changes { changed: differing.map(|(id, _)| (*id).to_owned()).collect(), ..Changes::default() };
    let gone: Vec<_> = before.iter().filter(|(id, _)| !after.contains_key(*id)).collect();
    let mut taken = BTreeSet::new();
    for (id, digest) in after.iter().filter(|(id, _)| !before.contains_key(*id)) {
        match gone.iter().find(|(was, text)| *text == digest && !taken.contains(*was)) {
            Some((was, _)) => {
                taken.insert(*was);
                changes.moved.push(((**was).to_owned(), (*id).to_owned()));
            }
            None => changes.anew.push((*id).to_owned()),
        }
    }
    changes.withdrawn =
        gone.iter().filter(|(id, _)| !taken.contains(id)).map(|(id, _)| (**id).to_owned()).collect();
    changes
}

/// The scenarios that were played, with the digests of their texts.
fn digests(run: &Results) -> BTreeMap<&str, &str> {
    run.played.iter().map(|one| (scenario_of(&one.id), one.digest.as_str())).collect()
}

/// The scenario of what was played: an example of an outline has a number behind it.
pub fn scenario_of(played: &str) -> &str {
    // chapter/feature/rule/scenario
    played.match_indices('/').nth(3).map_or(played, |(end, _)| &played[..end])
}

#[cfg(test)]
mod tests {
    use super::{Changes, compare, scenario_of};
    use crate::Results;
    use serde_json::{Value, json};

    fn run(scenarios: &[(&str, &str)]) -> Results {
        let played = |(id, digest): &(&str, &str)| {
            ["rest", "graphql"].map(|facade| {
                json!({
                    "id": id, "digest": digest, "facade": facade, "ending": { "verdict": "passed" },
                    "seconds": 0.0, "operations": {}, "exchanges": [],
                })
            })
        };
        let played: Vec<Value> = scenarios.iter().flat_map(played).collect();
        let run = json!({
            "format": 1, "commit": null, "began": "2026-01-01T00:00:00Z", "seconds": 1.0, "ran_on": [],
            "chosen": [], "played": played,
        });
        serde_json::from_value(run).expect("results")
    }

    #[test]
    fn the_same_scenarios_are_no_change() {
        let one = run(&[("dns/zone/order/names", "a"), ("dns/zone/order/types/1", "b")]);
        assert!(compare(&one, &one).is_empty());
    }

    #[test]
    fn what_came_went_and_says_something_else_is_told_apart() {
        let old = run(&[("a/b/c/gone", "1"), ("a/b/c/other/1", "2"), ("a/b/c/same", "3")]);
        let new = run(&[("a/b/c/new", "4"), ("a/b/c/other/1", "5"), ("a/b/c/same", "3")]);
        let expected = Changes {
            anew: vec!["a/b/c/new".to_owned()],
            changed: vec!["a/b/c/other".to_owned()],
            withdrawn: vec!["a/b/c/gone".to_owned()],
            ..Changes::default()
        };
        assert_eq!(compare(&old, &new), expected);
    }

    #[test]
    fn the_same_text_elsewhere_is_neither_new_nor_gone() {
        let old = run(&[("calling/b/c/d", "1"), ("calling/b/c/e", "1")]);
        let new = run(&[("protocol/b/c/d", "1")]);
        let changes = compare(&old, &new);
        assert_eq!(changes.moved, [("calling/b/c/d".to_owned(), "protocol/b/c/d".to_owned())]);
        assert_eq!((changes.anew.len(), changes.withdrawn), (0, vec!["calling/b/c/e".to_owned()]));
    }

    #[test]
    fn an_example_belongs_to_its_outline() {
        assert_eq!(scenario_of("dns/zone/order/names/12"), "dns/zone/order/names");
        assert_eq!(scenario_of("dns/zone/order/12"), "dns/zone/order/12");
    }
}
