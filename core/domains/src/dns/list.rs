use super::{DnsRecord, kind::RecordType, name, record, type_word::TypeWord};
use crate::{GetDomain, domain};
use async_graphql::InputObject;
use garde::Validate;
use hosting_kernel::{
    database::owned::Owned,
    kernel::{
        batched::Batched,
        context::Context,
        effect::Effect,
        operation::Operation,
        page::{self, Backward, Order, Page, Part},
    },
    refusals::{code::Code, error::Result, scope::Scope},
    values::line::{LINE, line},
};
use schemars::JsonSchema;
use sea_orm::{QueryFilter, Select, entity::prelude::*, sea_query::Expr};
use serde::{Deserialize, Serialize};

/// List the DNS records of a domain, by name and type.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, Hash, InputObject, Serialize, Deserialize, JsonSchema, Validate,
)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
#[graphql(name = "DnsRecordFilter")]
pub struct ListDnsRecords {
    /// The domain.
    #[graphql(skip)]
    pub domain_id: Uuid,
    /// Only those of this type.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[garde(inner(custom(known)))]
    #[schemars(example = &"AAAA", extend("enum" = RecordType::ALL.map(RecordType::as_str)))]
    pub r#type: Option<TypeWord>,
    /// Only those of this name within the domain; `@` is the domain itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[garde(length(chars, min = 1, max = 253), inner(custom(line)))]
    #[schemars(example = &"www", extend("pattern" = LINE))]
    pub name: Option<String>,
    /// How many at most; 1000 unless said.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[garde(range(min = 1, max = page::MOST))]
    #[graphql(skip)]
    pub limit: Option<u32>,
    /// Where to go on: what the page before named.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[graphql(skip)]
    pub cursor: Option<String>,
    /// What else connections ask.
    #[serde(skip)]
    #[graphql(skip)]
    pub backward: Option<Backward>,
}

#[async_trait::async_trait]
impl Operation for ListDnsRecords {
    type Output = Page<DnsRecord>;

    const ID: &'static str = "dnsRecords";
    const SCOPE: Scope = Scope::DomainsRead;
    const EFFECT: Effect = Effect::Reads;
    const SNAPSHOT: bool = true;
    const REFUSALS: &'static [Code] = &[Code::DomainNotFound];

    async fn perform(self, cx: &Context<'_>) -> Result<Page<DnsRecord>> {
        domain::Entity::get(cx, self.domain_id).await?;
        let found = self.select(cx)?.filter(record::Column::DomainId.eq(self.domain_id));
        page::list(cx, found, by_name(), self.part()).await
    }

    fn next(output: &Page<DnsRecord>) -> Option<&str> {
        output.next.as_deref()
    }
}

impl ListDnsRecords {
    /// What is asked for, of whichever domain.
    fn select(&self, cx: &Context<'_>) -> Result<Select<record::Entity>> {
        let mut found = record::Entity::owned(cx);
        if let Some(TypeWord(word)) = &self.r#type {
            found = found.filter(record::Column::Type.eq(RecordType::parse(word)?.as_str()));
        }
        if let Some(name) = &self.name {
            found = found.filter(record::Column::Name.eq(name::kept(name)));
        }
        Ok(found)
    }

    fn part(&self) -> Part<'_> {
        let (cursor, backward) = (self.cursor.as_deref(), self.backward.as_ref());
        Part { backward, ..Part::forward(self.limit, cursor) }
    }
}

#[async_trait::async_trait]
impl Batched for ListDnsRecords {
    fn like(&self) -> Option<Self> {
        Some(Self { domain_id: Uuid::nil(), ..self.clone() })
    }

    async fn perform_all(asked: &[Self], cx: &Context<'_>) -> Result<Vec<Result<Page<DnsRecord>>>> {
        let Some(like) = asked.first() else { return Ok(Vec::new()) };
        let ids: Vec<_> = asked.iter().map(|one| one.domain_id).collect();
        let domains: Vec<_> = ids.iter().map(|id| GetDomain { domain_id: *id }).collect();
        let there = GetDomain::perform_all(&domains, cx).await?;
        let (select, of_each) = (like.select(cx)?, (record::Column::DomainId, &*ids));
        let of = |one: &DnsRecord| one.domain_id;
        let pages =
            page::list_each(cx, select, of_each, record::Column::Id, by_name(), like.part(), of).await?;
        Ok(there.into_iter().zip(pages).map(|(domain, page)| domain.map(|_| page)).collect())
    }
}

fn by_name() -> Order<DnsRecord> {
    use record::Column::{Id, Name, Type};
    let by = [Name, Type, Id].map(ColumnTrait::into_expr).into();
    Order { prefix: "", by, descending: false, key: DnsRecord::key, place }
}

/// The name, type and id that a page begins behind.
fn place(cursor: &str) -> Option<Vec<Expr>> {
    let (name, rest) = cursor.split_once('/')?;
    let (kind, id) = rest.split_once('/')?;
    // What no name holds is not asked of the database: PostgreSQL takes no NUL in a text.
    let sound = name.bytes().chain(kind.bytes()).all(|byte| byte.is_ascii_graphic());
    sound.then_some(vec![Expr::val(name), Expr::val(kind), Expr::val(Uuid::try_parse(id).ok()?)])
}

/// Refuses what is no type of record.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "as the check of a field is called")]
fn known(TypeWord(word): &TypeWord, _: &()) -> garde::Result {
    RecordType::parse(word).map(drop).map_err(|fault| garde::Error::new(fault.message))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_is_a_name_a_type_and_an_id() {
        let id = "019aa1b23c4d7e5f8a6b7c8d9e0f1a2b";
        assert!(place(&format!("_sip._tcp/SRV/{id}")).is_some());
        assert!(place(&format!("@/MX/{id}")).is_some());
        for wrong in [
            "",
            "www",
            "www/A",
            "www/A/7",
            &format!("\0/A/{id}"),
            &format!("é/A/{id}"),
            &format!("www/\n/{id}"),
        ] {
            assert_eq!(place(wrong), None, "{wrong:?}");
        }
    }
}
