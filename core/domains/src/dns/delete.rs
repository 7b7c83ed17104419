use super::{
    DnsRecord,
    record::{self, RecordStatus},
};
use crate::domain;
use async_graphql::InputObject;
use garde::Validate;
use hosting_kernel::{
    kernel::{context::Context, effect::Effect, operation::Operation},
    refusals::{
        code::Code,
        error::{Error, Result},
        scope::Scope,
    },
};
use schemars::JsonSchema;
use sea_orm::{IntoActiveModel, Set, entity::prelude::*};
use serde::{Deserialize, Serialize};

/// Remove a record from a domain's zone.
///
/// Queued: it is `deleting` until the nameservers no longer serve it, and gone then.
#[derive(Debug, Serialize, Deserialize, JsonSchema, InputObject, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[graphql(name = "DeleteDnsRecordInput")]
#[garde(allow_unvalidated)]
pub struct DeleteDnsRecord {
    /// The domain.
    pub domain_id: Uuid,
    /// The record.
    pub record_id: Uuid,
}

#[async_trait::async_trait]
impl Operation for DeleteDnsRecord {
    type Output = DnsRecord;

    const ID: &'static str = "deleteDnsRecord";
    const SCOPE: Scope = Scope::DomainsDnsWrite;
    const EFFECT: Effect = Effect::Queues;
    const REFUSALS: &'static [Code] = &[Code::DomainNotFound, Code::DnsRecordNotFound, Code::DomainLocked];

    async fn perform(self, cx: &Context<'_>) -> Result<DnsRecord> {
        let domain = domain::Entity::get_for_change(cx, self.domain_id).await?;
        let old = record::Entity::get(cx, domain.id, self.record_id).await?;
        if old.status == RecordStatus::Deleting {
            return Err(Error::DnsRecordNotFound);
        }
        let revision = old.revision + 1;
        let mut record = old.into_active_model();
        record.status = Set(RecordStatus::Deleting);
        record.last_error = Set(None);
        record.revision = Set(revision);
        record.updated_at = Set(cx.now());
        let record = cx.update(record).await?;
        record.enqueue_removal(cx, &domain).await?;
        Ok(record)
    }
}
