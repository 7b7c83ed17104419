//! What stands first in a list.
use async_graphql::Enum;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What stands first in a list of services.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, Enum)]
#[serde(rename_all = "snake_case")]
pub enum ServiceOrder {
    /// The newest.
    #[default]
    Newest,
    /// By what the customer calls them, capitals like small letters.
    Name,
    /// What renews first; what does not renew comes last.
    RenewsAt,
}
