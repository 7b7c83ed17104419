//! Which scenarios to run: what the arguments choose.
use crate::facades::Facade;
use cucumber::gherkin::{Feature, Rule, Scenario};
use std::{env, path::Path};

/// What the arguments choose; without any, everything.
///
/// `cargo test -p hosting-features -- dns @rest "auto-renew"`: a word is an area, a facade, a tag or a
/// part of a name. Several of one kind widen the choice, different kinds narrow it.
#[derive(Clone, Debug, Default)]
pub struct Choice {
    areas: Vec<String>,
    facades: Vec<Facade>,
    tags: Vec<String>,
    names: Vec<String>,
}

impl Choice {
    /// What this process was asked for; an area is a folder of `features`.
    pub fn of_arguments(features: &Path) -> Self {
        let mut choice = Self::default();
        for word in env::args().skip(1).filter(|word| !word.starts_with('-')) {
            let facade = Facade::ALL.into_iter().find(|facade| facade.word() == word);
            match (facade, word.strip_prefix('@')) {
                (Some(facade), _) => choice.facades.push(facade),
                (None, Some(tag)) => choice.tags.push(tag.to_owned()),
                (None, None) if features.join(&word).is_dir() => choice.areas.push(word),
                (None, None) => choice.names.push(word.to_lowercase()),
            }
        }
        choice
    }

    /// Whether everything was chosen.
    pub const fn is_all(&self) -> bool {
        self.areas.is_empty() && self.facades.is_empty() && self.tags.is_empty() && self.names.is_empty()
    }

    /// The facades to run on.
    pub fn facades(&self) -> Vec<Facade> {
        Facade::ALL.into_iter().filter(|one| self.facades.is_empty() || self.facades.contains(one)).collect()
    }

    /// Whether a scenario was chosen.
    pub fn takes(&self, feature: &Feature, rule: Option<&Rule>, scenario: &Scenario) -> bool {
        let of_rule = rule.map_or(&[][..], |rule| &rule.tags);
        let mut tags = feature.tags.iter().chain(of_rule).chain(&scenario.tags);
        let names = [Some(&feature.name), rule.map(|rule| &rule.name), Some(&scenario.name)];
        let names = names.map(|name| name.map(|name| name.to_lowercase()).unwrap_or_default());
        let says = |part: &String| names.iter().any(|name| name.contains(part));
        (self.areas.is_empty() || self.areas.contains(&area(feature)))
            && (self.tags.is_empty() || tags.any(|tag| self.tags.contains(tag)))
            && (self.names.is_empty() || self.names.iter().any(says))
    }
}

/// The folder that a feature stands in.
pub fn area(feature: &Feature) -> String {
    let folder = feature.path.as_deref().and_then(Path::parent).and_then(Path::file_name);
    folder.map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}
