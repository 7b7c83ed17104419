//! The promises as plain data: [`Catalogue`] is what the features say, [`Results`] what a run of them found.
//!
//! The catalogue is read when the server is built, and stands in it; results are a file that a run writes and a
//! server shows. The two find each other by the identities of scenarios.
mod choice;
mod compare;
mod conventions;
mod promises;
mod read;
mod results;
mod shown;
mod untraced;

pub use choice::{Chosen, Known, Refused, choose};
pub use compare::{Changes, compare, scenario_of};
pub use conventions::unconventional;
pub use promises::Promise;
pub use read::{Unreadable, read, scenario_at};
pub use results::{Ending, Exchange, FORMAT, Fault, Played, Results};
pub use shown::{shown_document, shown_header, shown_json, shown_text};
pub use untraced::untraced;

use serde::{Deserialize, Serialize};

/// The words of the facades, as tags, arguments and results write them.
pub const FACADES: [&str; 3] = ["direct", "rest", "graphql"];

/// The tag of what can be played on a server that others use too.
pub const SAFE: &str = "safe";

/// All that is promised.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Catalogue {
    /// The list of promises that rules refer to, in its order.
    pub promises: Vec<Promise>,
    /// The chapters, in reading order.
    pub chapters: Vec<Chapter>,
}

/// A folder of features.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Chapter {
    /// Its folder: `dns`.
    pub id: String,
    /// What it is called: `DNS records`.
    pub title: String,
    /// Its features, by file name.
    pub features: Vec<Feature>,
}

/// A file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Feature {
    /// Its path without the ending: `dns/zone`.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Why it is there, in a sentence or two.
    pub why: String,
    /// What all of its scenarios begin with.
    pub background: Vec<Step>,
    /// Its rules, in order.
    pub rules: Vec<Rule>,
}

/// What is promised, proven by its scenarios.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Rule {
    /// `dns/zone/a-zone-is-listed-by-name`
    pub id: String,
    /// What is promised.
    pub name: String,
    /// Where it stands in its file.
    pub line: usize,
    /// The identities of the promises that it proves: `dns-order`.
    pub promises: Vec<String>,
    /// What its scenarios begin with.
    pub background: Vec<Step>,
    /// Its scenarios, in order.
    pub scenarios: Vec<Scenario>,
}

/// An example of a rule, or an outline of several.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Scenario {
    /// `dns/zone/a-zone-is-listed-by-name/an-empty-zone`
    pub id: String,
    /// What it is called.
    pub name: String,
    /// The words of the tags that hold for it, also those of its rule and its feature; without `@`.
    pub tags: Vec<String>,
    /// Where it stands in its file.
    pub line: usize,
    /// What happens.
    pub steps: Vec<Step>,
    /// The examples of an outline; none for a plain scenario.
    pub examples: Vec<Examples>,
    /// A digest of all that is played: a result of another text is no result of this one.
    pub digest: String,
}

/// A table of examples.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Examples {
    /// What the table is called, if anything.
    pub name: String,
    /// The words of its own tags: they hold for its rows besides those of the scenario.
    #[serde(default)]
    pub tags: Vec<String>,
    /// The head.
    pub head: Vec<String>,
    /// The rows.
    pub rows: Vec<Example>,
}

/// One row of examples.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Example {
    /// `<scenario>/3`, counted from 1 through all tables of the outline.
    pub id: String,
    /// Where it stands in its file.
    pub line: usize,
    /// Its values.
    pub cells: Vec<String>,
}

/// A step.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Step {
    /// `Given`, `When`, `Then`, `And`, `But`
    pub keyword: String,
    /// What it says.
    pub text: String,
    /// Its table, the head first.
    pub table: Vec<Vec<String>>,
    /// The text that it carries.
    pub text_block: Option<String>,
}

impl Catalogue {
    /// Every scenario, with its feature and its rule.
    pub fn scenarios(&self) -> impl Iterator<Item = (&Feature, &Rule, &Scenario)> {
        let features = self.chapters.iter().flat_map(|chapter| &chapter.features);
        let rules = features.flat_map(|feature| feature.rules.iter().map(move |rule| (feature, rule)));
        rules.flat_map(|(feature, rule)| rule.scenarios.iter().map(move |one| (feature, rule, one)))
    }
}

impl Scenario {
    /// The identities under which it is played: its own, or those of its examples; each with its line.
    pub fn plays(&self) -> Vec<(&str, usize)> {
        let rows = self.examples.iter().flat_map(|table| &table.rows);
        let rows: Vec<_> = rows.map(|row| (row.id.as_str(), row.line)).collect();
        if rows.is_empty() { vec![(&self.id, self.line)] } else { rows }
    }

    /// Whether it is played on the facade `word`, or an example of it is.
    pub fn is_on(&self, word: &str) -> bool {
        self.plays().into_iter().any(|(id, _)| self.is_played(id, word))
    }

    /// Whether the play `id` is played on the facade `word`: those that it is tagged with, or all.
    pub fn is_played(&self, id: &str, word: &str) -> bool {
        let table = self.examples.iter().find(|table| table.rows.iter().any(|row| row.id == id));
        let tags = || self.tags.iter().chain(table.iter().flat_map(|table| &table.tags));
        let tagged = |facade: &str| tags().any(|tag| tag == facade);
        tagged(word) || !FACADES.into_iter().any(tagged)
    }

    /// What the play `id` is called: of an outline, with the values of that example.
    pub fn title(&self, id: &str) -> String {
        let rows =
            |table: &'_ Examples| table.rows.iter().find(|row| row.id == id).map(|row| row.cells.clone());
        let Some((head, cells)) = self.examples.iter().find_map(|table| Some((&table.head, rows(table)?)))
        else {
            return self.name.clone();
        };
        let put = |name: String, (word, cell): (&String, &String)| name.replace(&format!("<{word}>"), cell);
        head.iter().zip(&cells).fold(self.name.clone(), put)
    }
}
