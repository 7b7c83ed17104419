use super::{
    DnsRecord, content, input,
    kind::RecordType,
    name,
    record::{self, RecordStatus, SetNames},
    type_word::TypeWord,
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
    values::texts::Texts,
};
use schemars::JsonSchema;
use sea_orm::{ActiveModelTrait, IntoActiveModel, entity::prelude::*};
use serde::{Deserialize, Serialize};

/// Change a record of a domain's zone.
///
/// Queued: it is `pending` until the nameservers serve it. What is not sent stays as it is; at least
/// one member is needed.
#[derive(Debug, Default, Serialize, Deserialize, JsonSchema, InputObject, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[graphql(name = "UpdateDnsRecordInput")]
#[schemars(extend("minProperties" = 1))]
#[garde(allow_unvalidated)]
pub struct UpdateDnsRecord {
    /// The domain.
    pub domain_id: Uuid,
    /// The record.
    pub record_id: Uuid,
    /// The name within the domain; `@` is the domain itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 2048), example = &"www")]
    pub name: Option<String>,
    /// The type.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"A", extend("enum" = RecordType::ALL.map(RecordType::as_str)))]
    pub r#type: Option<TypeWord>,
    /// What it says, where it says one thing.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"192.0.2.20")]
    pub content: Option<String>,
    /// What it says, where it says several things: 1 to 100. Send this or `content`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = content::VALUES_MAX))]
    pub contents: Option<Vec<String>>,
    /// Seconds for which others may keep it, 60 to 86400.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(example = 3600, range(min = content::TTL_MIN, max = content::TTL_MAX))]
    pub ttl: Option<i64>,
    /// The preference of an MX or the priority of an SRV record, 0 to 65535.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 65535))]
    pub priority: Option<i64>,
}

#[async_trait::async_trait]
impl Operation for UpdateDnsRecord {
    type Output = DnsRecord;

    const ID: &'static str = "updateDnsRecord";
    const SCOPE: Scope = Scope::DomainsDnsWrite;
    const EFFECT: Effect = Effect::Queues;
    const REFUSALS: &'static [Code] = &[
        Code::DomainNotFound,
        Code::DnsRecordNotFound,
        Code::DomainLocked,
        Code::InvalidDnsType,
        Code::DnsContentRequired,
        Code::InvalidDnsName,
        Code::InvalidDnsTtl,
        Code::InvalidDnsPriority,
        Code::InvalidDnsContent,
        Code::DnsRecordExists,
        Code::CnameConflict,
    ];

    async fn perform(self, cx: &Context<'_>) -> Result<DnsRecord> {
        if self.is_empty() {
            return Err(Error::invalid("", "min_properties", "send at least one member to change"));
        }
        let domain = domain::Entity::get_for_change(cx, self.domain_id).await?;
        let old = record::Entity::get(cx, domain.id, self.record_id).await?;
        if old.status == RecordStatus::Deleting {
            return Err(Error::DnsRecordNotFound);
        }
        let new = self.applied(&old, &domain)?;
        new.fits(cx, domain.id, Some(old.id)).await?;
        let ttl = self.ttl.map_or(Ok(old.ttl), |ttl| content::ttl(Some(ttl)))?;
        let (replaces, names) = (old.set_name(), old.names());
        let record = DnsRecord {
            fqdn: name::fqdn(&new.name, &domain.domain_name),
            name: new.name,
            r#type: new.kind.as_str().to_owned(),
            contents: Texts(new.set.contents),
            ttl,
            priority: new.set.priority,
            status: RecordStatus::Pending,
            last_error: None,
            revision: old.revision + 1,
            served: Some(SetNames(names)),
            updated_at: cx.now(),
            ..old
        };
        let moved = replaces != record.set_name();
        record.enqueue_put(cx, &domain, moved.then_some(replaces)).await?;
        cx.update(record.into_active_model().reset_all()).await
    }
}

impl UpdateDnsRecord {
    const fn is_empty(&self) -> bool {
        self.name.is_none()
            && self.r#type.is_none()
            && self.content.is_none()
            && self.contents.is_none()
            && self.ttl.is_none()
            && self.priority.is_none()
    }

    /// The record as it will be: what was sent over what was there.
    fn applied(&self, old: &DnsRecord, domain: &domain::Model) -> Result<input::Checked> {
        let kind = RecordType::parse(self.r#type.as_ref().map_or(&old.r#type, |TypeWord(word)| word))?;
        let name = match &self.name {
            Some(name) => name::record_name(Some(name), &domain.domain_name)?,
            None => old.name.clone(),
        };
        let sent = input::contents(self.content.as_deref(), self.contents.as_deref())?;
        let kept = match self.priority {
            Some(priority) => Some(priority),
            None if sent.as_ref().is_some_and(|(values, _)| carry_priority(kind, values)) => None,
            None if kind.has_priority() => old.priority.map(i64::from),
            None => None,
        };
        let contents = sent.unwrap_or_else(|| (old.contents.0.clone(), false));
        input::check(name, kind, &contents, kept, domain)
    }
}

/// Whether the contents of an MX or SRV record start with their priority.
fn carry_priority(kind: RecordType, values: &[String]) -> bool {
    let words = match kind {
        RecordType::Mx => 2,
        RecordType::Srv => 4,
        _ => return false,
    };
    values.iter().any(|value| value.split_whitespace().count() >= words)
}
