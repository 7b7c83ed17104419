use super::{Service, service};
use crate::{Context, Effect, Operation, Owned, Page, Result, Scope, page};
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// List the services of the account, newest first.
#[derive(Debug, Default, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct ListServices {
    /// How many at most; 1000 unless said.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[garde(range(min = 1, max = page::MOST))]
    pub limit: Option<u32>,
    /// Where to go on: what the page before named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
}

impl Operation for ListServices {
    type Output = Page<Service>;

    const ID: &'static str = "services";
    const SCOPE: Scope = Scope::ServicesRead;
    const EFFECT: Effect = Effect::Reads;

    async fn perform(self, cx: &Context<'_>) -> Result<Page<Service>> {
        let newest = [service::Column::CreatedAt, service::Column::Id];
        let after = page::moment(self.cursor.as_deref())?;
        page::newest_first(cx, service::Entity::owned(cx), newest, after, self.limit, Service::key).await
    }

    fn next(output: &Page<Service>) -> Option<&str> {
        output.next.as_deref()
    }
}
