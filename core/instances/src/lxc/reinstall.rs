use super::lxc_instance::{LxcInstance, distributions};
use crate::{change::InstanceChange, instance_of_service::get_for_change, request, state_machine::Action};
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
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Make a container anew with a distribution.
///
/// Queued: it is `reinstalling` until it runs again. Its data is lost, its snapshots are kept.
#[derive(Debug, Serialize, Deserialize, JsonSchema, InputObject, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[graphql(name = "ReinstallLxcInstanceInput")]
#[garde(allow_unvalidated)]
pub struct ReinstallLxcInstance {
    /// The service.
    pub service_id: Uuid,
    /// The distribution: one that is offered; a refusal names all.
    #[garde(length(chars, min = 1, max = 80))]
    #[schemars(example = &"debian-12")]
    pub distribution: String,
}

#[async_trait::async_trait]
impl Operation for ReinstallLxcInstance {
    type Output = LxcInstance;

    const ID: &'static str = "reinstallLxcInstance";
    const SCOPE: Scope = Scope::LxcReinstall;
    const EFFECT: Effect = Effect::Queues;
    const REFUSALS: &'static [Code] = &[
        Code::ServiceNotFound,
        Code::ServiceUnavailableState,
        Code::ActionNotAllowed,
        Code::ChangeInProgress,
    ];

    async fn perform(self, cx: &Context<'_>) -> Result<LxcInstance> {
        let target = get_for_change(cx, InstanceKind::Lxc, self.service_id).await?;
        let offered = distributions(cx, target.instance.backend.as_deref());
        if !offered.contains(&self.distribution) {
            let message = format!("is not offered: choose one of {}", offered.join(", "));
            return Err(Error::invalid("/distribution", "offered", message));
        }
        let change = InstanceChange::Reinstall { system: self.distribution };
        Ok(LxcInstance::of(cx, request::change(cx, target, Action::Reinstall, change).await?))
    }
}
