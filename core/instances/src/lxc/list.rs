use super::lxc_instance::LxcInstance;
use crate::instance_of_service;
use garde::Validate;
use hosting_kernel::{
    kernel::{
        context::Context,
        effect::Effect,
        operation::Operation,
        page::{self, Page, Part},
    },
    providers::hypervisor::InstanceKind,
    refusals::{error::Result, scope::Scope},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// List the containers of the account, newest first.
#[derive(Debug, Default, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct ListLxcInstances {
    /// How many at most; 1000 unless said.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[garde(range(min = 1, max = page::MOST))]
    pub limit: Option<u32>,
    /// Where to go on: what the page before named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
}

#[async_trait::async_trait]
impl Operation for ListLxcInstances {
    type Output = Page<LxcInstance>;

    const ID: &'static str = "lxcInstances";
    const SCOPE: Scope = Scope::LxcRead;
    const EFFECT: Effect = Effect::Reads;
    const SNAPSHOT: bool = true;

    async fn perform(self, cx: &Context<'_>) -> Result<Page<LxcInstance>> {
        let part = Part::forward(self.limit, self.cursor.as_deref());
        let page = instance_of_service::list(cx, InstanceKind::Lxc, part).await?;
        Ok(page.map(|one| LxcInstance::of(cx, one), LxcInstance::key))
    }

    fn next(output: &Page<LxcInstance>) -> Option<&str> {
        output.next.as_deref()
    }
}
