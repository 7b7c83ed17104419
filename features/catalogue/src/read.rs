//! From the files to the catalogue.
use crate::{Catalogue, Chapter, Example, Examples, FACADES, Feature, Rule, SAFE, Scenario, Step, promises};
use gherkin::GherkinEnv;
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::{
    collections::BTreeSet,
    fmt, fs, io,
    path::{Path, PathBuf},
};

/// The chapters in reading order, by their folders.
const CHAPTERS: [(&str, &str); 13] = [
    ("account", "The account"),
    ("services", "Services"),
    ("domains", "Domains"),
    ("dns", "DNS records"),
    ("email", "Email"),
    ("hosting", "Shared hosting"),
    ("lxc", "Containers"),
    ("kvm", "Virtual machines"),
    ("conversion", "File conversion"),
    ("search", "The public search"),
    ("calling", "Calling the platform"),
    ("operating", "Running the platform"),
    ("protocol", "The wire"),
];

/// Why there is no catalogue: which file, and what is wrong with it.
#[derive(Debug)]
pub struct Unreadable(PathBuf, String);

impl Unreadable {
    pub(crate) fn new(file: &Path, cause: impl fmt::Display) -> Self {
        Self(file.to_owned(), cause.to_string())
    }
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.0.display(), self.1)
    }
}

impl std::error::Error for Unreadable {}

/// Reads the folder `features`.
pub fn read(features: &Path) -> Result<Catalogue, Unreadable> {
    let list = features.join("promises.md");
    let list = fs::read_to_string(&list).map_err(|cause| Unreadable(list, cause.to_string()))?;
    let mut folders = self::chapters(features)?;
    let mut chapters = Vec::new();
    for (folder, title) in CHAPTERS {
        if folders.remove(folder) {
            let features = files(&features.join(folder))?;
            let features = features.iter().map(|file| feature(folder, file)).collect::<Result<_, _>>()?;
            chapters.push(Chapter { id: folder.to_owned(), title: title.to_owned(), features });
        }
    }
    if let Some(folder) = folders.pop_first() {
        return Err(Unreadable(features.join(folder), "a folder that is no chapter".to_owned()));
    }
    Ok(Catalogue { promises: promises::promises(&list), chapters })
}

/// What is played at `line` of a feature: the rule, the scenario, and the identity of the play.
pub fn scenario_at(feature: &Feature, line: usize) -> Option<(&Rule, &Scenario, &str)> {
    let scenarios = feature.rules.iter().flat_map(|rule| rule.scenarios.iter().map(move |one| (rule, one)));
    let mut plays =
        scenarios.flat_map(|(rule, one)| one.plays().into_iter().map(move |(id, at)| (rule, one, id, at)));
    plays.find(|(.., at)| *at == line).map(|(rule, one, id, _)| (rule, one, id))
}

/// The chapters that there are, by their folders.
pub(crate) fn chapters(features: &Path) -> Result<BTreeSet<String>, Unreadable> {
    folders(features).map_err(|cause| Unreadable::new(features, cause))
}

/// The folders that hold features.
fn folders(features: &Path) -> io::Result<BTreeSet<String>> {
    let mut names = BTreeSet::new();
    for entry in fs::read_dir(features)? {
        let folder = entry?.path();
        if folder.is_dir() && files(&folder).is_ok_and(|files| !files.is_empty()) {
            names.extend(folder.file_name().map(|name| name.to_string_lossy().into_owned()));
        }
    }
    Ok(names)
}

/// The features of a folder, by name.
pub(crate) fn files(folder: &Path) -> Result<Vec<PathBuf>, Unreadable> {
    let files = fs::read_dir(folder).map_err(|cause| Unreadable(folder.to_owned(), cause.to_string()))?;
    let mut files: Vec<_> = files.flatten().map(|entry| entry.path()).collect();
    files.retain(|file| file.extension().is_some_and(|kind| kind == "feature"));
    files.sort();
    Ok(files)
}

fn feature(folder: &str, file: &Path) -> Result<Feature, Unreadable> {
    let id = format!("{folder}/{}", file.file_stem().unwrap_or_default().to_string_lossy());
    let text = fs::read_to_string(file).map_err(|cause| cause.to_string());
    text.and_then(|text| of_text(id, &text)).map_err(|cause| Unreadable(file.to_owned(), cause))
}

/// The feature `id` as its file says, or what is wrong with that.
pub fn of_text(id: String, text: &str) -> Result<Feature, String> {
    let read = gherkin::Feature::parse(text, GherkinEnv::default());
    let feature = read.map_err(|cause| unread(&cause.to_string(), text))?;
    if let Some(stray) = feature.scenarios.first() {
        return Err(format!("line {}: a scenario that stands under no rule", stray.position.line));
    }
    if let Some(words) = no_steps(&feature) {
        return Err(words);
    }
    let background = feature.background.as_ref().map(|first| steps(&first.steps)).unwrap_or_default();
    let mut rules = Vec::new();
    for one in &feature.rules {
        let id = format!("{id}/{}", slug(&one.name));
        let first = one.background.as_ref().map(|first| steps(&first.steps)).unwrap_or_default();
        let scenario = |scenario: &gherkin::Scenario| {
            let tags = feature.tags.iter().chain(&one.tags).chain(&scenario.tags).cloned().collect();
            self::scenario(&id, scenario, tags, &[&background, &first])
        };
        let scenarios = one.scenarios.iter().map(scenario).collect();
        let promises = one.tags.iter().filter(|tag| !reserved(tag)).cloned().collect();
        let line = one.position.line;
        rules.push(Rule { name: one.name.clone(), line, promises, background: first, scenarios, id });
    }
    let why = feature.description.unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ");
    let read = Feature { id, name: feature.name, why, background, rules };
    let mut seen = BTreeSet::new();
    let ids = read.rules.iter().flat_map(|rule| {
        let scenarios = rule.scenarios.iter().map(|scenario| &scenario.id);
        std::iter::once(&rule.id).chain(scenarios)
    });
    let twice = ids.into_iter().find(|id| !seen.insert(*id)).cloned();
    match twice {
        Some(twice) => Err(format!("two of its rules or scenarios are called {twice}")),
        None => Ok(read),
    }
}

/// Where words stand before the first step: the parser takes a misspelt step for a description.
fn no_steps(feature: &gherkin::Feature) -> Option<String> {
    let backgrounds =
        feature.background.iter().chain(feature.rules.iter().filter_map(|rule| rule.background.as_ref()));
    let scenarios = feature.rules.iter().flat_map(|rule| &rule.scenarios);
    let described = backgrounds.map(|one| (&one.description, one.position.line));
    let mut described = described.chain(scenarios.map(|one| (&one.description, one.position.line)));
    described.find_map(|(words, line)| {
        let words = words.as_deref()?.trim();
        (!words.is_empty()).then(|| format!("line {line}: below it stands what is no step: {words}"))
    })
}

/// Where the parser came to a halt, from its words (`Error at 7:3: {…}`): it lets nobody see its parts.
fn unread(cause: &str, text: &str) -> String {
    let line = cause.strip_prefix("Error at ").and_then(|rest| rest.split(':').next()?.parse().ok());
    match line.and_then(|number: usize| Some((number, text.lines().nth(number.checked_sub(1)?)?))) {
        Some((number, line)) => format!("line {number} cannot be read: {}", line.trim()),
        None => format!("it cannot be read to its end ({cause})"),
    }
}

/// Whether a tag says where a scenario is played, and not what it proves.
fn reserved(tag: &str) -> bool {
    tag == SAFE || FACADES.contains(&tag)
}

fn scenario(rule: &str, scenario: &gherkin::Scenario, tags: Vec<String>, before: &[&[Step]; 2]) -> Scenario {
    let id = format!("{rule}/{}", slug(&scenario.name));
    let mut count = 0;
    let table = |examples: &gherkin::Examples| {
        let mut rows = examples.table.iter().flat_map(|table| table.rows.iter().enumerate());
        let head = rows.next().map(|(_, head)| head.clone()).unwrap_or_default();
        let row = |(number, cells): (usize, &Vec<String>)| {
            count += 1;
            // An example stands so many lines below the word `Examples`; the head is one of them.
            Example {
                id: format!("{id}/{count}"),
                line: examples.position.line + number + 1,
                cells: cells.clone(),
            }
        };
        let (name, tags) = (examples.name.clone().unwrap_or_default(), examples.tags.clone());
        Examples { name, tags, head, rows: rows.map(row).collect() }
    };
    let examples: Vec<_> = scenario.examples.iter().map(table).collect();
    let steps = steps(&scenario.steps);
    let rows: Vec<_> = examples.iter().flat_map(|table| table.rows.iter().map(|row| &row.cells)).collect();
    let own: Vec<_> = examples.iter().map(|table| &table.tags).filter(|tags| !tags.is_empty()).collect();
    let digest = digest(&(before, &tags, own, &steps, rows));
    Scenario { id, name: scenario.name.clone(), tags, line: scenario.position.line, steps, examples, digest }
}

/// The same text has the same digest, wherever it stands.
fn digest(text: &impl Serialize) -> String {
    let text = serde_json::to_vec(text).expect("texts in lists");
    Sha256::digest(text).iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

fn steps(steps: &[gherkin::Step]) -> Vec<Step> {
    let step = |step: &gherkin::Step| Step {
        keyword: step.keyword.trim().to_owned(),
        text: step.value.clone(),
        table: step.table.as_ref().map(|table| table.rows.clone()).unwrap_or_default(),
        text_block: step.docstring.clone(),
    };
    steps.iter().map(step).collect()
}

/// `A page has 1 to 1000 entries` as `a-page-has-1-to-1000-entries`
fn slug(name: &str) -> String {
    let words = name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-").to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::{of_text, scenario_at};

    const TEXT: &str = "Feature: Zones

  Background:
    Given Ama is there

  Rule: In order

    Scenario: Plain
      When it is

    Scenario Outline: <one> of many
      When <one>

      Examples:
        | one |
        | a   |
        | b   |

      Examples: Others
        | one |
        | c   |
";

    #[test]
    fn examples_stand_where_their_rows_are() {
        let feature = of_text("dns/zones".to_owned(), TEXT).expect("a feature");
        let line = |of: &str| TEXT.lines().position(|line| line.trim() == of).expect("a line") + 1;
        let at = |line| scenario_at(&feature, line).map(|(.., id)| id);
        assert_eq!(at(line("Scenario: Plain")), Some("dns/zones/in-order/plain"));
        assert_eq!(at(line("| a   |")), Some("dns/zones/in-order/one-of-many/1"));
        assert_eq!(at(line("| b   |")), Some("dns/zones/in-order/one-of-many/2"));
        assert_eq!(at(line("| c   |")), Some("dns/zones/in-order/one-of-many/3"));
        assert_eq!(feature.rules[0].line, line("Rule: In order"));
    }

    #[test]
    fn an_example_is_called_by_its_values() {
        let feature = of_text("dns/zones".to_owned(), TEXT).expect("a feature");
        let outline = &feature.rules[0].scenarios[1];
        assert_eq!(outline.title("dns/zones/in-order/one-of-many/3"), "c of many");
        assert_eq!(outline.title("of another scenario"), "<one> of many");
    }

    #[test]
    fn the_tags_of_examples_hold_for_them_alone() {
        let tagged = TEXT.replace("Examples: Others", "@rest\n      Examples: Others");
        let feature = of_text("dns/zones".to_owned(), &tagged).expect("a feature");
        let outline = &feature.rules[0].scenarios[1];
        let on =
            |number| crate::FACADES.map(|word| outline.is_played(&format!("{}/{number}", outline.id), word));
        assert_eq!((on(1), on(3)), ([true; 3], [false, true, false]));
    }

    #[test]
    fn what_cannot_be_read_is_told_by_its_line() {
        let broken = TEXT.replace("Feature: Zones", "Fature: Zones");
        let cause = of_text(String::new(), &broken).expect_err("no feature");
        assert_eq!(cause, "line 1 cannot be read: Fature: Zones");
    }

    #[test]
    fn a_misspelt_step_is_no_description() {
        let broken = TEXT.replace("    When it is\n", "    Wen it is\n");
        let cause = of_text(String::new(), &broken).expect_err("no feature");
        assert_eq!(cause, "line 8: below it stands what is no step: Wen it is");
    }

    #[test]
    fn a_scenario_stands_under_a_rule() {
        let stray = TEXT.replace("  Rule: In order\n", "");
        let cause = of_text(String::new(), &stray).expect_err("no feature");
        assert_eq!(cause, "line 7: a scenario that stands under no rule");
    }
}
