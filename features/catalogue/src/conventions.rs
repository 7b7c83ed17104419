//! How features are written: what makes them readable for those whose promises they are (`features/README.md`).
//!
//! Public linters of Gherkin look at a file's form, but not below `Rule:`; this looks at what is promised.
mod layout;
mod names;
mod order;
mod outline;

use crate::read::{Unreadable, chapters, files};
use gherkin::{Feature, GherkinEnv, Scenario};
use std::{collections::BTreeMap, fs, path::Path};

/// A file has at most so many lines.
const LINES: usize = 60;
/// A feature says in so many lines at most why it is there.
const WHY: usize = 4;
/// A name fits a line.
const NAME: usize = 80;
/// A scenario has so many steps at most, without those of its background.
const STEPS: usize = 10;

/// What is unconventional in the folder `features`, each with its file and line: `dns/zone.feature:12: …`
pub fn unconventional(features: &Path) -> Result<Vec<String>, Unreadable> {
    let mut faults = Vec::new();
    let mut seen = BTreeMap::new();
    for chapter in chapters(features)? {
        for file in files(&features.join(&chapter))? {
            let unreadable = |cause: String| Unreadable::new(&file, cause);
            let text = fs::read_to_string(&file).map_err(|cause| unreadable(cause.to_string()))?;
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            let place = format!("{chapter}/{name}");
            let read = Feature::parse(&text, GherkinEnv::default());
            let feature = read.map_err(|cause| unreadable(cause.to_string()))?;
            if let Some(other) = seen.insert(feature.name.clone(), place.clone()) {
                let twice = format!("the feature is called {:?}, as {other}", feature.name);
                faults.push(format!("{place}:{}: {twice}", feature.position.line));
            }
            faults.extend(
                of(&text, &feature).into_iter().map(|(line, what)| format!("{place}:{line}: {what}")),
            );
        }
    }
    Ok(faults)
}

/// What is wrong, and in which line.
type Fault = (usize, String);

/// What is unconventional in one feature, by line.
fn of(text: &str, feature: &Feature) -> Vec<Fault> {
    let mut faults = layout::faults(text, feature);
    faults.extend(names::faults(feature));
    for scenario in feature.rules.iter().flat_map(|rule| &rule.scenarios) {
        faults.extend(order::faults(scenario));
        faults.extend(outline::faults(scenario));
    }
    let stray = |scenario: &Scenario| (scenario.position.line, "a scenario that proves no rule".to_owned());
    faults.extend(feature.scenarios.iter().map(stray));
    faults.sort();
    faults
}

#[cfg(test)]
mod tests;
