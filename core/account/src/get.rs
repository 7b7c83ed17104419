use super::Account;
use garde::Validate;
use hosting_conversion::ledger;
use hosting_kernel::{
    database::{kept::Kept, owned::Owned},
    kernel::{account as row, batched::Batched, context::Context, effect::Effect, operation::Operation},
    refusals::{
        error::{Error, Result},
        scope::Scope,
    },
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Look up the account.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct GetAccount {}

#[async_trait::async_trait]
impl Operation for GetAccount {
    type Output = Account;

    const ID: &'static str = "account";
    const SCOPE: Scope = Scope::AccountRead;
    const EFFECT: Effect = Effect::Reads;

    async fn perform(self, cx: &Context<'_>) -> Result<Account> {
        static FIND: Kept = Kept::new();
        let account = vec![cx.account().into()];
        let found = cx.one_kept(&FIND, account, || row::Entity::owned(cx)).await?;
        let row = found.ok_or(Error::AccountNotFound)?;
        let used = if row.plan.is_some() { ledger::used(cx).await? } else { 0 };
        Ok(Account::of(row, used))
    }
}

#[async_trait::async_trait]
impl Batched for GetAccount {
    async fn perform_all(asked: &[Self], cx: &Context<'_>) -> Result<Vec<Result<Account>>> {
        let account = Self {}.perform(cx).await?;
        Ok(asked.iter().map(|_| Ok(account.clone())).collect())
    }
}
