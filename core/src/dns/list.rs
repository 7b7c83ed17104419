use super::{DnsRecord, record};
use crate::{Code, Context, Effect, Operation, Owned, Page, Result, Scope, domains::domain, page};
use garde::Validate;
use schemars::JsonSchema;
use sea_orm::{
    IntoSimpleExpr, QueryFilter, QueryOrder, QuerySelect,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use serde::{Deserialize, Serialize};

/// List the DNS records of a domain, by name and type.
#[derive(Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct ListDnsRecords {
    /// The domain.
    pub domain_id: Uuid,
    /// How many at most; 1000 unless said.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[garde(range(min = 1, max = page::MOST))]
    pub limit: Option<u32>,
    /// Where to go on: what the page before named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
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
        let limit = u64::from(self.limit.unwrap_or(page::MOST));
        let mut select = record::Entity::owned(cx).filter(DomainId.eq(self.domain_id));
        if let Some(cursor) = &self.cursor {
            let (name, kind, id) = after(cursor).ok_or_else(page::unknown)?;
            let key = Expr::tuple([Expr::val(name), Expr::val(kind), Expr::val(id)]);
            let place = [Name, Type, Id].map(IntoSimpleExpr::into_simple_expr);
            select = select.filter(Expr::tuple(place).gt(key));
        }
        let select = select.order_by_asc(Name).order_by_asc(Type).order_by_asc(Id).limit(limit + 1);
        Ok(Page::cut(cx.all(select).await?, limit, DnsRecord::key))
    }

    fn next(output: &Page<DnsRecord>) -> Option<&str> {
        output.next.as_deref()
    }
}

/// The name, type and id after which a page begins.
fn after(cursor: &str) -> Option<(&str, &str, Uuid)> {
    let (name, rest) = cursor.split_once('/')?;
    let (kind, id) = rest.split_once('/')?;
    // What no name holds is not asked of the database: PostgreSQL takes no NUL in a text.
    let sound = name.bytes().chain(kind.bytes()).all(|byte| byte.is_ascii_graphic());
    sound.then_some((name, kind, Uuid::try_parse(id).ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_is_a_name_a_type_and_an_id() {
        let id = "019aa1b23c4d7e5f8a6b7c8d9e0f1a2b";
        assert!(after(&format!("_sip._tcp/SRV/{id}")).is_some());
        assert!(after(&format!("@/MX/{id}")).is_some());
        for wrong in [
            "",
            "www",
            "www/A",
            "www/A/7",
            &format!("\0/A/{id}"),
            &format!("é/A/{id}"),
            &format!("www/\n/{id}"),
        ] {
            assert_eq!(after(wrong), None, "{wrong:?}");
        }
    }
}
