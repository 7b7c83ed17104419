//! What the platform and the sealed process say to each other: a line of JSON each.
use crate::{Failure, Limits};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::path::PathBuf;
use uuid::Uuid;

/// What is to be done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Order {
    /// The tool's id.
    pub tool: String,
    /// Its options, as [`crate::Tool::check`] accepted them.
    pub options: Value,
    /// The files, in the customer's order.
    pub files: Vec<Input>,
    /// How much it may take.
    pub limits: Limits,
}

/// A file that is to be converted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Input {
    /// Identifies it to the customer.
    pub id: Uuid,
    /// What the customer calls it.
    pub name: String,
    /// Its type, as the customer declared it.
    pub mime: String,
    /// Where it is, from the work's own folder.
    pub path: PathBuf,
}

/// A file that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Artifact {
    /// What it is called: no folder, no control character.
    pub name: String,
    /// Its type.
    pub mime: String,
    /// Where it is, from the work's own folder.
    pub path: PathBuf,
}

/// What the sealed process says, one a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Word {
    /// It has its order, and begins to read.
    Begun,
    /// So much of the work is done, of 100.
    Progress(u8),
    /// All is done, and this was made.
    Done(Vec<Artifact>),
    /// It failed.
    Failed(Failure),
    /// The kernel refused the seal: nothing was opened.
    Unsealed(String),
}
