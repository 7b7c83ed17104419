//! Domains in the graph.
use crate::perform::perform;
use async_graphql::{Context, Object, Result};
use hosting_core::{
    Time,
    domains::{
        Domain, DomainOrder, GetDomain, ListDomains, SetDomainAutoRenew, SetDomainNameservers,
        domain::DomainStatus,
    },
};
use uuid::Uuid;

/// What can be asked about domains.
#[derive(Default)]
pub struct DomainQueries;

#[Object]
impl DomainQueries {
    /// List the domains of the account, newest first unless said.
    #[expect(clippy::too_many_arguments, reason = "they are the field's arguments")]
    async fn domains(
        &self,
        cx: &Context<'_>,
        #[graphql(desc = "Only those that stand here.")] status: Option<DomainStatus>,
        #[graphql(desc = "Only those with this in their name, as registered or as people write it.")]
        name_contains: Option<String>,
        #[graphql(desc = "Only those whose registration ends before this.")] expires_before: Option<Time>,
        #[graphql(desc = "What stands first; the newest unless said.")] order: Option<DomainOrder>,
        #[graphql(desc = "How many at most; 1000 unless said.")] first: Option<u32>,
        #[graphql(desc = "Where to go on: the cursor of the last one seen, in the same order.")]
        after: Option<String>,
    ) -> Result<Option<Vec<Domain>>> {
        let asked = ListDomains {
            status,
            name_contains,
            expires_before,
            order,
            limit: first,
            cursor: after,
            backward: None,
        };
        Ok(perform(cx, asked, None).await?.map(|page| page.items))
    }

    /// Look up one domain.
    async fn domain(
        &self,
        cx: &Context<'_>,
        #[graphql(desc = "The domain.")] domain_id: Uuid,
    ) -> Result<Option<Domain>> {
        perform(cx, GetDomain { domain_id }, None).await
    }
}

/// What can be changed about domains.
#[derive(Default)]
pub struct DomainMutations;

#[Object]
impl DomainMutations {
    /// Turn a domain's automatic renewal on or off.
    async fn set_domain_auto_renew(
        &self,
        cx: &Context<'_>,
        #[graphql(desc = "What to change.")] input: SetDomainAutoRenew,
        #[graphql(desc = "Stands for this one change, however often it is sent.")] idempotency_key: Option<
            String,
        >,
    ) -> Result<Option<Domain>> {
        perform(cx, input, idempotency_key).await
    }

    /// Hand a domain over to other nameservers.
    async fn set_domain_nameservers(
        &self,
        cx: &Context<'_>,
        #[graphql(desc = "What to change.")] input: SetDomainNameservers,
        #[graphql(desc = "Stands for this one change, however often it is sent.")] idempotency_key: Option<
            String,
        >,
    ) -> Result<Option<Domain>> {
        perform(cx, input, idempotency_key).await
    }
}
