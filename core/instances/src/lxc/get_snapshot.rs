use super::lxc_snapshot::LxcSnapshot;
use crate::snapshot::{self, Column};
use garde::Validate;
use hosting_kernel::{
    kernel::{
        batched::{Batched, matched},
        context::Context,
        effect::Effect,
        operation::Operation,
    },
    providers::hypervisor::InstanceKind,
    refusals::{
        code::Code,
        error::{Error, Result},
        scope::Scope,
    },
    values::line::line,
};
use schemars::JsonSchema;
use sea_orm::{ColumnTrait, Condition, sea_query::ExprTrait};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Look up one snapshot of a container.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct GetLxcSnapshot {
    /// The service.
    pub service_id: Uuid,
    /// The snapshot.
    #[garde(custom(line))]
    pub name: String,
}

#[async_trait::async_trait]
impl Operation for GetLxcSnapshot {
    type Output = LxcSnapshot;

    const ID: &'static str = "lxcSnapshots";
    const SCOPE: Scope = Scope::LxcRead;
    const EFFECT: Effect = Effect::Reads;
    const SNAPSHOT: bool = true;
    const REFUSALS: &'static [Code] = &[Code::SnapshotNotFound];

    async fn perform(self, cx: &Context<'_>) -> Result<LxcSnapshot> {
        Self::perform_all(&[self], cx).await?.pop().unwrap_or(Err(Error::SnapshotNotFound))
    }
}

#[async_trait::async_trait]
impl Batched for GetLxcSnapshot {
    async fn perform_all(asked: &[Self], cx: &Context<'_>) -> Result<Vec<Result<LxcSnapshot>>> {
        let one_of = asked.iter().fold(Condition::any(), |any, one| {
            any.add(Column::ServiceId.eq(one.service_id).and(Column::Name.eq(one.name.as_str())))
        });
        let found = snapshot::of_kind(cx, InstanceKind::Lxc, one_of).await?;
        let keys = asked.iter().map(|one| (one.service_id, one.name.clone()));
        let key = |one: &snapshot::Snapshot| (one.service_id, one.name.clone());
        let found = matched(keys, found, key, || Error::SnapshotNotFound);
        Ok(found.into_iter().map(|one| one.map(LxcSnapshot::from)).collect())
    }
}
