//! A site, as its panel names it.
#![expect(clippy::disallowed_methods, reason = "a panel knows no accounts")]
use super::row::{Column, Entity};
use hosting_kernel::{database::Database, refusals::error::Result};
use sea_orm::{QueryFilter, entity::prelude::*};

/// The domain that the site answers to first; nothing where no service has it.
pub async fn primary_domain(db: &Database, site: &str) -> Result<Option<String>> {
    let reader = db.reader(false).await?;
    let known = Entity::find().filter(Column::Site.eq(site)).one(&reader.executor()).await?;
    Ok(known.map(|row| row.primary_domain))
}
