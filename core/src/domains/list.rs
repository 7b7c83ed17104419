use super::{Domain, domain};
use crate::{Context, Effect, Operation, Owned, Page, Result, Scope, page};
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// List the domains of the account, newest first.
#[derive(Debug, Default, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct ListDomains {
    /// How many at most; 1000 unless said.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[garde(range(min = 1, max = page::MOST))]
    pub limit: Option<u32>,
    /// Where to go on: what the page before named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
}

impl Operation for ListDomains {
    type Output = Page<Domain>;

    const ID: &'static str = "domains";
    const SCOPE: Scope = Scope::DomainsRead;
    const EFFECT: Effect = Effect::Reads;

    async fn perform(self, cx: &Context<'_>) -> Result<Page<Domain>> {
        let newest = [domain::Column::CreatedAt, domain::Column::Id];
        let after = page::moment(self.cursor.as_deref())?;
        page::newest_first(cx, domain::Entity::owned(cx), newest, after, self.limit, Domain::key).await
    }

    fn next(output: &Page<Domain>) -> Option<&str> {
        output.next.as_deref()
    }
}
