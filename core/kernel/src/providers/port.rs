//! What backends are for.
use serde::{Deserialize, Serialize};

/// What the drivers of all sandboxes are called.
pub const SANDBOX: &str = "sandbox";

/// What a backend is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Port {
    /// Where names are registered.
    Registrar,
    /// Where zones are served.
    Dns,
    /// Where mail is taken.
    Mail,
    /// Where sites are.
    Panel,
    /// Where containers run.
    Containers,
    /// Where virtual machines run.
    Machines,
    /// Who takes the money.
    Billing,
}

impl Port {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Registrar,
        Self::Dns,
        Self::Mail,
        Self::Panel,
        Self::Containers,
        Self::Machines,
        Self::Billing,
    ];

    /// Its name in files, figures and the queue.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Registrar => "registrar",
            Self::Dns => "dns",
            Self::Mail => "mail",
            Self::Panel => "panel",
            Self::Containers => "containers",
            Self::Machines => "machines",
            Self::Billing => "billing",
        }
    }
}
