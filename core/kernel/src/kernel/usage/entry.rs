//! One operation that was asked for, and how it ended.
use crate::{kernel::facade::Facade, refusals::code::Code, values::time::Time};
use async_graphql::{ComplexObject, Enum, SimpleObject};
use schemars::JsonSchema;
use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};

/// What kind of request it was.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, JsonSchema, Enum,
)]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::None)", rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum EntryKind {
    /// It only read.
    Read,
    /// It changed something at once.
    Mutation,
    /// It asked for work that is done later.
    Operation,
}

/// How it ended.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, JsonSchema, Enum,
)]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::None)", rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum EntryStatus {
    /// It was done.
    Succeeded,
    /// It was refused.
    Rejected,
}

/// One operation that was asked for, and how it ended.
#[derive(
    Clone, Debug, PartialEq, Eq, DeriveEntityModel, Serialize, Deserialize, JsonSchema, SimpleObject,
)]
#[sea_orm(table_name = "usage_entry")]
#[schemars(rename = "UsageEntry")]
#[graphql(name = "UsageEntry", complex)]
pub struct Model {
    /// Identifies the entry.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    /// The account that asked.
    #[sea_orm(primary_key, auto_increment = false)]
    #[serde(skip)]
    #[graphql(skip)]
    pub account_id: Uuid,
    /// The request that it was part of.
    pub request_id: Uuid,
    /// What kind of request it was.
    pub kind: EntryKind,
    /// The part of the product; none where nothing is served.
    #[schemars(length(max = 20), example = &"domains")]
    pub product: Option<String>,
    /// What was asked for; none where nothing is served.
    #[schemars(length(max = 100), example = &"setDomainAutoRenew")]
    pub operation_id: Option<String>,
    /// The way it came.
    pub facade: Facade,
    /// How it ended.
    pub status: EntryStatus,
    /// The HTTP method.
    #[schemars(length(max = 20), example = &"PUT")]
    pub http_method: String,
    /// The route; ids are replaced.
    #[schemars(length(max = 200), example = &"/v1/domains/{domainId}/auto-renew")]
    pub route: String,
    /// The HTTP status of the answer.
    #[schemars(example = 200, range(min = 100, max = 599))]
    pub http_status: i32,
    /// Why it was refused.
    #[schemars(length(max = 64), example = &"insufficient_scope")]
    pub error_code: Option<String>,
    /// The client's address, if it is of version 4.
    #[schemars(example = &"192.0.2.7", extend("format" = "ipv4"))]
    pub client_ipv4: Option<String>,
    /// The client's address.
    #[schemars(length(max = 45), example = &"192.0.2.7")]
    pub client_ip: String,
    /// What the client calls itself, up to 500 characters.
    #[schemars(length(max = 500), example = &"curl/8.5.0")]
    pub user_agent: Option<String>,
    /// The credential.
    pub credential_id: Uuid,
    /// What its owner called the credential.
    #[schemars(example = &"deploy")]
    pub credential_name: String,
    /// Milliseconds from the request to this entry.
    #[schemars(example = 3, range(min = 0))]
    pub duration_ms: i32,
    /// When it was answered.
    pub occurred_at: Time,
}

#[ComplexObject]
impl Model {
    /// Why it was refused, as one of the codes that there are; null where it was not, or a code is no longer used.
    async fn refused_as(&self) -> Option<Code> {
        self.error_code.as_deref().and_then(Code::read)
    }
}

/// Records are joined by what asks for them, not by their entity.
#[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

impl crate::database::owned::Owned for Entity {
    const ACCOUNT: Column = Column::AccountId;
}
