use super::{
    DnsRecord, content,
    input::{self, fault},
    kind::RecordType,
    name,
    record::{self, RecordStatus},
    type_word::TypeWord,
};
use crate::domain;
use async_graphql::InputObject;
use garde::Validate;
use hosting_kernel::{
    database::owned::Owned,
    kernel::{context::Context, effect::Effect, operation::Operation},
    refusals::{
        code::Code,
        error::{Error, Result},
        fault::Rule,
        scope::Scope,
    },
    values::texts::Texts,
};
use schemars::JsonSchema;
use sea_orm::{ActiveModelTrait, IntoActiveModel, QueryFilter, entity::prelude::*};
use serde::{Deserialize, Serialize};

/// `RRset`s that a domain has at most.
pub const MOST: u64 = 1000;

/// Add a record to a domain's zone.
///
/// Queued: it is `pending` until the nameservers serve it. A name has one record of each type, with
/// one or several contents.
#[derive(Debug, Default, Serialize, Deserialize, JsonSchema, InputObject, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[graphql(name = "CreateDnsRecordInput")]
#[garde(allow_unvalidated)]
pub struct CreateDnsRecord {
    /// The domain.
    pub domain_id: Uuid,
    /// The name within the domain; `@`, the domain itself, unless said.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 2048), example = &"www")]
    pub name: Option<String>,
    /// The type. Without it an IPv4 address makes an A, an IPv6 address an AAAA, and a host name with a
    /// priority an MX record.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"A", extend("enum" = RecordType::ALL.map(RecordType::as_str)))]
    pub r#type: Option<TypeWord>,
    /// What it says, where it says one thing.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(example = &"192.0.2.10")]
    pub content: Option<String>,
    /// What it says, where it says several things: 1 to 100. Send this or `content`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = content::VALUES_MAX))]
    pub contents: Option<Vec<String>>,
    /// Seconds for which others may keep it, 60 to 86400; 3600 unless said.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(example = 3600, range(min = content::TTL_MIN, max = content::TTL_MAX))]
    pub ttl: Option<i64>,
    /// The preference of an MX or the priority of an SRV record, 0 to 65535, where the content does
    /// not start with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 65535))]
    pub priority: Option<i64>,
}

#[async_trait::async_trait]
impl Operation for CreateDnsRecord {
    type Output = DnsRecord;

    const ID: &'static str = "createDnsRecord";
    const SCOPE: Scope = Scope::DomainsDnsWrite;
    const EFFECT: Effect = Effect::Queues;
    const REFUSALS: &'static [Code] = &[
        Code::DomainNotFound,
        Code::DomainLocked,
        Code::InvalidDnsType,
        Code::DnsTypeRequired,
        Code::DnsContentRequired,
        Code::InvalidDnsName,
        Code::InvalidDnsTtl,
        Code::InvalidDnsPriority,
        Code::InvalidDnsContent,
        Code::DnsRecordExists,
        Code::CnameConflict,
        Code::DnsRecordLimitReached,
    ];

    async fn perform(self, cx: &Context<'_>) -> Result<DnsRecord> {
        let domain = domain::Entity::get_for_change(cx, self.domain_id).await?;
        let sent = input::contents(self.content.as_deref(), self.contents.as_deref())?;
        let none = || fault(Rule::ContentRequired, "/content", "send `content` or `contents`");
        let sent = sent.ok_or_else(none)?;
        let kind = match &self.r#type {
            Some(TypeWord(word)) => RecordType::parse(word)?,
            None => RecordType::infer(&sent.0, self.priority)?,
        };
        let name = name::record_name(self.name.as_deref(), &domain.domain_name)?;
        let ttl = content::ttl(self.ttl)?;
        let new = input::check(name, kind, &sent, self.priority, &domain)?;
        new.fits(cx, domain.id, None).await?;
        room(cx, domain.id).await?;
        let record = DnsRecord {
            id: cx.id(),
            account_id: cx.account(),
            domain_id: domain.id,
            fqdn: name::fqdn(&new.name, &domain.domain_name),
            name: new.name,
            r#type: kind.as_str().to_owned(),
            contents: Texts(new.set.contents),
            ttl,
            priority: new.set.priority,
            status: RecordStatus::Pending,
            last_error: None,
            revision: 1,
            served: None,
            created_at: cx.now(),
            updated_at: cx.now(),
            synced_at: None,
            published: None,
        };
        record.enqueue_put(cx, &domain, None).await?;
        Ok(record.into_active_model().insert(cx.db).await?)
    }
}

async fn room(cx: &Context<'_>, domain: Uuid) -> Result<()> {
    let all = record::Entity::owned(cx).filter(record::Column::DomainId.eq(domain));
    match all.count(cx.db).await? < MOST {
        true => Ok(()),
        false => Err(Error::DnsRecordLimitReached(MOST)),
    }
}
