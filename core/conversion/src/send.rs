//! What was made is fetched, where the store is a folder of ours.
#![expect(clippy::disallowed_methods, reason = "the signed address names the file; no account asks")]
use super::{artifact, job};
use hosting_kernel::{
    kernel::platform::Platform,
    providers::store::{Link, Local, Purpose, Stale},
    refusals::error::Result,
};
use sea_orm::{QueryFilter, entity::prelude::*};
use std::path::PathBuf;

/// A file that may be fetched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fetched {
    /// The account for which it is kept.
    pub account: Uuid,
    /// Where it lies.
    pub path: PathBuf,
    /// What it is called.
    pub name: String,
    /// Its type.
    pub mime: String,
    /// What it holds: SHA-256 in hexadecimal.
    pub sha256: String,
}

/// The file that `link` opens; none if it is gone.
pub async fn send(
    platform: &Platform,
    local: &dyn Local,
    link: &Link,
) -> Result<Result<Option<Fetched>, Stale>> {
    if let Err(stale) = local.check(link, platform.clock().now()) {
        return Ok(Err(stale));
    }
    if link.purpose != Purpose::Download {
        return Ok(Err(Stale::Forged));
    }
    let reader = platform.database().reader(true).await?;
    let made = artifact::Entity::find().filter(artifact::Column::JobId.eq(link.key.job));
    let made = made.filter(artifact::Column::Place.eq(&link.key.name)).one(&reader.executor()).await?;
    let job = job::Entity::find_by_id(link.key.job).one(&reader.executor()).await?;
    let there = job.filter(|job| job.files_gone_at.is_none());
    Ok(Ok(made.zip(there).map(|(made, job)| Fetched {
        account: job.account_id,
        path: local.path(&made.key()),
        name: made.file_name,
        mime: made.mime_type,
        sha256: made.sha256,
    })))
}
