//! The ways to the platform.
use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};

/// A way to the platform.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    EnumIter,
    DeriveActiveEnum,
    Serialize,
    Deserialize,
    schemars::JsonSchema,
    async_graphql::Enum,
)]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::None)", rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum Facade {
    /// The REST interface.
    Rest,
    /// The graph.
    #[sea_orm(string_value = "graphql")]
    #[serde(rename = "graphql")]
    #[graphql(name = "GRAPHQL")]
    GraphQl,
}
