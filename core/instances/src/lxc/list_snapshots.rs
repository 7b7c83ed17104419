use super::lxc_snapshot::LxcSnapshot;
use crate::snapshot_list::{list, list_each};
use garde::Validate;
use hosting_kernel::{
    kernel::{
        batched::Batched,
        context::Context,
        effect::Effect,
        operation::Operation,
        page::{self, Page, Part},
    },
    providers::hypervisor::InstanceKind,
    refusals::{code::Code, error::Result, scope::Scope},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// List the snapshots of a container, newest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, Validate)]
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

#[async_trait::async_trait]
impl Operation for ListLxcSnapshots {
    type Output = Page<LxcSnapshot>;

    const ID: &'static str = "lxcSnapshots";
    const SCOPE: Scope = Scope::LxcRead;
    const EFFECT: Effect = Effect::Reads;
    const SNAPSHOT: bool = true;
    const REFUSALS: &'static [Code] = &[Code::ServiceNotFound];

    async fn perform(self, cx: &Context<'_>) -> Result<Page<LxcSnapshot>> {
        let part = Part::forward(self.limit, self.cursor.as_deref());
        let page = list(cx, InstanceKind::Lxc, self.service_id, part).await?;
        Ok(page.map(LxcSnapshot::from, LxcSnapshot::key))
    }

    fn next(output: &Page<LxcSnapshot>) -> Option<&str> {
        output.next.as_deref()
    }
}

#[async_trait::async_trait]
impl Batched for ListLxcSnapshots {
    fn like(&self) -> Option<Self> {
        Some(Self { service_id: Uuid::nil(), ..self.clone() })
    }

    async fn perform_all(asked: &[Self], cx: &Context<'_>) -> Result<Vec<Result<Page<LxcSnapshot>>>> {
        let Some(like) = asked.first() else { return Ok(Vec::new()) };
        let ids: Vec<_> = asked.iter().map(|one| one.service_id).collect();
        let part = Part::forward(like.limit, like.cursor.as_deref());
        let pages = list_each(cx, InstanceKind::Lxc, &ids, part).await?;
        Ok(pages.into_iter().map(|page| Ok(page?.map(LxcSnapshot::from, LxcSnapshot::key))).collect())
    }
}
