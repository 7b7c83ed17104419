//! Domains in the graph.
use crate::{
    email::EmailService,
    node::Kind,
    perform::{edges, list, perform},
};
use async_graphql::{ComplexObject, Context, ID, Object, Result, SimpleObject};
use hosting_core::{
    domains::{self, GetDomain, ListDomains, SetDomainAutoRenew, SetDomainNameservers},
    email::ListEmailServicesOfDomain,
};
use uuid::Uuid;

/// A domain that a customer owns.
#[derive(SimpleObject)]
#[graphql(complex)]
pub struct Domain {
    #[graphql(flatten)]
    record: domains::Domain,
}

impl From<domains::Domain> for Domain {
    fn from(record: domains::Domain) -> Self {
        Self { record }
    }
}

#[ComplexObject]
impl Domain {
    /// Identifies the record among all that the graph has, for `node`.
    pub(crate) async fn node_id(&self) -> ID {
        Kind::Domain.id(self.record.id)
    }

    /// The email services whose mail domain it is.
    async fn email_services(&self, cx: &Context<'_>) -> Result<Option<Vec<EmailService>>> {
        let domain_name = self.record.domain_name.clone();
        edges(cx, ListEmailServicesOfDomain { domain_name }).await
    }
}

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
        list(cx, ListDomains { limit: first, cursor: after }).await
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
