use super::{DnsRecord, kind::RecordType, record};
use crate::{
    Code, Context, Effect, Operation, Owned, Page, Result, Scope,
    domains::domain,
    page::{self, Backward, Order, Part},
};
use garde::Validate;
use schemars::JsonSchema;
use sea_orm::{QueryFilter, entity::prelude::*, sea_query::Expr};
use serde::{Deserialize, Serialize};

/// List the DNS records of a domain, by name and type.
#[derive(Debug, Default, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct ListDnsRecords {
    /// The domain.
    pub domain_id: Uuid,
    /// Only those of this type.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[garde(inner(custom(known)))]
    #[schemars(example = &"AAAA", extend("enum" = RecordType::ALL.map(RecordType::as_str)))]
    pub r#type: Option<String>,
    /// How many at most; 1000 unless said.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[garde(range(min = 1, max = page::MOST))]
    pub limit: Option<u32>,
    /// Where to go on: what the page before named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
    /// What else connections ask.
    #[serde(skip)]
    pub backward: Option<Backward>,
}

impl Operation for ListDnsRecords {
    type Output = Page<DnsRecord>;

    const ID: &'static str = "dnsRecords";
    const SCOPE: Scope = Scope::DomainsRead;
    const EFFECT: Effect = Effect::Reads;
    const SNAPSHOT: bool = true;
    const REFUSALS: &'static [Code] = &[Code::DomainNotFound];

    async fn perform(self, cx: &Context<'_>) -> Result<Page<DnsRecord>> {
        use record::Column::{DomainId, Id, Name, Type};
        domain::Entity::get(cx, self.domain_id).await?;
        let mut select = record::Entity::owned(cx).filter(DomainId.eq(self.domain_id));
        if let Some(word) = &self.r#type {
            select = select.filter(Type.eq(RecordType::parse(word)?.as_str()));
        }
        let by = [Name, Type, Id].map(|column| column.into_expr()).into();
        let order = Order { prefix: "", by, descending: false, key: DnsRecord::key, place };
        let (cursor, backward) = (self.cursor.as_deref(), self.backward.as_ref());
        page::list(cx, select, order, Part { backward, ..Part::forward(self.limit, cursor) }).await
    }

    fn next(output: &Page<DnsRecord>) -> Option<&str> {
        output.next.as_deref()
    }
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
fn known(word: &str, _: &()) -> garde::Result {
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
