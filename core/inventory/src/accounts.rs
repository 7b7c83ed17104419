//! What the operator's commands find of accounts, and decide about them.
#![expect(clippy::disallowed_methods, reason = "the operator sees every account")]
use hosting_core::{
    database::Database,
    domains::domain,
    kernel::{
        account::{self as row, AccountStatus},
        credential,
    },
    refusals::error::Result,
    services::service,
};
use sea_orm::{QueryOrder, Set, entity::prelude::*};

/// An account, and how much it has.
#[derive(Clone, Debug)]
pub struct Summary {
    /// The account.
    pub account: row::Model,
    /// Services that it has or had.
    pub services: u64,
    /// Domains that it has or had.
    pub domains: u64,
    /// Credentials that were not taken back.
    pub credentials: u64,
}

/// All accounts, by their addresses.
pub async fn accounts(db: &Database) -> Result<Vec<row::Model>> {
    let reader = db.reader(false).await?;
    Ok(row::Entity::find().order_by_asc(row::Column::Email).all(&reader.executor()).await?)
}

/// The account with this address, and how much it has.
pub async fn summary(db: &Database, email: &str) -> Result<Option<Summary>> {
    let reader = db.reader(true).await?;
    let executor = &reader.executor();
    let found = row::Entity::find().filter(row::Column::Email.eq(email.to_lowercase())).one(executor).await?;
    let Some(account) = found else { return Ok(None) };
    let of = account.id;
    let services = service::Entity::find().filter(service::Column::AccountId.eq(of)).count(executor).await?;
    let domains = domain::Entity::find().filter(domain::Column::AccountId.eq(of)).count(executor).await?;
    let credentials = credential::Entity::find()
        .filter(credential::Column::AccountId.eq(of))
        .filter(credential::Column::RevokedAt.is_null())
        .count(executor)
        .await?;
    Ok(Some(Summary { account, services, domains, credentials }))
}

/// Stops the account with this address, or lets it go on; whether that is different from before. Nothing where there
/// is no such account.
pub async fn stand(db: &Database, email: &str, status: AccountStatus) -> Result<Option<bool>> {
    let email = email.to_lowercase();
    db.write(move |db| {
        Box::pin(async move {
            let named = row::Column::Email.eq(email);
            let change = row::ActiveModel { status: Set(status), ..Default::default() };
            let other = row::Entity::update_many()
                .set(change)
                .filter(named.clone())
                .filter(row::Column::Status.ne(status))
                .exec(db)
                .await?
                .rows_affected
                > 0;
            let known = row::Entity::find().filter(named).one(db).await?;
            Ok(known.map(|_| other))
        })
    })
    .await
}
