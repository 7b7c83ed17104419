//! Domains in the graph.
use crate::{
    connection::{Connected, Part, connection_edge},
    dns::DnsRecord,
    email::EmailService,
    node::Kind,
    perform::{edges, list, perform},
};
use async_graphql::{ComplexObject, Context, ID, Object, Result, SimpleObject};
use hosting_core::{
    Time,
    dns::ListDnsRecords,
    domains::{
        self, DomainOrder, GetDomain, ListDomains, SetDomainAutoRenew, SetDomainNameservers,
        domain::DomainStatus,
    },
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

    /// Its DNS records, by name and type.
    async fn dns_records(
        &self,
        cx: &Context<'_>,
        #[graphql(desc = "Only those of this type.")] r#type: Option<String>,
        first: Option<u32>,
        after: Option<String>,
        last: Option<u32>,
        before: Option<String>,
    ) -> Result<Option<Connected<DnsRecord>>> {
        let Part { limit, cursor, backward } = Part::new(first, after, last, before);
        let asked = ListDnsRecords { domain_id: self.record.id, r#type, limit, cursor, backward };
        connection_edge(cx, asked).await
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
    /// List the domains of the account, newest first unless said.
    #[expect(clippy::too_many_arguments, reason = "they are the field's arguments")]
    async fn domains(
        &self,
        cx: &Context<'_>,
        #[graphql(desc = "Only those that stand here.")] status: Option<DomainStatus>,
        #[graphql(desc = "Only those with this in their name, as registered or as people write it.")]
        name_contains: Option<String>,
        #[graphql(desc = "Only those whose registration ends before this.")] expires_before: Option<Time>,
        order: Option<DomainOrder>,
        first: Option<u32>,
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
        list(cx, asked).await
    }

    /// Look up one domain.
    async fn domain(&self, cx: &Context<'_>, domain_id: Uuid) -> Result<Option<Domain>> {
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
        input: SetDomainAutoRenew,
        idempotency_key: Option<String>,
    ) -> Result<Option<Domain>> {
        perform(cx, input, idempotency_key).await
    }

    /// Hand a domain over to other nameservers.
    async fn set_domain_nameservers(
        &self,
        cx: &Context<'_>,
        input: SetDomainNameservers,
        idempotency_key: Option<String>,
    ) -> Result<Option<Domain>> {
        perform(cx, input, idempotency_key).await
    }
}
