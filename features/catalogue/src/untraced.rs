//! Whether promises and rules find each other.
use crate::{Catalogue, Feature, Promise, Rule};
use std::collections::{BTreeMap, BTreeSet};

/// What keeps a promise from its proof or a rule from its promise, a sentence each; nothing where all is traced.
pub fn untraced(catalogue: &Catalogue) -> Vec<String> {
    let features = catalogue.chapters.iter().flat_map(|chapter| &chapter.features);
    let rules = features.flat_map(|feature| feature.rules.iter().map(move |rule| (feature, rule)));
    let rules: Vec<(&Feature, &Rule)> = rules.collect();
    let listed: BTreeSet<&str> = catalogue.promises.iter().map(|promise| promise.id.as_str()).collect();
    let played = rules.iter().filter(|(_, rule)| !rule.scenarios.is_empty());
    let proven: BTreeSet<&str> = played.flat_map(|(_, rule)| &rule.promises).map(String::as_str).collect();
    let mut faults = of_the_list(&catalogue.promises);
    for promise in &catalogue.promises {
        let has_rule = proven.contains(promise.id.as_str());
        match promise.proof() {
            None if !has_rule => faults.push(format!("no rule proves {}: {}", promise.id, promise.text)),
            Some(_) if has_rule => faults.push(format!("{} has a rule: it needs no other proof", promise.id)),
            _ => {}
        }
    }
    for (feature, rule) in rules {
        let place = format!("{}, rule \"{}\"", feature.id, rule.name);
        if rule.scenarios.is_empty() {
            faults.push(format!("{place}: has no scenario"));
        }
        if rule.promises.is_empty() {
            faults.push(format!("{place}: names no promise"));
        }
        let unknown = rule.promises.iter().filter(|id| !listed.contains(id.as_str()));
        faults.extend(unknown.map(|id| format!("{place}: no promise is called {id}")));
    }
    faults
}

/// What is wrong with the list itself.
fn of_the_list(promises: &[Promise]) -> Vec<String> {
    let mut times: BTreeMap<&str, u32> = BTreeMap::new();
    for promise in promises {
        *times.entry(&promise.id).or_default() += 1;
    }
    let twice = times.into_iter().filter(|(_, times)| *times > 1);
    let mut faults: Vec<_> = twice.map(|(id, times)| format!("{times} promises are called {id}")).collect();
    for Promise { id, text, source, .. } in promises {
        if !is_id(id) {
            faults.push(format!("\"{id}\" is no id: small letters and digits, with single dashes between"));
        } else if text.is_empty() || source.is_empty() {
            faults.push(format!("{id} does not say what is promised, and in brackets where it was decided"));
        }
    }
    faults
}

/// Whether it is written as an id: `dns-order`.
fn is_id(text: &str) -> bool {
    let word = |word: &str| {
        !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    };
    text.split('-').all(word)
}

#[cfg(test)]
mod tests {
    use super::untraced;
    use crate::{Catalogue, Chapter, Feature, Rule, Scenario, promises};

    fn rule(promises: &[&str], scenarios: usize) -> Rule {
        let scenario = |number: usize| Scenario {
            id: format!("dns/zone/by-name/{number}"),
            name: number.to_string(),
            tags: Vec::new(),
            line: 1,
            steps: Vec::new(),
            examples: Vec::new(),
            digest: String::new(),
        };
        Rule {
            id: "dns/zone/by-name".to_owned(),
            name: "By name".to_owned(),
            line: 1,
            promises: promises.iter().map(|&id| id.to_owned()).collect(),
            background: Vec::new(),
            scenarios: (0..scenarios).map(scenario).collect(),
        }
    }

    fn faults(list: &str, rules: Vec<Rule>) -> Vec<String> {
        let id = "dns/zone".to_owned();
        let zone = Feature { id, name: String::new(), why: String::new(), background: Vec::new(), rules };
        let chapter = Chapter { id: "dns".to_owned(), title: "DNS".to_owned(), features: vec![zone] };
        untraced(&Catalogue { promises: promises::promises(list), chapters: vec![chapter] })
    }

    #[test]
    fn what_finds_each_other_has_no_fault() {
        let list = "- `dns-order` By name. (contract §8.3)\n- `dns-own` One's own. (decided here)\n";
        assert_eq!(faults(list, vec![rule(&["dns-order"], 1), rule(&["dns-own", "dns-order"], 2)]), [""; 0]);
    }

    #[test]
    fn a_promise_without_a_rule_is_named() {
        let list = "- `dns-order` By name. (contract §8.3)\n- `dns-own` One's own. (decided here)\n";
        let found = faults(list, vec![rule(&["dns-order"], 1)]);
        assert_eq!(found, ["no rule proves dns-own: One's own."]);
    }

    #[test]
    fn what_no_scenario_can_show_names_its_proof_and_has_no_rule() {
        let list = "- `dns-order` By name. (contract §8.3; proof: core/tests/zone.rs)";
        assert_eq!(faults(list, Vec::new()), [""; 0]);
        let found = faults(list, vec![rule(&["dns-order"], 1)]);
        assert_eq!(found, ["dns-order has a rule: it needs no other proof"]);
    }

    #[test]
    fn a_rule_without_a_scenario_proves_nothing() {
        let found = faults("- `dns-order` By name. (contract §8.3)", vec![rule(&["dns-order"], 0)]);
        let [unproven, empty] = &found[..] else { panic!("{found:?}") };
        assert!(unproven.contains("dns-order"), "{unproven}");
        assert_eq!(empty, "dns/zone, rule \"By name\": has no scenario");
    }

    #[test]
    fn a_rule_names_promises_that_there_are() {
        let list = "- `dns-order` By name. (contract §8.3)";
        let rules = vec![rule(&["dns-order", "dns-odor"], 1), rule(&[], 1)];
        let place = "dns/zone, rule \"By name\": ";
        let faulty = ["no promise is called dns-odor", "names no promise"];
        assert_eq!(faults(list, rules), faulty.map(|what| format!("{place}{what}")));
    }

    #[test]
    fn an_id_is_taken_once_and_written_in_one_form() {
        let twice = "- `dns-order` By name. (contract §8.3)\n".repeat(2);
        assert_eq!(faults(&twice, vec![rule(&["dns-order"], 1)]), ["2 promises are called dns-order"]);
        for id in ["DNS-order", "dns_order", "dns--order", "-order", "dns-", ""] {
            let found = faults(&format!("- `{id}` By name. (contract §8.3)"), vec![rule(&[id], 1)]);
            assert!(found[0].contains("is no id"), "{id}: {found:?}");
        }
    }

    #[test]
    fn a_line_that_is_no_promise_is_not_passed_over() {
        for line in
            ["- dns-order By name. (contract §8.3)", "- `dns-order By name.", "* `dns-order` By name. (x)"]
        {
            let found = faults(line, Vec::new());
            assert!(found.iter().any(|fault| fault.contains("is no id")), "{line}: {found:?}");
        }
        let found = faults("- `dns-order` By name.", vec![rule(&["dns-order"], 1)]);
        let [source] = &found[..] else { panic!("{found:?}") };
        assert!(source.contains("where it was decided"), "{source}");
    }
}
