//! What happens in a scenario: the past, one act, and what is seen then.
use super::{Fault, STEPS};
use gherkin::Scenario;

/// The parts of a scenario, in their order.
const PARTS: [&str; 3] = ["Given", "When", "Then"];

pub fn faults(scenario: &Scenario) -> Vec<Fault> {
    let mut faults = Vec::new();
    let line = scenario.position.line;
    if scenario.steps.len() > STEPS {
        faults.push((line, format!("{} steps: a scenario has at most {STEPS}", scenario.steps.len())));
    }
    let mut before = None;
    for step in &scenario.steps {
        let (line, keyword) = (step.position.line, step.keyword.trim());
        let Some(part) = PARTS.iter().position(|one| *one == keyword) else {
            if !["And", "But"].contains(&keyword) {
                faults.push((line, format!("{keyword:?} is none of Given, When, Then, And, But")));
            }
            continue;
        };
        match before {
            Some(last) if last > part => {
                faults.push((line, format!("{keyword} after {}: a scenario is one act", PARTS[last])));
            }
            Some(last) if last == part => faults.push((line, format!("And, where {keyword} goes on"))),
            _ => {}
        }
        before = Some(part);
    }
    if before != Some(PARTS.len() - 1) {
        faults.push((line, "nothing is seen in the end: a scenario without Then proves nothing".to_owned()));
    }
    faults
}
