//! Virtual machines are paid for when their owners like.
use crate::renewal::{Bill, bill, concluded, has_paid};
use async_graphql::InputObject;
use garde::Validate;
use hosting_instances::{
    instance_of_service::{InstanceOfService, get_for_change},
    kvm::KvmInstance,
    subscription,
};
use hosting_kernel::{
    kernel::{
        asking::{Asking, asking},
        context::Context,
        effect::Effect,
        operation::{Operation, at_once},
        way::Way,
    },
    providers::{Failure, Providers, billing::Payment, hypervisor::InstanceKind},
    refusals::{code::Code, error::Result, scope::Scope},
};
use hosting_services::period::{OFFERED, offered};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Pay a virtual machine for another period now.
///
/// The next period begins so many calendar months later than it would have, or than now where that
/// is past; on the month's last day where the month has no such day. What was past due is active
/// again. At most 36 months ahead, and not while a cancellation is requested: keep the service first.
///
/// Where the payment is declined, nothing is renewed; where it takes a while, it is renewed when the money is there,
/// and not once more before.
#[derive(Debug, Serialize, Deserialize, JsonSchema, InputObject, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[graphql(name = "RenewKvmInstanceInput")]
#[garde(allow_unvalidated)]
pub struct RenewKvmInstance {
    /// The service.
    pub service_id: Uuid,
    /// The months to pay this once: 1, 3, 6 or 12; those of the service's period unless said.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[garde(inner(custom(offered)))]
    #[schemars(example = 3, extend("enum" = OFFERED))]
    pub billing_months: Option<i32>,
}

#[async_trait::async_trait]
impl Operation for RenewKvmInstance {
    type Output = KvmInstance;

    const ID: &'static str = "renewKvmInstance";
    const SCOPE: Scope = Scope::KvmSubscriptionWrite;
    const EFFECT: Effect = Effect::Changes;
    const REFUSALS: &'static [Code] = &[
        Code::ServiceNotFound,
        Code::ServiceUnavailableState,
        Code::ActionNotAllowed,
        Code::ProviderFailed,
        Code::ProviderTimeout,
    ];

    async fn perform(self, cx: &Context<'_>) -> Result<KvmInstance> {
        let InstanceOfService { service, instance } =
            get_for_change(cx, InstanceKind::Kvm, self.service_id).await?;
        let months = self.billing_months.unwrap_or(service.billing_months);
        let service = subscription::renewed(service, months, cx.now())?;
        Ok(subscription::store(cx, InstanceOfService { service, instance }).await?.into())
    }

    fn way(self, providers: &Providers) -> Way {
        match providers.billing {
            Some(_) => asking(self),
            None => at_once(self),
        }
    }
}

#[async_trait::async_trait]
impl Asking for RenewKvmInstance {
    type Question = Bill;
    type Reply = (Bill, Payment);

    async fn prepare(&self, cx: &Context<'_>) -> Result<Bill> {
        let service = get_for_change(cx, InstanceKind::Kvm, self.service_id).await?.service;
        let months = self.billing_months.unwrap_or(service.billing_months);
        subscription::renewed(service.clone(), months, cx.now())?;
        let starts = service.renews_at.map_or(cx.now(), |at| at.max(cx.now()));
        let amount = service.renewal_price.in_proportion(months, service.billing_months);
        bill(cx, &service, starts, (months, amount)).await
    }

    async fn ask(&self, bill: Bill, providers: &Providers, _: Uuid) -> Result<(Bill, Payment), Failure> {
        has_paid(providers, bill).await
    }

    async fn conclude(self, paid: (Bill, Payment), cx: &Context<'_>) -> Result<KvmInstance> {
        let InstanceOfService { service, instance } =
            get_for_change(cx, InstanceKind::Kvm, self.service_id).await?;
        let service = concluded(cx, service, paid).await?;
        Ok(InstanceOfService { service, instance }.into())
    }
}
