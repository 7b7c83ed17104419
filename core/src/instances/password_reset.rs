//! What is told of a password that was set.
use crate::values::time::Time;
use async_graphql::SimpleObject;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// A password that was set; the password itself is kept nowhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, SimpleObject)]
pub struct PasswordChanged {
    /// The instance.
    pub service_id: Uuid,
    /// When.
    pub changed_at: Time,
}
