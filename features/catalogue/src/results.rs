//! What a run found: a file of JSON that the runner writes and the server shows.
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The version of the file's format.
pub const FORMAT: u32 = 1;

/// A run.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Results {
    /// [`FORMAT`]
    pub format: u32,
    /// The commit that was played, where it is known; with `+` behind it where files had been changed since.
    pub commit: Option<String>,
    /// When it began (RFC 3339).
    pub began: String,
    /// How long it took, in seconds.
    pub seconds: f64,
    /// What it ran on: `SQLite 3.51`, `PostgreSQL 17.2`, `Redis 8.0`.
    pub ran_on: Vec<String>,
    /// The words that chose what was played; none for everything.
    pub chosen: Vec<String>,
    /// How each scenario ended, facade by facade.
    pub played: Vec<Played>,
}

/// How a scenario, or one example of an outline, ended on a facade.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Played {
    /// Its identity in the catalogue.
    pub id: String,
    /// The digest of the scenario that was played.
    pub digest: String,
    /// `direct`, `rest`, `graphql`
    pub facade: String,
    /// How it ended.
    pub ending: Ending,
    /// How long it took, in seconds.
    pub seconds: f64,
    /// What was really gone through, whatever the facade: `direct`, `REST`, `GraphQL`, and `HTTP` for what is no
    /// facade's (uploads, pages of a panel, the search).
    #[serde(default)]
    pub over: BTreeSet<String>,
    /// The operations that were asked for, by their ids, and how often.
    pub operations: BTreeMap<String, u32>,
    /// What was sent and answered, in order; passwords and tokens replaced.
    pub exchanges: Vec<Exchange>,
}

/// Whether it holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "verdict", rename_all = "snake_case")]
pub enum Ending {
    /// It holds.
    Passed,
    /// It does not.
    Failed(Fault),
}

/// Why a scenario failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// The step: `Then the request is accepted`.
    pub step: String,
    /// Where it stands in its file.
    pub line: usize,
    /// What was found instead.
    pub cause: String,
}

/// One request and its answer, as they went over the wire.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exchange {
    /// The operation, where it is one.
    pub operation: Option<String>,
    /// Method and target: `PUT /v1/domains/…/auto-renew`.
    pub request: String,
    /// The header lines that matter to a reader, one a line: `Idempotency-Key: …`.
    pub headers: String,
    /// The body; of a graph's request the document, set in lines.
    pub body: String,
    /// The status of the answer.
    pub status: u16,
    /// The header lines of the answer that matter to a reader.
    pub answer_headers: String,
    /// The answer, set in lines.
    pub answer: String,
}
