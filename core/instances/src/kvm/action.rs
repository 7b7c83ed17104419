//! What a customer may do to the power of a virtual machine.
use crate::state_machine::Action;
use async_graphql::Enum;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What to do with a virtual machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, Enum)]
#[serde(rename_all = "snake_case")]
pub enum KvmAction {
    /// Let it run; one that is paused goes on where it was.
    Start,
    /// Switch it off, whatever it does.
    Stop,
    /// Ask its operating system to end.
    Shutdown,
    /// Off and on again, also where it is paused.
    Restart,
}

impl From<KvmAction> for Action {
    fn from(action: KvmAction) -> Self {
        match action {
            KvmAction::Start => Self::Start,
            KvmAction::Stop => Self::Stop,
            KvmAction::Shutdown => Self::Shutdown,
            KvmAction::Restart => Self::Restart,
        }
    }
}
