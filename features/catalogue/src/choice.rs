//! What the words of somebody mean who wants to see scenarios played.
//!
//! A word is a chapter, a path, a facade, a promise, an operation, or a part of a title. Several of one kind widen the
//! choice, different kinds narrow it.
use crate::{Catalogue, FACADES, Feature, Results, Scenario};
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

/// What is known besides the features.
#[derive(Clone, Copy, Debug, Default)]
pub struct Known<'a> {
    /// The identities of all operations.
    pub operations: &'a [&'a str],
    /// A run: it knows which operations each scenario asked for.
    pub run: Option<&'a Results>,
}

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Chosen {
    facades: Vec<&'static str>,
    ids: BTreeSet<String>,
}

impl Chosen {
    /// Whether the play `id` of `scenario` was chosen on `facade`.
    pub fn takes(&self, scenario: &Scenario, id: &str, facade: &str) -> bool {
        self.facades.contains(&facade) && scenario.is_played(id, facade) && self.ids.contains(id)
    }

    /// Leaves only what `holds` says of a scenario.
    pub fn keep(&mut self, catalogue: &Catalogue, holds: impl Fn(&Scenario) -> bool) {
        for (_, _, scenario) in catalogue.scenarios().filter(|(_, _, scenario)| !holds(scenario)) {
            for (id, _) in scenario.plays() {
                self.ids.remove(id);
            }
        }
    }

    /// Leaves out a facade.
    pub fn without(&mut self, facade: &str) {
        self.facades.retain(|one| *one != facade);
    }

    /// Whether nothing was chosen.
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty() || self.facades.is_empty()
    }

    /// The facades to play on.
    pub fn facades(&self) -> &[&'static str] {
        &self.facades
    }
}

/// Why nothing is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// Words that mean nothing, each with what is near it.
    Unknown(Vec<(String, Vec<String>)>),
    /// Operations, while no run has told which scenarios ask for them.
    NoRun(Vec<String>),
    /// Each word means something, but nothing is all of it: the words, what each was taken for, and how many
    /// scenarios it means.
    NothingIsAll(Vec<(String, &'static str, usize)>),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(words) => {
                for (word, near) in words {
                    writeln!(f, "Nothing is called \"{word}\". Near it:")?;
                    for one in near {
                        writeln!(f, "  {one}")?;
                    }
                }
                write!(f, "With --list and no words, everything is listed.")
            }
            Self::NoRun(operations) => write!(
                f,
                "Which scenarios ask for {} is known after a run of everything: play all once, without any words.",
                operations.join(", ")
            ),
            Self::NothingIsAll(words) => {
                writeln!(f, "No scenario is all of this:")?;
                for (word, kind, count) in words {
                    writeln!(f, "  {word} ({kind}): {count} scenarios")?;
                }
                write!(f, "Words of different kinds narrow the choice.")
            }
        }
    }
}

/// What sort of word it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Facade,
    Place,
    Promise,
    Operation,
    Title,
}

impl Kind {
    const fn name(self) -> &'static str {
        match self {
            Self::Facade => "a facade",
            Self::Place => "a chapter or a file",
            Self::Promise => "a promise or a tag",
            Self::Operation => "an operation",
            Self::Title => "a part of a title",
        }
    }
}

/// What `words` choose; without any, everything.
pub fn choose(catalogue: &Catalogue, known: Known<'_>, words: &[String]) -> Result<Chosen, Refused> {
    let mut meant: BTreeMap<Kind, BTreeSet<&str>> = BTreeMap::new();
    let (mut facades, mut unknown, mut unrun, mut counts) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for word in words {
        match meaning(catalogue, known, word) {
            Meaning::Facade(facade) => {
                facades.push(facade);
                let plays = catalogue
                    .scenarios()
                    .flat_map(|(_, _, one)| one.plays().into_iter().map(move |it| (one, it)));
                let on: BTreeSet<_> =
                    plays.filter(|(one, (id, _))| one.is_played(id, facade)).map(|(_, (id, _))| id).collect();
                counts.push((word.clone(), Kind::Facade.name(), on.len()));
                meant.entry(Kind::Facade).or_default().extend(on);
            }
            Meaning::Plays(kind, ids) => {
                counts.push((word.clone(), kind.name(), ids.len()));
                meant.entry(kind).or_default().extend(ids);
            }
            Meaning::NoRun => unrun.push(word.clone()),
            Meaning::Nothing => unknown.push((word.clone(), near(catalogue, known, word))),
        }
    }
    if !unknown.is_empty() {
        return Err(Refused::Unknown(unknown));
    }
    if !unrun.is_empty() {
        return Err(Refused::NoRun(unrun));
    }
    let all = plays_where(catalogue, |_, _| true);
    let ids = meant.into_values().fold(all, |ids, of_kind| &ids & &of_kind);
    if ids.is_empty() {
        return Err(Refused::NothingIsAll(counts));
    }
    let facades = FACADES.into_iter().filter(|one| facades.is_empty() || facades.contains(one)).collect();
    Ok(Chosen { facades, ids: ids.into_iter().map(str::to_owned).collect() })
}

enum Meaning<'a> {
    Facade(&'static str),
    Plays(Kind, BTreeSet<&'a str>),
    /// An operation, and nobody knows who asks for it.
    NoRun,
    Nothing,
}

fn meaning<'a>(catalogue: &'a Catalogue, known: Known<'_>, word: &str) -> Meaning<'a> {
    let tag = word.strip_prefix('@');
    let lower = word.to_lowercase();
    let facade = tag.unwrap_or(&lower);
    if let Some(facade) = FACADES.into_iter().find(|one| *one == facade) {
        return Meaning::Facade(facade);
    }
    if let Some(ids) = place(catalogue, word) {
        return Meaning::Plays(Kind::Place, ids);
    }
    let name = tag.unwrap_or(word);
    let tagged = plays_where(catalogue, |_, scenario| scenario.tags.iter().any(|one| one == name));
    if tag.is_some() || !tagged.is_empty() {
        return some(Kind::Promise, tagged);
    }
    if known.operations.contains(&word) {
        let Some(run) = known.run else { return Meaning::NoRun };
        let asked = run.played.iter().filter(|play| play.operations.contains_key(word));
        let asked: BTreeSet<_> = asked.map(|play| &*play.id).collect();
        let all = plays_where(catalogue, |_, _| true);
        return some(Kind::Operation, all.into_iter().filter(|id| asked.contains(id)).collect());
    }
    let says = |title: &str| title.to_lowercase().contains(&lower);
    let titled = catalogue.scenarios().flat_map(|(feature, rule, scenario)| {
        let whole = says(&feature.name) || says(&rule.name) || says(&scenario.name);
        let plays = scenario.plays().into_iter().map(|(id, _)| id);
        plays.filter(move |id| whole || says(&scenario.title(id)))
    });
    some(Kind::Title, if lower.is_empty() { BTreeSet::new() } else { titled.collect() })
}

fn some(kind: Kind, ids: BTreeSet<&str>) -> Meaning<'_> {
    if ids.is_empty() { Meaning::Nothing } else { Meaning::Plays(kind, ids) }
}

/// All that is played of the scenarios that `holds` is true of.
fn plays_where(catalogue: &Catalogue, holds: impl Fn(&Feature, &Scenario) -> bool) -> BTreeSet<&str> {
    let scenarios = catalogue.scenarios().filter(|(feature, _, scenario)| holds(feature, scenario));
    scenarios.flat_map(|(_, _, scenario)| scenario.plays()).map(|(id, _)| id).collect()
}

/// What stands at `dns`, `dns/zone`, `features/dns/zone.feature`, `zone.feature:12`, or under the identity of a rule
/// or a scenario.
fn place<'a>(catalogue: &'a Catalogue, word: &str) -> Option<BTreeSet<&'a str>> {
    let path = word.rsplit_once("features/").map_or(word, |(_, path)| path);
    let path = path.trim_start_matches("./").trim_end_matches('/');
    let (path, line) = match path.rsplit_once(':').map(|(path, line)| (path, line.parse())) {
        Some((path, Ok(line))) => (path, Some(line)),
        _ => (path, None),
    };
    let file = path.strip_suffix(".feature");
    let id = file.unwrap_or(path);
    let is_file = |feature: &&Feature| {
        let alone = || file.is_some() && feature.id.rsplit('/').next() == Some(id);
        feature.id == id || alone()
    };
    let features = catalogue.chapters.iter().flat_map(|chapter| &chapter.features);
    if let (Some(feature), Some(line)) = (features.clone().find(is_file), line) {
        return Some(at_line(feature, line));
    }
    let named: BTreeSet<_> = features.filter(is_file).map(|feature| feature.id.as_str()).collect();
    let within = |whole: &str, part: &str| part.strip_prefix(whole).is_some_and(|rest| rest.starts_with('/'));
    let all = plays_where(catalogue, |_, _| true);
    let ids: BTreeSet<_> = all
        .into_iter()
        .filter(|play| {
            *play == id
                || within(id, play) && (id.contains('/') || chapter(catalogue, id))
                || named.iter().any(|feature| within(feature, play))
        })
        .collect();
    (!ids.is_empty()).then_some(ids)
}

fn chapter(catalogue: &Catalogue, id: &str) -> bool {
    catalogue.chapters.iter().any(|chapter| chapter.id == id)
}

/// The example in that line, or the scenario, the rule or the feature that the line belongs to.
fn at_line(feature: &Feature, line: usize) -> BTreeSet<&str> {
    let Some(rule) = feature.rules.iter().rfind(|rule| rule.line <= line) else {
        return feature
            .rules
            .iter()
            .flat_map(|rule| &rule.scenarios)
            .flat_map(Scenario::plays)
            .map(first)
            .collect();
    };
    let Some(scenario) = rule.scenarios.iter().rfind(|scenario| scenario.line <= line) else {
        return rule.scenarios.iter().flat_map(Scenario::plays).map(first).collect();
    };
    let plays = scenario.plays();
    let example = plays.iter().find(|(_, at)| *at == line).map(|(id, _)| BTreeSet::from([*id]));
    example.unwrap_or_else(|| plays.into_iter().map(first).collect())
}

fn first((id, _): (&str, usize)) -> &str {
    id
}

/// How many near words are told.
const NEAR: usize = 6;
/// From which likeness on, of 1, a word is near.
const LIKE: f64 = 0.6;

/// What is called something like `word`, the likest first; the chapters where nothing is.
fn near(catalogue: &Catalogue, known: Known<'_>, word: &str) -> Vec<String> {
    let word = word.trim_start_matches('@').trim_end_matches(".feature").to_lowercase();
    let word = word.rsplit_once("features/").map_or(&*word, |(_, path)| path);
    let mut scores: BTreeMap<String, f64> = BTreeMap::new();
    let mut offer = |name: &str, shown: String| {
        let score = strsim::normalized_damerau_levenshtein(word, &name.to_lowercase());
        let best = scores.entry(shown).or_insert(score);
        *best = best.max(score);
    };
    for chapter in &catalogue.chapters {
        offer(&chapter.id, chapter.id.clone());
        for feature in &chapter.features {
            offer(&feature.id, feature.id.clone());
            offer(feature.id.rsplit('/').next().unwrap_or_default(), feature.id.clone());
        }
    }
    let tags: BTreeSet<_> = catalogue.scenarios().flat_map(|(_, _, scenario)| &scenario.tags).collect();
    for tag in tags.into_iter().map(String::as_str).chain(FACADES) {
        offer(tag, format!("@{tag}"));
    }
    for operation in known.operations {
        offer(operation, (*operation).to_owned());
    }
    let titles =
        catalogue.scenarios().flat_map(|(feature, rule, one)| [&feature.name, &rule.name, &one.name]);
    for title in titles.collect::<BTreeSet<_>>() {
        offer(title, format!("\"{title}\""));
        let words = title.split(|c: char| !c.is_alphanumeric() && c != '-').filter(|word| word.len() > 3);
        for word in words {
            offer(word, format!("\"{}\"", word.to_lowercase()));
        }
    }
    let mut near: Vec<_> = scores.into_iter().filter(|(_, score)| *score >= LIKE).collect();
    near.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    let near: Vec<_> = near.into_iter().take(NEAR).map(|(shown, _)| shown).collect();
    match near.is_empty() {
        true => {
            catalogue.chapters.iter().map(|chapter| format!("{} ({})", chapter.id, chapter.title)).collect()
        }
        false => near,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Chapter, Ending, Played, read::of_text};

    const ZONE: &str = "Feature: The zone of a domain

  @dns-order
  Rule: Records stand in order

    Scenario: Added in another order
      Given it is

    Scenario Outline: <kind> records
      Given it is

      Examples:
        | kind |
        | A    |
        | TXT  |
";
    const RENEWAL: &str = "@rest
Feature: Auto-renew

  Rule: It is turned on and off

    Scenario: Turned on
      Given it is
";

    fn catalogue() -> Catalogue {
        let chapter = |id: &str, name: &str, text| Chapter {
            id: id.to_owned(),
            title: id.to_uppercase(),
            features: vec![of_text(format!("{id}/{name}"), text).expect("a feature")],
        };
        let chapters = vec![chapter("dns", "zone", ZONE), chapter("domains", "auto_renew", RENEWAL)];
        Catalogue { promises: Vec::new(), chapters }
    }

    fn chosen(known: Known<'_>, words: &[&str]) -> Result<Vec<String>, Refused> {
        let words: Vec<_> = words.iter().map(|word| (*word).to_owned()).collect();
        let catalogue = catalogue();
        let chosen = choose(&catalogue, known, &words)?;
        let mut plays = Vec::new();
        for (_, _, scenario) in catalogue.scenarios() {
            for (id, _) in scenario.plays() {
                let on = FACADES.into_iter().filter(|facade| chosen.takes(scenario, id, facade));
                plays.extend(on.map(|facade| format!("{facade} {id}")));
            }
        }
        Ok(plays)
    }

    fn count(words: &[&str]) -> usize {
        chosen(Known::default(), words).expect("a choice").len()
    }

    #[test]
    fn without_words_everything_is_played() {
        assert_eq!(count(&[]), 3 * 3 + 1);
    }

    #[test]
    fn a_word_is_a_chapter_a_path_or_a_line() {
        for word in ["dns", "features/dns", "dns/", "dns/zone", "dns/zone.feature", "zone.feature"] {
            assert_eq!(count(&[word]), 9, "{word}");
        }
        assert_eq!(count(&["/somewhere/features/dns/zone.feature"]), 9);
        assert_eq!(count(&["features/dns/zone.feature:1"]), 9, "the feature");
        assert_eq!(count(&["dns/zone:4"]), 9, "the rule");
        assert_eq!(count(&["zone.feature:7"]), 3, "a step of a scenario");
        assert_eq!(count(&["zone.feature:9"]), 6, "an outline");
        assert_eq!(count(&["zone.feature:15"]), 3, "an example");
        assert_eq!(count(&["dns/zone/records-stand-in-order/kind-records"]), 6, "an identity");
    }

    #[test]
    fn a_word_is_a_facade_a_promise_or_a_part_of_a_title() {
        assert_eq!(count(&["rest"]), 4);
        assert_eq!(count(&["@rest"]), 4);
        assert_eq!(count(&["GraphQL"]), 3);
        assert_eq!(count(&["@dns-order"]), 9);
        assert_eq!(count(&["dns-order"]), 9);
        assert_eq!(count(&["auto-renew"]), 1);
        assert_eq!(count(&["TXT records"]), 3, "an example by its values");
    }

    #[test]
    fn one_kind_widens_and_different_kinds_narrow() {
        assert_eq!(count(&["dns", "domains"]), 10);
        assert_eq!(count(&["dns", "rest"]), 3);
        assert_eq!(count(&["dns", "rest", "graphql"]), 6);
        assert_eq!(count(&["domains", "@rest", "auto-renew"]), 1);
    }

    #[test]
    fn an_operation_means_what_asked_for_it() {
        let known = Known { operations: &["setDomainAutoRenew"], run: None };
        let words = ["setDomainAutoRenew"];
        assert_eq!(chosen(known, &words), Err(Refused::NoRun(vec![words[0].to_owned()])));
        let played = Played {
            id: "domains/auto_renew/it-is-turned-on-and-off/turned-on".to_owned(),
            digest: String::new(),
            facade: "rest".to_owned(),
            ending: Ending::Passed,
            seconds: 0.0,
            over: BTreeSet::new(),
            operations: BTreeMap::from([(words[0].to_owned(), 1)]),
            exchanges: Vec::new(),
        };
        let run = Results { played: vec![played], ..Results::default() };
        let known = Known { run: Some(&run), ..known };
        let plays = chosen(known, &words).expect("a choice");
        assert_eq!(plays, ["rest domains/auto_renew/it-is-turned-on-and-off/turned-on"]);
    }

    fn near_of(word: &str) -> Vec<String> {
        match chosen(Known { operations: &["setDomainAutoRenew"], run: None }, &[word]) {
            Err(Refused::Unknown(words)) => words.into_iter().flat_map(|(_, near)| near).collect(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_word_that_means_nothing_is_refused_with_what_is_near() {
        for (word, near) in [
            ("dnss", "dns"),
            ("dns/zones.feature", "dns/zone"),
            ("@dns-oder", "@dns-order"),
            ("graphq", "@graphql"),
            ("setDomainAutoRenw", "setDomainAutoRenew"),
            ("Add in another order", "\"Added in another order\""),
            ("recrods", "\"records\""),
        ] {
            assert_eq!(near_of(word).first().map(String::as_str), Some(near), "{word}: {:?}", near_of(word));
        }
        assert_eq!(
            near_of("xyzzyxyzzy"),
            ["dns (DNS)", "domains (DOMAINS)"],
            "the chapters, where nothing is"
        );
        assert!(!near_of("").is_empty());
    }

    #[test]
    fn what_nothing_is_all_of_is_refused() {
        let refused = chosen(Known::default(), &["dns", "auto-renew"]).expect_err("a refusal");
        let Refused::NothingIsAll(words) = &refused else { panic!("{refused:?}") };
        assert_eq!(words.iter().map(|(_, _, count)| *count).collect::<Vec<_>>(), [3, 1]);
        assert!(chosen(Known::default(), &["domains", "graphql"]).is_err(), "a facade that it is not on");
    }
}
