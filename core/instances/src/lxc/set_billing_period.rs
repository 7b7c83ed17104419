use super::lxc_instance::LxcInstance;
use crate::{
    instance_of_service::{InstanceOfService, get_for_change},
    subscription,
};
use async_graphql::InputObject;
use garde::Validate;
use hosting_kernel::{
    kernel::{context::Context, effect::Effect, operation::Operation},
    providers::hypervisor::InstanceKind,
    refusals::{code::Code, error::Result, scope::Scope},
};
use hosting_services::{
    period::{OFFERED, offered},
    service::Model as Service,
};
use schemars::JsonSchema;
use sea_orm::{IntoActiveModel, Set};
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
        let InstanceOfService { service, instance } =
            get_for_change(cx, InstanceKind::Lxc, self.service_id).await?;
        // Prices are in proportion to one that stays, so that roundings do not add up and the way back is exact.
        let base = instance.base_price.zip(instance.base_months);
        let (price, months) = base.unwrap_or((service.renewal_price, service.billing_months));
        let mut instance = instance.into_active_model();
        instance.base_price = Set(Some(price));
        instance.base_months = Set(Some(months));
        let instance = cx.update(instance).await?;
        let service = Service {
            renewal_price: price.in_proportion(self.billing_months, months),
            billing_months: self.billing_months,
            updated_at: cx.now(),
            ..service
        };
        let stored = subscription::store(cx, InstanceOfService { service, instance }).await?;
        Ok(LxcInstance::of(cx, stored))
    }
}

#[cfg(test)]
mod tests {
    use hosting_kernel::values::money::Money;

    #[test]
    fn prices_are_in_proportion_and_rounded_to_the_cent() {
        for (base, of, months, cents) in [
            (1250, 3, 3, 1250),
            (1250, 3, 1, 417),
            (1250, 3, 6, 2500),
            (1250, 3, 12, 5000),
            (1000, 3, 1, 333),
            (1001, 6, 3, 501),
            (999, 12, 1, 83),
            (0, 1, 12, 0),
            (1, 12, 1, 0),
        ] {
            let price = Money::cents(base).in_proportion(months, of);
            assert_eq!(price, Money::cents(cents), "{base} for {of}, {months}");
        }
        assert_eq!(Money::cents(500).in_proportion(3, 0), Money::cents(500), "no period is no proportion");
    }
}
