//! Whether a zone says what mail needs.
use async_graphql::Enum;
use schemars::JsonSchema;
use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};

/// Whether the zone of a mail domain says what mail needs.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, JsonSchema, Enum,
)]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::None)", rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "EmailDnsStatus")]
#[graphql(name = "EmailDnsStatus")]
pub enum DnsStatus {
    /// Nobody has looked yet.
    Never,
    /// On its way to the nameservers.
    Queued,
    /// It says everything.
    Synced,
    /// Something is missing, or something else stands in its place: the records tell.
    Partial,
    /// The zone is not served by the platform: publish the records yourself.
    Manual,
}
