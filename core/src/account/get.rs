use super::{Account, row};
use crate::{Context, Effect, Error, Operation, Owned, Result, Scope};
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Look up the account.
#[derive(Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct GetAccount {}

impl Operation for GetAccount {
    type Output = Account;

    const ID: &'static str = "account";
    const SCOPE: Scope = Scope::AccountRead;
    const EFFECT: Effect = Effect::Reads;

    async fn perform(self, cx: &Context<'_>) -> Result<Account> {
        let found = cx.one(row::Entity::owned(cx)).await?;
        found.map(Account::from).ok_or(Error::AccountNotFound)
    }
}
