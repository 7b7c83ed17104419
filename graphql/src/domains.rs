//! Domains in the graph.
use crate::{
    connection::{Connected, Part, connection_edge},
    dns::{DnsRecord, narrowed},
    email::EmailService,
    node::Kind,
    perform::{self, edges, list, perform},
    record::View,
    shown::{Many, Shown},
};
use async_graphql::{ComplexObject, Context, ID, Object, Result, SimpleObject};
use hosting_core::{
    Time,
    dns::{ListDnsRecords, kind::RecordType},
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

impl View for Domain {
    type Of = domains::Domain;

    fn of(&self) -> &domains::Domain {
        &self.record
    }
}

#[ComplexObject]
impl Domain {
    /// Identifies the record among all that the graph has, for `node`.
    pub(crate) async fn node_id(&self) -> ID {
        Kind::Domain.id(self.record.id)
    }

    /// Its DNS records, by name and type.
    #[expect(clippy::too_many_arguments, reason = "they are the field's arguments")]
    async fn dns_records(
        &self,
        cx: &Context<'_>,
        filter: Option<ListDnsRecords>,
        #[graphql(deprecation = "Say it in `filter`.", desc = "Only those of this type.")] r#type: Option<
            RecordType,
        >,
        first: Option<u32>,
        after: Option<String>,
        last: Option<u32>,
        before: Option<String>,
    ) -> Result<Option<Shown<Connected<DnsRecord>>>> {
        let Part { limit, cursor, backward } = Part::new(cx, first, after, last, before);
        let filter = narrowed(filter, r#type);
        let asked = ListDnsRecords { domain_id: self.record.id, limit, cursor, backward, ..filter };
        connection_edge(cx, asked).await
    }

    /// The email services whose mail domain it is.
    async fn email_services(&self, cx: &Context<'_>) -> Result<Option<Many<EmailService>>> {
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
        filter: Option<ListDomains>,
        #[graphql(deprecation = "Say it in `filter`.", desc = "Only those that stand here.")] status: Option<
            DomainStatus,
        >,
        #[graphql(
            deprecation = "Say it in `filter`.",
            desc = "Only those with this in their name, as registered or as people write it."
        )]
        name_contains: Option<String>,
        #[graphql(
            deprecation = "Say it in `filter`.",
            desc = "Only those whose registration ends before this."
        )]
        expires_before: Option<Time>,
        order: Option<DomainOrder>,
        first: Option<u32>,
        #[graphql(desc = "Where to go on: the cursor of the last one seen, in the same order.")]
        after: Option<String>,
    ) -> Result<Option<Many<Domain>>> {
        let filter = filter.unwrap_or_default();
        let asked = ListDomains {
            status: filter.status.or(status),
            name_contains: filter.name_contains.or(name_contains),
            expires_before: filter.expires_before.or(expires_before),
            expires_after: filter.expires_after,
            order,
            limit: perform::first(cx, first),
            cursor: after,
            backward: None,
        };
        list(cx, asked).await
    }

    /// Look up one domain.
    async fn domain(&self, cx: &Context<'_>, domain_id: Uuid) -> Result<Option<Shown<Domain>>> {
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
    ) -> Result<Option<Shown<Domain>>> {
        perform(cx, input, idempotency_key).await
    }

    /// Hand a domain over to other nameservers.
    async fn set_domain_nameservers(
        &self,
        cx: &Context<'_>,
        input: SetDomainNameservers,
        idempotency_key: Option<String>,
    ) -> Result<Option<Shown<Domain>>> {
        perform(cx, input, idempotency_key).await
    }
}
