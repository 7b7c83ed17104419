//! How much queued work there is.
#![expect(clippy::disallowed_methods, reason = "queued work belongs to the platform")]
use super::job::{Column, Entity, JobStatus};
use crate::{kernel::platform::Platform, refusals::error::Result, values::time::Time};
use futures_util::future::BoxFuture;
use sea_orm::{FromQueryResult, QueryFilter, QuerySelect, entity::prelude::*, sea_query::ExprTrait};

/// Queued work of one kind that stands the same.
#[derive(Clone, Debug, PartialEq, Eq, FromQueryResult)]
pub struct Backlog {
    /// The lane that it waits in.
    pub lane: String,
    /// The kind of work.
    pub kind: String,
    /// Where it stands.
    pub status: JobStatus,
    /// How many there are.
    pub count: i64,
}

/// How much there is, and since when the oldest of each lane has been due.
type Found = (Vec<Backlog>, Vec<(String, Time)>);

/// How much queued work there is, and since when the oldest of each lane has been due.
pub fn backlog(platform: &Platform) -> BoxFuture<'_, Result<Found>> {
    Box::pin(async move {
        let reader = platform.database().reader(false).await?;
        let executor = &reader.executor();
        let columns = [Column::Lane, Column::Kind, Column::Status];
        let mut counts = Entity::find().select_only().columns(columns).column_as(Column::Id.count(), "count");
        for column in columns {
            counts = counts.group_by(column);
        }
        let counts = counts.into_model::<Backlog>().all(executor).await?;
        let waiting = Column::Status.eq(JobStatus::Queued).and(Column::RunAt.lte(platform.clock().now()));
        let oldest = Entity::find().select_only().column(Column::Lane).column_as(Column::RunAt.min(), "due");
        let oldest = oldest.filter(waiting).group_by(Column::Lane).into_tuple::<(String, Time)>();
        Ok((counts, oldest.all(executor).await?))
    })
}
