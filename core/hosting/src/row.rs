//! What is kept of a shared hosting service beside its entry among the services.
use async_graphql::Enum;
pub use hosting_kernel::providers::panel::SiteState;
use hosting_kernel::{database::owned::Owned, values::time::Time};
use schemars::JsonSchema;
use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};

/// What kind of shared hosting it is.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, JsonSchema, Enum,
)]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::None)", rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum HostingKind {
    /// Paid for.
    Standard,
    /// Free of charge, for as long as it is used.
    Free,
}

/// What is kept of a shared hosting service; one that is being set up has no row yet.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "hosting_service")]
pub struct Model {
    /// The service.
    #[sea_orm(primary_key, auto_increment = false)]
    pub service_id: Uuid,
    /// The account that owns it.
    pub account_id: Uuid,
    /// What kind it is.
    pub kind: HostingKind,
    /// The domain that the site answers to first (A-labels).
    pub primary_domain: String,
    /// The name of the site's user at the panel; no two sites of a panel share one.
    pub site: String,
    /// When a link was last made for it; kept of Free Hosting only.
    pub last_activity_at: Option<Time>,
    /// When it was suspended because nobody used it.
    pub inactivity_suspended_at: Option<Time>,
    /// When it is deleted, unless somebody uses it before.
    pub deletion_deadline: Option<Time>,
    /// What the panel last did with the site; nothing as long as it only set it up.
    pub site_state: Option<SiteState>,
    /// When its life is looked at next: when a change falls due, or a day on; nothing: at once. It says
    /// nothing that the rest does not, but saves looking at all of them each time: whoever changes a row
    /// may leave it empty.
    pub due_at: Option<Time>,
    /// When it last changed.
    pub updated_at: Time,
    /// The backend that it is at; nothing where nobody named one: then it is the default's.
    pub backend: Option<String>,
}

/// Records are joined by what asks for them, not by their entity.
#[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

impl Owned for Entity {
    const ACCOUNT: Column = Column::AccountId;
}
