use super::{
    kvm_snapshot::{KvmSnapshot, described},
    snapshot_id,
};
use crate::{
    instance_of_service::get_for_change,
    snapshot::{self, SnapshotStatus},
};
use async_graphql::InputObject;
use garde::Validate;
use hosting_kernel::{
    kernel::{context::Context, effect::Effect, operation::Operation},
    providers::hypervisor::InstanceKind,
    refusals::{
        code::Code,
        error::{Error, Result},
        scope::Scope,
    },
    values::line::{LINE, LINES, line, lines},
};
use schemars::JsonSchema;
use sea_orm::{IntoActiveModel, Set};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Change the name or the description of a snapshot.
///
/// What is not sent stays as it is; at least one member is needed. It can be done at any time but while
/// the snapshot is deleted, and does not touch the instance.
#[derive(Debug, Default, Serialize, Deserialize, JsonSchema, InputObject, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[graphql(name = "UpdateKvmSnapshotInput")]
#[schemars(extend("minProperties" = 1))]
#[garde(allow_unvalidated)]
pub struct UpdateKvmSnapshot {
    /// The service.
    pub service_id: Uuid,
    /// The snapshot.
    #[schemars(schema_with = "snapshot_id::schema")]
    pub snapshot_id: String,
    /// What to call it: 1 to 64 characters in one line, unlike the other snapshots of the instance.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[garde(length(chars, min = 1, max = 64), inner(custom(line)))]
    #[schemars(example = &"before the upgrade", extend("pattern" = LINE))]
    pub name: Option<String>,
    /// What to say of it: at most 255 characters; an empty text takes the description away.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[garde(length(chars, max = 255), inner(custom(lines)))]
    #[schemars(example = &"The last known good state.", extend("pattern" = LINES))]
    pub description: Option<String>,
}

#[async_trait::async_trait]
impl Operation for UpdateKvmSnapshot {
    type Output = KvmSnapshot;

    const ID: &'static str = "updateKvmSnapshot";
    const SCOPE: Scope = Scope::KvmSnapshotsWrite;
    const EFFECT: Effect = Effect::Changes;
    const REFUSALS: &'static [Code] = &[
        Code::ServiceNotFound,
        Code::SnapshotNotFound,
        Code::ServiceUnavailableState,
        Code::SnapshotNameTaken,
        Code::ChangeInProgress,
    ];

    async fn perform(self, cx: &Context<'_>) -> Result<KvmSnapshot> {
        if self.name.is_none() && self.description.is_none() {
            return Err(Error::invalid("", "min_properties", "send at least one member to change"));
        }
        let instance = get_for_change(cx, InstanceKind::Kvm, self.service_id).await?.instance;
        let old = snapshot::get(cx, &instance, &self.snapshot_id).await?;
        if old.status == SnapshotStatus::Deleting {
            return Err(Error::ChangeInProgress("the snapshot is being deleted".to_owned()));
        }
        if let Some(name) = &self.name
            && snapshot::named(cx, &instance, name).await?.is_some_and(|other| other.id != old.id)
        {
            return Err(Error::SnapshotNameTaken(name.clone()));
        }
        let mut snapshot = old.into_active_model();
        if let Some(name) = self.name {
            snapshot.name = Set(name);
        }
        if self.description.is_some() {
            snapshot.description = Set(described(self.description));
        }
        snapshot.updated_at = Set(cx.now());
        Ok(cx.update(snapshot).await?.into())
    }
}
