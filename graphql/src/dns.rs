//! DNS records in the graph.
use crate::perform::perform;
use async_graphql::{Context, Object, Result};
use hosting_core::dns::{CreateDnsRecord, DeleteDnsRecord, DnsRecord, ListDnsRecords, UpdateDnsRecord};
use uuid::Uuid;

/// What can be asked about zones.
#[derive(Default)]
pub struct DnsQueries;

#[Object]
impl DnsQueries {
    /// List the DNS records of a domain, by name and type.
    async fn dns_records(
        &self,
        cx: &Context<'_>,
        #[graphql(desc = "The domain.")] domain_id: Uuid,
        #[graphql(desc = "Only those of this type.")] r#type: Option<String>,
        #[graphql(desc = "How many at most; 1000 unless said.")] first: Option<u32>,
        #[graphql(desc = "Where to go on: the `cursor` of the last one seen.")] after: Option<String>,
    ) -> Result<Option<Vec<DnsRecord>>> {
        let asked = ListDnsRecords { domain_id, r#type, limit: first, cursor: after, backward: None };
        Ok(perform(cx, asked, None).await?.map(|page| page.items))
    }
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
        #[graphql(desc = "Stands for this one change, however often it is sent.")] idempotency_key: Option<
            String,
        >,
    ) -> Result<Option<DnsRecord>> {
        perform(cx, input, idempotency_key).await
    }

    /// Change a record of a domain's zone.
    async fn update_dns_record(
        &self,
        cx: &Context<'_>,
        #[graphql(desc = "What to change.")] input: UpdateDnsRecord,
        #[graphql(desc = "Stands for this one change, however often it is sent.")] idempotency_key: Option<
            String,
        >,
    ) -> Result<Option<DnsRecord>> {
        perform(cx, input, idempotency_key).await
    }

    /// Remove a record from a domain's zone.
    async fn delete_dns_record(
        &self,
        cx: &Context<'_>,
        #[graphql(desc = "What to remove.")] input: DeleteDnsRecord,
        #[graphql(desc = "Stands for this one change, however often it is sent.")] idempotency_key: Option<
            String,
        >,
    ) -> Result<Option<DnsRecord>> {
        perform(cx, input, idempotency_key).await
    }
}
