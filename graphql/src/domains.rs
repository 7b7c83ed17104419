//! Domains in the graph.
use crate::perform::perform;
use async_graphql::{Context, Object, Result};
use hosting_core::domains::{Domain, GetDomain, ListDomains, SetDomainAutoRenew, SetDomainNameservers};
use uuid::Uuid;

/// What can be asked about domains.
#[derive(Default)]
pub struct DomainQueries;

#[Object]
impl DomainQueries {
    /// List the domains of the account, newest first.
    async fn domains(
        &self,
        cx: &Context<'_>,
        #[graphql(desc = "How many at most; 1000 unless said.")] first: Option<u32>,
        #[graphql(desc = "Where to go on: the `cursor` of the last one seen.")] after: Option<String>,
    ) -> Result<Option<Vec<Domain>>> {
        Ok(perform(cx, ListDomains { limit: first, cursor: after }, None).await?.map(|page| page.items))
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
