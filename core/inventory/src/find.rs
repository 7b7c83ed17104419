//! What the operator's commands find among all accounts.
#![expect(clippy::disallowed_methods, reason = "the operator sees every account")]
use hosting_core::{
    database::Database,
    kernel::{account as row, credential},
    refusals::error::Result,
};
use sea_orm::{QueryOrder, entity::prelude::*};

/// Whether the database has any account.
pub async fn has_accounts(db: &Database) -> Result<bool> {
    let reader = db.reader(false).await?;
    Ok(row::Entity::find().one(&reader.executor()).await?.is_some())
}

/// The account with this address.
pub async fn account_named(db: &Database, email: &str) -> Result<Option<row::Model>> {
    let reader = db.reader(false).await?;
    let select = row::Entity::find().filter(row::Column::Email.eq(email.to_lowercase()));
    Ok(select.one(&reader.executor()).await?)
}

/// The credentials with the addresses of their accounts, oldest first; of one account where it is named.
pub async fn credentials(db: &Database, account: Option<Uuid>) -> Result<Vec<(credential::Model, String)>> {
    let reader = db.reader(true).await?;
    let mut select = credential::Entity::find().order_by_asc(credential::Column::Id);
    if let Some(account) = account {
        select = select.filter(credential::Column::AccountId.eq(account));
    }
    let found = select.all(&reader.executor()).await?;
    let accounts = row::Entity::find().all(&reader.executor()).await?;
    let with_email = |one: credential::Model| {
        let account = accounts.iter().find(|account| account.id == one.account_id)?;
        Some((one, account.email.clone()))
    };
    Ok(found.into_iter().filter_map(with_email).collect())
}
