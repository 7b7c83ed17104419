//! How much queued work there is.
#![expect(clippy::disallowed_methods, reason = "queued work belongs to the platform")]
use super::job::{Column, Entity, JobStatus};
use crate::{kernel::platform::Platform, refusals::error::Result};
use futures_util::future::BoxFuture;
use sea_orm::{QueryFilter, entity::prelude::*};

/// How much queued work there is, by where it stands.
pub fn backlog(platform: &Platform) -> BoxFuture<'_, Result<Vec<(&'static str, i64)>>> {
    Box::pin(async move {
        let reader = platform.database().reader(false).await?;
        let mut backlog = Vec::new();
        for (name, status) in
            [("queued", JobStatus::Queued), ("running", JobStatus::Running), ("dead", JobStatus::Dead)]
        {
            let count = Entity::find().filter(Column::Status.eq(status)).count(&reader.executor()).await?;
            backlog.push((name, i64::try_from(count).unwrap_or(i64::MAX)));
        }
        Ok(backlog)
    })
}
