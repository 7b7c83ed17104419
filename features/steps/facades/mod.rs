//! The three ways in, each one generic function.
pub mod direct;
pub mod graphql;
pub mod rest;

use crate::{
    people::Person,
    stage::{Http, Stage},
};
use hosting_core::Operation;
use serde_json::Value;
use std::fmt;

/// A way to the platform.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Facade {
    /// Through the door itself.
    Direct,
    /// Through the real router.
    Rest,
    /// Through the real schema, over HTTP.
    GraphQl,
}

/// Who asks on which stage, and under which key.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    /// Where.
    pub stage: &'a Stage,
    /// Who.
    pub who: &'a Person,
    /// Under which key.
    pub key: Option<&'a str>,
}

/// What a customer is told.
pub type Told<T> = Result<Answer<T>, Refusal>;

/// What a customer is given.
#[derive(Clone, Debug)]
pub struct Answer<T> {
    /// The data.
    pub data: T,
    /// Where the list goes on.
    pub next: Option<String>,
    /// What came over HTTP, where it did.
    pub http: Option<Http>,
}

/// What a customer is told when refused.
#[derive(Clone, Debug, Default)]
pub struct Refusal {
    /// The code.
    pub code: String,
    /// The words.
    pub message: String,
    /// Where in the request the fault is, as JSON Pointers.
    pub pointers: Box<[String]>,
    /// The records that stand in the way.
    pub ids: Box<[String]>,
    /// The identity of the request.
    pub request_id: Option<String>,
    /// Seconds after which to ask again, where that is said.
    pub retry_after: Option<u32>,
    /// What came over HTTP, where it did.
    pub http: Option<Box<Http>>,
}

impl Facade {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Direct, Self::Rest, Self::GraphQl];

    /// As tags and arguments write it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Direct => "direct",
            Self::Rest => "rest",
            Self::GraphQl => "graphql",
        }
    }

    /// Performs `operation` as a customer would.
    pub async fn perform<O: Operation>(self, asked: Asked<'_>, operation: &O) -> Told<O::Output> {
        match self {
            Self::Direct => direct::perform(asked, operation).await,
            Self::Rest => rest::perform(asked, operation).await,
            Self::GraphQl => graphql::perform(asked, operation).await,
        }
    }

    /// As product owners call it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Direct => "direct",
            Self::Rest => "REST",
            Self::GraphQl => "GraphQL",
        }
    }

    /// As a sentence says it.
    pub const fn way(self) -> &'static str {
        match self {
            Self::Direct => "directly",
            Self::Rest => "through REST",
            Self::GraphQl => "through GraphQL",
        }
    }
}

impl fmt::Display for Facade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// The JSON Pointers of `details`.
fn pointers(details: &Value) -> Box<[String]> {
    members(details, "pointer").into()
}

/// The records that `details` name.
fn ids(details: &Value) -> Box<[String]> {
    members(details, "id").into()
}

fn members(details: &Value, name: &str) -> Vec<String> {
    let details = details.as_array().into_iter().flatten();
    details.filter_map(|detail| detail[name].as_str()).map(str::to_owned).collect()
}
