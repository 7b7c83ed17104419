//! How the scenarios of the catalogue ended in a run.
use hosting_catalogue::{Chapter, Ending, Feature, Played, Results, Rule, Scenario};
use std::collections::BTreeMap;

/// The ways in on which scenarios are played: as results call them, and as people do.
pub const FACADES: [(&str, &str); 3] = [("direct", "direct"), ("rest", "REST"), ("graphql", "GraphQL")];

/// How something of the catalogue ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// All that has to be played was, and holds.
    Passed,
    /// Something does not hold.
    Failed,
    /// What was played holds; the rest was not played.
    Partly,
    /// Nothing of it was played.
    NotPlayed,
}

impl Verdict {
    /// As a class of the style.
    pub const fn class(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Failed => "failed",
            Self::Partly => "partly",
            Self::NotPlayed => "unplayed",
        }
    }

    /// As a sign; what reads it out is given [`Verdict::words`].
    pub const fn sign(self) -> char {
        match self {
            Self::Passed => '✓',
            Self::Failed => '✗',
            Self::Partly => '◐',
            Self::NotPlayed => '–',
        }
    }

    /// In words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Failed => "failed",
            Self::Partly => "partly played",
            Self::NotPlayed => "not played",
        }
    }
}

/// Plays, counted: a scenario or an example, on one facade, is one play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Those that hold.
    pub passed: usize,
    /// Those that do not.
    pub failed: usize,
    /// Those that no result is of.
    pub unplayed: usize,
}

impl Tally {
    /// What they come to together.
    pub const fn verdict(self) -> Verdict {
        match (self.passed, self.failed, self.unplayed) {
            (_, 1.., _) => Verdict::Failed,
            (1.., _, 0) => Verdict::Passed,
            (1.., _, _) => Verdict::Partly,
            (0, _, _) => Verdict::NotPlayed,
        }
    }

    /// All of them.
    pub const fn total(self) -> usize {
        self.passed + self.failed + self.unplayed
    }

    fn plus(self, other: Self) -> Self {
        Self {
            passed: self.passed + other.passed,
            failed: self.failed + other.failed,
            unplayed: self.unplayed + other.unplayed,
        }
    }
}

/// A catalogue's endings, looked up in the results of a run.
pub struct Verdicts<'a> {
    /// The run.
    pub results: Option<&'a Results>,
    played: BTreeMap<(&'a str, &'a str), &'a Played>,
}

impl<'a> Verdicts<'a> {
    /// Those of a run; without one, nothing was played.
    pub fn new(results: Option<&'a Results>) -> Self {
        let played = results.map(|run| &run.played[..]).unwrap_or_default();
        let played = played.iter().map(|one| ((one.id.as_str(), one.facade.as_str()), one)).collect();
        Self { results, played }
    }

    /// How `id`, which is `scenario` or an example of it, ended on a facade. A result of another text is none.
    pub fn play(&self, scenario: &Scenario, id: &str, facade: &str) -> Option<&'a Played> {
        self.played.get(&(id, facade)).filter(|played| played.digest == scenario.digest).copied()
    }

    /// Whether it was played, but said something else then.
    pub fn is_outdated(&self, scenario: &Scenario) -> bool {
        let mut plays = scenario.plays().into_iter().flat_map(|(id, _)| FACADES.map(|(word, _)| (id, word)));
        plays.any(|key| self.played.get(&key).is_some_and(|played| played.digest != scenario.digest))
    }

    /// What was played of a scenario, on all facades.
    pub fn plays(&self, scenario: &Scenario) -> Vec<&'a Played> {
        let plays = scenario.plays();
        let all = FACADES.iter().flat_map(|(word, _)| plays.iter().map(move |(id, _)| (*id, *word)));
        all.filter_map(|(id, word)| self.play(scenario, id, word)).collect()
    }

    /// The plays of a scenario on a facade; none if it is not for that facade.
    pub fn on(&self, scenario: &Scenario, facade: &str) -> Tally {
        let mut tally = Tally::default();
        for (id, _) in scenario.plays().into_iter().filter(|(id, _)| scenario.is_played(id, facade)) {
            match self.play(scenario, id, facade).map(|played| &played.ending) {
                Some(Ending::Passed) => tally.passed += 1,
                Some(Ending::Failed(_)) => tally.failed += 1,
                None => tally.unplayed += 1,
            }
        }
        tally
    }

    /// The plays of one example, or of a plain scenario, on all of its facades.
    pub fn example(&self, scenario: &Scenario, id: &str) -> Tally {
        let mut tally = Tally::default();
        for (word, _) in FACADES.into_iter().filter(|(word, _)| scenario.is_played(id, word)) {
            match self.play(scenario, id, word).map(|played| &played.ending) {
                Some(Ending::Passed) => tally.passed += 1,
                Some(Ending::Failed(_)) => tally.failed += 1,
                None => tally.unplayed += 1,
            }
        }
        tally
    }

    /// The plays of a scenario on all of its facades.
    pub fn scenario(&self, scenario: &Scenario) -> Tally {
        FACADES.iter().map(|(word, _)| self.on(scenario, word)).fold(Tally::default(), Tally::plus)
    }

    /// The plays of a rule.
    pub fn rule(&self, rule: &Rule) -> Tally {
        rule.scenarios.iter().map(|one| self.scenario(one)).fold(Tally::default(), Tally::plus)
    }

    /// The plays of a feature.
    pub fn feature(&self, feature: &Feature) -> Tally {
        feature.rules.iter().map(|one| self.rule(one)).fold(Tally::default(), Tally::plus)
    }

    /// What some chapters come to.
    pub fn sum<'c>(&self, chapters: impl IntoIterator<Item = &'c Chapter>) -> Sum {
        let mut sum = Sum::default();
        for feature in chapters.into_iter().flat_map(|chapter| &chapter.features) {
            sum.features.count(self.feature(feature).verdict());
            for rule in &feature.rules {
                sum.rules.count(self.rule(rule).verdict());
                for scenario in &rule.scenarios {
                    sum.scenarios.count(self.scenario(scenario).verdict());
                    for (counts, (word, _)) in sum.facades.iter_mut().zip(FACADES) {
                        if scenario.is_on(word) {
                            counts.count(self.on(scenario, word).verdict());
                        }
                    }
                }
            }
        }
        sum
    }
}

/// How many ended how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// [`Verdict::Passed`]
    pub passed: usize,
    /// [`Verdict::Failed`]
    pub failed: usize,
    /// [`Verdict::Partly`]
    pub partly: usize,
    /// [`Verdict::NotPlayed`]
    pub unplayed: usize,
}

impl Counts {
    fn count(&mut self, verdict: Verdict) {
        match verdict {
            Verdict::Passed => self.passed += 1,
            Verdict::Failed => self.failed += 1,
            Verdict::Partly => self.partly += 1,
            Verdict::NotPlayed => self.unplayed += 1,
        }
    }

    /// How many there are.
    pub const fn total(self) -> usize {
        self.passed + self.failed + self.partly + self.unplayed
    }

    /// Those that there are, with how they ended.
    pub fn parts(self) -> impl Iterator<Item = (Verdict, usize)> {
        let all = [
            (Verdict::Passed, self.passed),
            (Verdict::Failed, self.failed),
            (Verdict::Partly, self.partly),
            (Verdict::NotPlayed, self.unplayed),
        ];
        all.into_iter().filter(|(_, count)| *count > 0)
    }
}

/// What a part of the catalogue comes to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sum {
    /// Its features.
    pub features: Counts,
    /// Its rules.
    pub rules: Counts,
    /// Its scenarios, each on all of its facades.
    pub scenarios: Counts,
    /// Its scenarios on each of [`FACADES`].
    pub facades: [Counts; 3],
}
