//! The examples of an outline.
use super::Fault;
use gherkin::{Examples, Scenario, Step};
use std::collections::BTreeSet;

pub fn faults(scenario: &Scenario) -> Vec<Fault> {
    let mut faults = Vec::new();
    let line = scenario.position.line;
    let used: BTreeSet<_> = texts(scenario).flat_map(placeholders).collect();
    if scenario.examples.is_empty() {
        faults.extend(used.iter().map(|one| (line, format!("<{one}> without examples"))));
    }
    for examples in &scenario.examples {
        let (line, head) = (examples.position.line, head(examples));
        if examples.table.as_ref().is_none_or(|table| table.rows.len() < 2) {
            faults.push((line, "no example: nothing is played".to_owned()));
        }
        let missing = used.iter().filter(|one| !head.contains(**one));
        faults.extend(missing.map(|one| (line, format!("no column <{one}>, which the scenario asks for"))));
        let idle = head.iter().filter(|one| !used.contains(**one));
        faults.extend(idle.map(|one| (line, format!("the column <{one}> is not used"))));
    }
    faults
}

/// The `word` of each `<word>`.
pub fn placeholders(text: &str) -> Vec<&str> {
    let after = text.split('<').skip(1);
    after.filter_map(|rest| rest.split_once('>')).map(|(word, _)| word).collect()
}

fn head(examples: &Examples) -> BTreeSet<&str> {
    let rows = examples.table.iter().filter_map(|table| table.rows.first());
    rows.flatten().map(String::as_str).collect()
}

/// All texts in which a scenario may name a column.
fn texts(scenario: &Scenario) -> impl Iterator<Item = &str> {
    std::iter::once(scenario.name.as_str()).chain(scenario.steps.iter().flat_map(texts_of_step))
}

fn texts_of_step(step: &Step) -> impl Iterator<Item = &str> {
    let cells = step.table.iter().flat_map(|table| table.rows.iter().flatten());
    std::iter::once(&step.value).chain(&step.docstring).chain(cells).map(String::as_str)
}
