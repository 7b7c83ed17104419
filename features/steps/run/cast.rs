//! What there is to play: scenarios and examples, each once for every facade.
use crate::facades::Facade;
use cucumber::{
    feature::Ext,
    gherkin::{self, GherkinEnv, Step},
};
use hosting_catalogue::{Catalogue, Chosen, Feature, scenario_at};
use std::{path::Path, sync::Arc};

/// A scenario, or an example of an outline, on one facade.
pub struct Play {
    /// Where it is played.
    pub facade: Facade,
    /// Its identity in the catalogue.
    pub id: String,
    /// The digest of its scenario.
    pub digest: String,
    /// The number of its chapter.
    pub chapter: usize,
    /// Its feature.
    pub feature: String,
    /// Its rule.
    pub rule: String,
    /// What it is called.
    pub title: String,
    /// Its file, from the folder of the project.
    pub file: String,
    /// Where it stands in that.
    pub line: usize,
    /// All of its steps, those that its feature and its rule begin with too.
    pub steps: Arc<[Step]>,
}

/// Reads what was chosen, in the order of the chapters; or says which files cannot be played, and why.
pub fn cast(features: &Path, catalogue: &Catalogue, chosen: &Chosen) -> Result<Vec<Play>, Vec<String>> {
    let (mut plays, mut broken) = (Vec::new(), Vec::new());
    for (number, chapter) in catalogue.chapters.iter().enumerate() {
        for feature in chapter.features.iter().filter(|feature| is_wanted(feature, chosen)) {
            match of_feature(features, number, feature, chosen) {
                Ok(some) => plays.extend(some),
                Err(cause) => broken.push(format!("features/{}.feature: {cause}", feature.id)),
            }
        }
    }
    if broken.is_empty() { Ok(plays) } else { Err(broken) }
}

fn is_wanted(feature: &Feature, chosen: &Chosen) -> bool {
    let mut scenarios = feature.rules.iter().flat_map(|rule| &rule.scenarios);
    let on = |scenario, id| chosen.facades().iter().any(|facade| chosen.takes(scenario, id, facade));
    scenarios.any(|scenario| scenario.plays().into_iter().any(|(id, _)| on(scenario, id)))
}

fn of_feature(
    features: &Path,
    chapter: usize,
    feature: &Feature,
    chosen: &Chosen,
) -> Result<Vec<Play>, String> {
    let path = features.join(&feature.id).with_extension("feature");
    let read = gherkin::Feature::parse_path(&path, GherkinEnv::default());
    let read = read.map_err(|cause| cause.to_string())?;
    let read = read.expand_examples().map_err(|unknown| {
        format!("line {}: no example says what <{}> is", unknown.pos.line, unknown.name)
    })?;
    let before = read.background.iter().flat_map(|background| &background.steps);
    let mut plays = Vec::new();
    for rule in &read.rules {
        let first = before.clone().chain(rule.background.iter().flat_map(|background| &background.steps));
        for scenario in &rule.scenarios {
            let line = scenario.position.line;
            let Some((of, one, id)) = scenario_at(feature, line) else {
                return Err(format!("line {line}: a scenario that is not in the catalogue"));
            };
            let facades = Facade::ALL.into_iter().filter(|facade| chosen.takes(one, id, facade.word()));
            let steps: Arc<[Step]> = first.clone().chain(&scenario.steps).cloned().collect();
            plays.extend(facades.map(|facade| Play {
                facade,
                id: id.to_owned(),
                digest: one.digest.clone(),
                chapter,
                feature: feature.name.clone(),
                rule: of.name.clone(),
                title: one.title(id),
                file: format!("features/{}.feature", feature.id),
                line,
                steps: Arc::clone(&steps),
            }));
        }
    }
    Ok(plays)
}
