//! A bad sample for each rule.
use super::{LINES, of, unconventional};
use gherkin::{Feature, GherkinEnv};
use std::{env, fs, process};

/// A feature as it should be, but for what `scenario` says.
fn feature(scenario: &str) -> String {
    format!("Feature: A zone\n\n  Because of this.\n\n  Rule: It is short\n\n    {scenario}\n")
}

const GOOD: &str = "Scenario: A good one
      Given Ama owns a domain
      And she is awake
      When Ama looks
      Then she sees it
      But not more";

/// What is found in a text, each as `line: what`.
fn faults(text: &str) -> Vec<String> {
    let feature = Feature::parse(text, GherkinEnv::default()).expect("a feature");
    of(text, &feature).into_iter().map(|(line, what)| format!("{line}: {what}")).collect()
}

/// Says that a scenario has exactly this fault.
#[track_caller]
fn assert_fault(scenario: &str, fault: &str) {
    assert_eq!(faults(&feature(scenario)), [fault]);
}

#[test]
fn what_is_conventional_has_no_faults() {
    assert_eq!(faults(&feature(GOOD)), [""; 0]);
}

#[test]
fn a_file_has_sixty_lines() {
    let full = feature(GOOD) + &"    # more\n".repeat(LINES - feature(GOOD).lines().count());
    assert_eq!(faults(&full), [""; 0]);
    assert_eq!(faults(&(full + "    # one too many\n")), ["61: 61 lines: a file has at most 60"]);
}

#[test]
fn a_feature_says_why_it_is_there() {
    let without = feature(GOOD).replace("  Because of this.\n\n", "");
    assert_eq!(faults(&without), ["1: a feature says in 1 to 4 lines why it is there, not in 0"]);
    let long = feature(GOOD).replace("  Because of this.\n", &"  Because.\n".repeat(5));
    assert_eq!(faults(&long), ["1: a feature says in 1 to 4 lines why it is there, not in 5"]);
}

#[test]
fn a_scenario_stands_under_a_rule() {
    let stray = feature(GOOD).replace("  Rule: It is short\n\n", "");
    assert_eq!(faults(&stray), ["5: a scenario that proves no rule"]);
}

#[test]
fn a_name_fits_a_line() {
    let long = GOOD.replace("A good one", &"ä".repeat(81));
    assert_fault(&long, "7: a name of 81 characters: 80 fit a line");
}

const OUTLINE: &str = "Scenario Outline: Ama looks <how>
      When Ama looks <how>
      Then she sees it

      Examples:
        | how  |
        | hard |";

#[test]
fn a_name_is_more_than_placeholders() {
    for name in ["<how>", "\"<how>\"", "<how>: <how>"] {
        let empty = OUTLINE.replace("Outline: Ama looks <how>", &format!("Outline: {name}"));
        assert_fault(&empty, &format!("7: {name:?} says nothing before the examples are read"));
    }
}

#[test]
fn a_name_is_used_once_in_a_file() {
    let twice = format!("{GOOD}\n\n    {GOOD}");
    assert_fault(&twice, "14: \"A good one\" is the name of line 7 already");
    let as_rule = GOOD.replace("A good one", "It is short");
    assert_fault(&as_rule, "7: \"It is short\" is the name of line 5 already");
}

#[test]
fn nothing_is_given_after_an_act() {
    let late = GOOD.replace("Then she sees it", "Given it rains\n      Then she sees it");
    assert_fault(&late, "11: Given after When: a scenario is one act");
}

#[test]
fn a_scenario_is_one_act() {
    let second = format!("{GOOD}\n      When Ama looks again\n      Then she sees more");
    assert_fault(&second, "13: When after Then: a scenario is one act");
}

#[test]
fn what_goes_on_is_and() {
    let again = GOOD.replace("And she is awake", "Given she is awake");
    assert_fault(&again, "9: And, where Given goes on");
}

#[test]
fn other_words_begin_no_step() {
    let star = GOOD.replace("And she is awake", "* she is awake");
    assert_fault(&star, "9: \"*\" is none of Given, When, Then, And, But");
}

#[test]
fn a_scenario_proves_something() {
    let nothing = GOOD.split("      Then").next().expect("a start").trim_end();
    assert_fault(nothing, "7: nothing is seen in the end: a scenario without Then proves nothing");
}

#[test]
fn a_scenario_has_ten_steps() {
    let long = format!("{GOOD}{}", "\n      And that".repeat(6));
    assert_fault(&long, "7: 11 steps: a scenario has at most 10");
}

#[test]
fn examples_are_what_the_scenario_asks_for() {
    assert_eq!(faults(&feature(OUTLINE)), [""; 0]);
    let missing = OUTLINE.replace("sees it", "sees <what>");
    assert_fault(&missing, "11: no column <what>, which the scenario asks for");
    let idle = OUTLINE.replace("| how  |", "| how  | who |").replace("| hard |", "| hard | Ama |");
    assert_fault(&idle, "11: the column <who> is not used");
    let none = OUTLINE.replace("\n        | hard |", "");
    assert_fault(&none, "11: no example: nothing is played");
    let plain = GOOD.replace("she sees it", "she sees <what>");
    assert_fault(&plain, "7: <what> without examples");
}

#[test]
fn columns_are_named_in_tables_too() {
    let table = OUTLINE.replace("sees it", "sees these:\n        | name  |\n        | <how> |");
    let table = table.replace("looks <how>", "looks");
    assert_eq!(faults(&feature(&table)), [""; 0]);
}

#[test]
fn a_table_is_aligned() {
    let crooked = OUTLINE.replace("| hard |", "| harder |");
    assert_fault(&crooked, "13: the columns of the table do not stand below each other");
    let letters = OUTLINE.replace("| hard |", "| höhe |");
    assert_eq!(faults(&feature(&letters)), [""; 0]);
}

#[test]
fn there_is_no_invisible_space() {
    assert_fault(&GOOD.replace("she sees it", "she sees it "), "11: white space at the end of the line");
    assert_fault(&GOOD.replace("she sees it", "she\tsees it"), "11: a tab");
}

#[test]
fn features_differ_in_their_names() {
    let folder = env::temp_dir().join(format!("hosting-conventions-{}", process::id()));
    let chapter = folder.join("dns");
    fs::create_dir_all(&chapter).expect("a folder");
    for file in ["one.feature", "two.feature"] {
        fs::write(chapter.join(file), feature(GOOD)).expect("a file");
    }
    let faults = unconventional(&folder);
    fs::remove_dir_all(&folder).expect("an end to the folder");
    let expected = "dns/two.feature:1: the feature is called \"A zone\", as dns/one.feature";
    assert_eq!(faults.expect("features"), [expected]);
}
