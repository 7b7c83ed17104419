//! What stands first in a list.
use async_graphql::Enum;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What stands first in a list of domains.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, Enum)]
#[serde(rename_all = "snake_case")]
pub enum DomainOrder {
    /// The newest.
    #[default]
    Newest,
    /// By the name as registered.
    Name,
    /// What expires first; what does not expire comes last.
    ExpiresAt,
}
