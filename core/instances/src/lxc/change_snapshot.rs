use super::lxc_snapshot::LxcSnapshot;
use crate::snapshot_request::{create, delete, restore};
use async_graphql::{Enum, InputObject};
use garde::Validate;
use hosting_kernel::{
    kernel::{context::Context, effect::Effect, operation::Operation},
    providers::hypervisor::InstanceKind,
    refusals::{code::Code, error::Result, scope::Scope},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// What to do with a snapshot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, Enum)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "LxcSnapshotAction")]
#[graphql(name = "LxcSnapshotAction")]
pub enum SnapshotAction {
    /// Keep what the container is now.
    Create,
    /// Keep it no longer.
    Delete,
    /// Make the container what it was.
    Restore,
}

/// Make a snapshot of a container, delete one, or go back to one.
///
/// Queued: the snapshot's status tells how it goes. The plan says how many there can be. What happened
/// since a snapshot was made is lost when the container goes back to it.
#[derive(Debug, Serialize, Deserialize, JsonSchema, InputObject, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[graphql(name = "ChangeLxcSnapshotInput")]
#[garde(allow_unvalidated)]
pub struct ChangeLxcSnapshot {
    /// The service.
    pub service_id: Uuid,
    /// What to do.
    pub action: SnapshotAction,
    /// The snapshot: 1 to 48 small letters, digits and dashes, unlike the others of the container.
    #[garde(custom(label))]
    #[schemars(length(max = 48), example = &"before-upgrade", extend("pattern" = "^[a-z0-9][a-z0-9-]{0,47}$"))]
    pub name: String,
}

#[async_trait::async_trait]
impl Operation for ChangeLxcSnapshot {
    type Output = LxcSnapshot;

    const ID: &'static str = "changeLxcSnapshot";
    const SCOPE: Scope = Scope::LxcSnapshotsWrite;
    const EFFECT: Effect = Effect::Queues;
    const REFUSALS: &'static [Code] = &[
        Code::ServiceNotFound,
        Code::SnapshotNotFound,
        Code::ServiceUnavailableState,
        Code::ActionNotAllowed,
        Code::ChangeInProgress,
        Code::SnapshotNameTaken,
        Code::SnapshotLimitReached,
    ];

    async fn perform(self, cx: &Context<'_>) -> Result<LxcSnapshot> {
        let (kind, id) = (InstanceKind::Lxc, self.service_id);
        let snapshot = match self.action {
            SnapshotAction::Create => create(cx, kind, id, self.name, None).await?,
            SnapshotAction::Delete => delete(cx, kind, id, &self.name).await?,
            SnapshotAction::Restore => restore(cx, kind, id, &self.name).await?,
        };
        Ok(snapshot.into())
    }
}

/// Refuses what is no name of a snapshot.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "as the check of a field is called")]
fn label(name: &str, _: &()) -> garde::Result {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    let first = name.bytes().next().is_some_and(plain);
    match first && name.len() <= 48 && name.bytes().all(|byte| plain(byte) || byte == b'-') {
        true => Ok(()),
        false => Err(garde::Error::new("has 1 to 48 small letters, digits and dashes, and no dash in front")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_of_a_snapshot_has_small_letters_digits_and_dashes() {
        let longest = "a".repeat(48);
        for right in ["a", "7", "before-upgrade", "a--b-", "2031-01-01", &longest] {
            assert!(label(right, &()).is_ok(), "{right}");
        }
        let long = "a".repeat(49);
        for wrong in ["", "-a", "A", "a b", "a_b", "a.b", "ä", "a\n", "a/b", "..", &long] {
            assert!(label(wrong, &()).is_err(), "{wrong:?}");
        }
    }
}
