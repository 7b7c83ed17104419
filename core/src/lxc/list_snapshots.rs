use super::LxcSnapshot;
use crate::{
    Code, Context, Effect, Operation, Page, Result, Scope,
    instances::{InstanceKind, instance, snapshot},
    page,
};
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// List the snapshots of a container, newest first.
#[derive(Debug, Default, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct ListLxcSnapshots {
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

impl Operation for ListLxcSnapshots {
    type Output = Page<LxcSnapshot>;

    const ID: &'static str = "lxcSnapshots";
    const SCOPE: Scope = Scope::LxcRead;
    const EFFECT: Effect = Effect::Reads;
    const SNAPSHOT: bool = true;
    const REFUSALS: &'static [Code] = &[Code::ServiceNotFound];

    async fn perform(self, cx: &Context<'_>) -> Result<Page<LxcSnapshot>> {
        instance::Entity::get(cx, InstanceKind::Lxc, self.service_id).await?;
        let cursor = self.cursor.as_deref();
        let page = snapshot::Entity::list(cx, self.service_id, cursor, self.limit).await?;
        Ok(page.map(LxcSnapshot::from, LxcSnapshot::key))
    }

    fn next(output: &Page<LxcSnapshot>) -> Option<&str> {
        output.next.as_deref()
    }
}
