use super::{DnsRecord, record};
use garde::Validate;
use hosting_kernel::{
    database::owned::Owned,
    kernel::{
        batched::{Batched, matched},
        context::Context,
        effect::Effect,
        operation::Operation,
    },
    refusals::{
        code::Code,
        error::{Error, Result},
        scope::Scope,
    },
};
use schemars::JsonSchema;
use sea_orm::{ColumnTrait, QueryFilter};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Look up a DNS record by its id alone, whatever its domain.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct FindDnsRecord {
    /// The record.
    pub record_id: Uuid,
}

#[async_trait::async_trait]
impl Operation for FindDnsRecord {
    type Output = DnsRecord;

    const ID: &'static str = "dnsRecord";
    const SCOPE: Scope = Scope::DomainsRead;
    const EFFECT: Effect = Effect::Reads;
    const REFUSALS: &'static [Code] = &[Code::DnsRecordNotFound];

    async fn perform(self, cx: &Context<'_>) -> Result<DnsRecord> {
        Self::perform_all(&[self], cx).await?.pop().unwrap_or(Err(Error::DnsRecordNotFound))
    }
}

#[async_trait::async_trait]
impl Batched for FindDnsRecord {
    async fn perform_all(asked: &[Self], cx: &Context<'_>) -> Result<Vec<Result<DnsRecord>>> {
        let ids = || asked.iter().map(|one| one.record_id);
        let found = cx.all(record::Entity::owned(cx).filter(record::Column::Id.is_in(ids()))).await?;
        Ok(matched(ids(), found, |record| record.id, || Error::DnsRecordNotFound))
    }
}
