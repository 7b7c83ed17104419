//! A link into a control panel.
use super::HostingService;
use crate::values::time::Time;
use async_graphql::{Enum, SimpleObject};
use schemars::JsonSchema;
use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};

/// What a link opens.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    EnumIter,
    DeriveActiveEnum,
    Serialize,
    Deserialize,
    JsonSchema,
    Enum,
)]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::None)", rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum PanelTarget {
    /// The control panel.
    #[default]
    Panel,
    /// The file manager.
    #[sea_orm(string_value = "filemanager")]
    #[serde(rename = "filemanager")]
    #[graphql(name = "FILEMANAGER")]
    Filemanager,
}

/// A link into a control panel or a file manager.
#[derive(Clone, Serialize, Deserialize, JsonSchema, SimpleObject)]
#[graphql(name = "PanelAccessFields")]
pub struct PanelAccess {
    /// What to open in a browser; it works once, and whoever has it is let in.
    #[schemars(url, example = &"https://panel.example.com/session/1f9c")]
    pub url: String,
    /// What it opens.
    pub target: PanelTarget,
    /// Until when it can be opened.
    pub expires_at: Time,
    /// Whether the service was suspended for inactivity, and is in use again by this.
    pub reactivated: bool,
    /// The service, as it is now.
    #[graphql(skip)]
    pub service: HostingService,
}

impl std::fmt::Debug for PanelAccess {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PanelAccess").field("target", &self.target).finish_non_exhaustive()
    }
}
