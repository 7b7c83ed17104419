use super::{DnsRecord, record};
use crate::domain;
use garde::Validate;
use hosting_kernel::{
    kernel::{context::Context, effect::Effect, operation::Operation},
    refusals::{code::Code, error::Result, scope::Scope},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Look up one DNS record.
#[derive(Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct GetDnsRecord {
    /// The domain.
    pub domain_id: Uuid,
    /// The record.
    pub record_id: Uuid,
}

#[async_trait::async_trait]
impl Operation for GetDnsRecord {
    type Output = DnsRecord;

    const ID: &'static str = "dnsRecord";
    const SCOPE: Scope = Scope::DomainsRead;
    const EFFECT: Effect = Effect::Reads;
    const SNAPSHOT: bool = true;
    const REFUSALS: &'static [Code] = &[Code::DomainNotFound, Code::DnsRecordNotFound];

    async fn perform(self, cx: &Context<'_>) -> Result<DnsRecord> {
        let domain = domain::Entity::get(cx, self.domain_id).await?;
        record::Entity::get(cx, domain.id, self.record_id).await
    }
}
