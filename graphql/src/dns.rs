//! DNS records in the graph.
use crate::{
    domains::Domain,
    node::Kind,
    perform::{self, edge, list, perform},
    record::View,
    shown::{Many, Shown},
};
use async_graphql::{ComplexObject, Context, ID, Object, Result, SimpleObject};
use hosting_core::{
    dns::{
        self, CreateDnsRecord, DeleteDnsRecord, GetDnsRecord, ListDnsRecords, UpdateDnsRecord,
        kind::RecordType,
    },
    domains::GetDomain,
};
use uuid::Uuid;

/// What a zone says of one name and type (an `RRset`, RFC 2181 section 5).
#[derive(SimpleObject)]
#[graphql(complex)]
pub struct DnsRecord {
    #[graphql(flatten)]
    record: dns::DnsRecord,
}

impl From<dns::DnsRecord> for DnsRecord {
    fn from(record: dns::DnsRecord) -> Self {
        Self { record }
    }
}

impl View for DnsRecord {
    type Of = dns::DnsRecord;

    fn of(&self) -> &dns::DnsRecord {
        &self.record
    }
}

#[ComplexObject]
impl DnsRecord {
    /// Identifies the record among all that the graph has, for `node`.
    pub(crate) async fn node_id(&self) -> ID {
        Kind::DnsRecord.id(self.record.id)
    }

    /// The domain that it is part of.
    async fn domain(&self, cx: &Context<'_>) -> Result<Option<Shown<Domain>>> {
        edge(cx, GetDomain { domain_id: self.record.domain_id }).await
    }
}

/// What can be asked about zones.
#[derive(Default)]
pub struct DnsQueries;

#[Object]
impl DnsQueries {
    /// List the DNS records of a domain, by name and type.
    async fn dns_records(
        &self,
        cx: &Context<'_>,
        domain_id: Uuid,
        filter: Option<ListDnsRecords>,
        #[graphql(deprecation = "Say it in `filter`.", desc = "Only those of this type.")] r#type: Option<
            RecordType,
        >,
        first: Option<u32>,
        after: Option<String>,
    ) -> Result<Option<Many<DnsRecord>>> {
        let (limit, filter) = (perform::first(cx, first), narrowed(filter, r#type));
        let asked = ListDnsRecords { domain_id, limit, cursor: after, backward: None, ..filter };
        list(cx, asked).await
    }

    /// Look up one DNS record.
    async fn dns_record(
        &self,
        cx: &Context<'_>,
        domain_id: Uuid,
        record_id: Uuid,
    ) -> Result<Option<Shown<DnsRecord>>> {
        perform(cx, GetDnsRecord { domain_id, record_id }, None).await
    }
}

/// What a list of records is narrowed by: the filter, and what was said beside it.
pub(crate) fn narrowed(filter: Option<ListDnsRecords>, kind: Option<RecordType>) -> ListDnsRecords {
    let filter = filter.unwrap_or_default();
    ListDnsRecords { r#type: filter.r#type.or(kind.map(RecordType::into)), ..filter }
}

/// What can be changed about zones.
#[derive(Default)]
pub struct DnsMutations;

#[Object]
impl DnsMutations {
    /// Add a record to a domain's zone.
    async fn create_dns_record(
        &self,
        cx: &Context<'_>,
        #[graphql(desc = "What to add.")] input: CreateDnsRecord,
        idempotency_key: Option<String>,
    ) -> Result<Option<Shown<DnsRecord>>> {
        perform(cx, input, idempotency_key).await
    }

    /// Change a record of a domain's zone.
    async fn update_dns_record(
        &self,
        cx: &Context<'_>,
        input: UpdateDnsRecord,
        idempotency_key: Option<String>,
    ) -> Result<Option<Shown<DnsRecord>>> {
        perform(cx, input, idempotency_key).await
    }

    /// Remove a record from a domain's zone.
    async fn delete_dns_record(
        &self,
        cx: &Context<'_>,
        #[graphql(desc = "What to remove.")] input: DeleteDnsRecord,
        idempotency_key: Option<String>,
    ) -> Result<Option<Shown<DnsRecord>>> {
        perform(cx, input, idempotency_key).await
    }
}
