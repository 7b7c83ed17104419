use super::KvmSnapshot;
use crate::{
    Code, Context, Effect, Operation, Page, Result, Scope,
    instances::{InstanceKind, instance, snapshot},
    page,
};
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// List the snapshots of a virtual machine, newest first.
#[derive(Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct ListKvmSnapshots {
    /// The service.
    pub service_id: Uuid,
    /// How many at most; 1000 unless said.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[garde(range(min = 1, max = page::MOST))]
    pub limit: Option<u32>,
    /// Where to go on: what the page before named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
}

impl Operation for ListKvmSnapshots {
    type Output = Page<KvmSnapshot>;

    const ID: &'static str = "kvmSnapshots";
    const SCOPE: Scope = Scope::KvmRead;
    const EFFECT: Effect = Effect::Reads;
    const SNAPSHOT: bool = true;
    const REFUSALS: &'static [Code] = &[Code::ServiceNotFound];

    async fn perform(self, cx: &Context<'_>) -> Result<Page<KvmSnapshot>> {
        let both = instance::Entity::get(cx, InstanceKind::Kvm, self.service_id).await?;
        let (cursor, instance) = (self.cursor.as_deref(), both.instance.service_id);
        let page = snapshot::Entity::list(cx, instance, cursor, self.limit).await?;
        Ok(page.map(KvmSnapshot::from, KvmSnapshot::key))
    }

    fn next(output: &Page<KvmSnapshot>) -> Option<&str> {
        output.next.as_deref()
    }
}
