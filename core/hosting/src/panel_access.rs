//! A link into a control panel.
use super::HostingService;
use async_graphql::SimpleObject;
pub use hosting_kernel::providers::panel::PanelTarget;
use hosting_kernel::values::time::Time;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

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
