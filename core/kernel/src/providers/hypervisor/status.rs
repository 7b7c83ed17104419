//! Where an instance stands.
use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};

/// Which sort of instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumIter, DeriveActiveEnum, Serialize, Deserialize)]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::None)", rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum InstanceKind {
    /// A system container.
    Lxc,
    /// A virtual machine.
    Kvm,
}

/// Where an instance stands: the states of both kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumIter, DeriveActiveEnum, Serialize, Deserialize)]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::None)", rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum InstanceStatus {
    /// In use.
    Running,
    /// Off.
    Stopped,
    /// Held still, with its memory; customers of virtual machines read `paused`.
    Frozen,
    /// On its way to run.
    Starting,
    /// On its way to be off, or to be held still.
    Stopping,
    /// Off for a moment.
    Restarting,
    /// Being made anew; containers only.
    Reinstalling,
    /// Going back to a snapshot.
    Restoring,
    /// Not as it should be; `last_error` says why.
    Error,
}

impl InstanceStatus {
    /// Whether it is on its way to another state.
    pub const fn is_on_its_way(self) -> bool {
        !matches!(self, Self::Running | Self::Stopped | Self::Frozen | Self::Error)
    }
}
