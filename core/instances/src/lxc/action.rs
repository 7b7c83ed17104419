//! What a customer may do to the power of a container.
use crate::state_machine::Action;
use async_graphql::Enum;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What to do with a container.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, Enum)]
#[serde(rename_all = "snake_case")]
pub enum LxcAction {
    /// Let it run; one that is frozen goes on where it was.
    Start,
    /// Off and on again, also where it is frozen.
    Restart,
    /// Hold it still, with all that it does.
    Freeze,
    /// Let it go on where it was.
    Unfreeze,
    /// Switch it off, whatever it does.
    Stop,
}

impl From<LxcAction> for Action {
    fn from(action: LxcAction) -> Self {
        match action {
            LxcAction::Start => Self::Start,
            LxcAction::Restart => Self::Restart,
            LxcAction::Freeze => Self::Freeze,
            LxcAction::Unfreeze => Self::Unfreeze,
            LxcAction::Stop => Self::Stop,
        }
    }
}
