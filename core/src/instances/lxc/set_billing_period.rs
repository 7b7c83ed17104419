use super::{LxcInstance, period};
use crate::{
    instances::instance,
    kernel::{context::Context, effect::Effect, operation::Operation},
    providers::hypervisor::InstanceKind,
    refusals::{code::Code, error::Result, scope::Scope},
    services::period::{OFFERED, offered},
};
use async_graphql::InputObject;
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Choose how many months of a container are paid at once.
///
/// It counts from the next renewal on; the price follows in proportion, rounded to the cent.
#[derive(Debug, Serialize, Deserialize, JsonSchema, InputObject, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[graphql(name = "SetLxcBillingPeriodInput")]
#[garde(allow_unvalidated)]
pub struct SetLxcBillingPeriod {
    /// The service.
    pub service_id: Uuid,
    /// The months: 1, 3, 6 or 12.
    #[garde(custom(offered))]
    #[schemars(example = 12, extend("enum" = OFFERED))]
    pub billing_months: i32,
}

#[async_trait::async_trait]
impl Operation for SetLxcBillingPeriod {
    type Output = LxcInstance;

    const ID: &'static str = "setLxcBillingPeriod";
    const SCOPE: Scope = Scope::LxcSubscriptionWrite;
    const EFFECT: Effect = Effect::Changes;
    const REFUSALS: &'static [Code] = &[Code::ServiceNotFound, Code::ServiceUnavailableState];

    async fn perform(self, cx: &Context<'_>) -> Result<LxcInstance> {
        let both = instance::Entity::get_for_change(cx, InstanceKind::Lxc, self.service_id).await?;
        Ok(period::stored(cx, period::paid_every(both, self.billing_months)).await?.into())
    }
}
