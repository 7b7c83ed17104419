//! What a search found (`spec.md`, "Public search result").
use super::price::Price;
use async_graphql::{Enum, SimpleObject};
use hosting_kernel::providers::registrar::Environment;
use hosting_kernel::{
    providers::Failure,
    values::{money::Money, time::Time},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, SimpleObject)]
#[serde(rename_all = "camelCase")]
pub struct SearchResult {
    /// The names, in the order in which they were asked for.
    #[schemars(length(max = 20))]
    pub results: Vec<SearchResultItem>,
    /// Whether more than one name was asked for.
    pub bulk_search: bool,
    /// Where the answers come from.
    pub availability_source: Environment,
    /// The environment of the registrar.
    pub registrar_environment: Environment,
    /// How many names were asked for, with those that are invalid or stand twice.
    #[schemars(range(max = 65535), example = 3)]
    pub requested: u32,
    /// How many different names were answered.
    #[schemars(range(max = 20), example = 2)]
    pub accepted: u32,
    /// What can be no name that is registered, as it was written.
    #[schemars(length(max = 65535), inner(length(max = 5099)), example = ["www.baobab-books.com"])]
    pub invalid: Vec<String>,
    /// How many of the answered names stand under a suffix that is not sold here.
    #[schemars(range(max = 20), example = 0)]
    pub unsupported: u32,
    /// When this was found.
    pub generated_at: Time,
}

/// One name of a search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, SimpleObject)]
#[serde(rename_all = "camelCase")]
pub struct SearchResultItem {
    /// The name, in A-labels (RFC 5890).
    #[schemars(length(max = 253), example = &"baobab-books.com")]
    pub domain_name: String,
    /// How it was asked for: each way in which it was written.
    #[serde(skip)]
    pub asked: Vec<String>,
    /// What the registrar says of it.
    pub registrar: RegistrarAnswer,
    /// What names under its suffix cost; null where that suffix is not sold here.
    pub price: Option<Price>,
}

/// What the registrar says of a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, SimpleObject)]
#[serde(rename_all = "camelCase")]
pub struct RegistrarAnswer {
    /// The name, in A-labels (RFC 5890).
    #[schemars(length(max = 253), example = &"baobab-books.com")]
    pub domain_name: String,
    /// Whether it can be registered; false also where that is not known.
    #[schemars(example = true)]
    pub available: bool,
    /// The same as `available`.
    #[schemars(example = true)]
    pub is_available: bool,
    /// How it stands.
    #[schemars(example = &"available")]
    pub status: Status,
    /// Where the answer comes from.
    pub availability_source: Environment,
    /// Whether it costs more than names under its suffix usually do.
    #[schemars(example = false)]
    pub is_premium: bool,
    /// US dollars for the first year of this very name; null where that is not known.
    pub customer_price_usd: Option<Money>,
    /// Why it could not be checked; null where it could.
    pub error: Option<CheckFailure>,
}

/// How a name stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, Enum)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "SearchStatus")]
#[graphql(name = "SearchStatus")]
pub enum Status {
    /// Anyone can register it.
    Available,
    /// Somebody has it.
    Taken,
    /// It could not be checked.
    Unknown,
    /// Its suffix is not sold here; it was not checked.
    Unsupported,
}

/// Why a name could not be checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, Enum)]
#[serde(rename_all = "snake_case")]
#[graphql(rename_items = "snake_case")]
pub enum CheckFailure {
    /// The registrar will not say.
    RegistrarRefused,
    /// The registrar cannot say now.
    RegistrarUnavailable,
    /// The registrar did not answer in time.
    RegistrarTimeout,
}

impl From<&Failure> for CheckFailure {
    fn from(failure: &Failure) -> Self {
        match failure {
            Failure::Refused(_) | Failure::NotThere(_) => Self::RegistrarRefused,
            Failure::Unavailable(_)
            | Failure::InTheWay(_)
            | Failure::Conflict(_)
            | Failure::NotNow { .. }
            | Failure::Misconfigured(_)
            | Failure::Ours(_) => Self::RegistrarUnavailable,
            Failure::Timeout => Self::RegistrarTimeout,
        }
    }
}
