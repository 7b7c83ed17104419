//! How much queued work there is.
#![expect(clippy::disallowed_methods, reason = "queued work belongs to the platform")]
use super::job::{Column, Entity, JobStatus};
use crate::{
    database::executor::Executor, kernel::platform::Platform, refusals::error::Result, values::time::Time,
};
use futures_util::future::BoxFuture;
use sea_orm::{
    FromQueryResult, QueryFilter, QueryOrder, QuerySelect,
    entity::prelude::*,
    sea_query::{ExprTrait, SimpleExpr},
};

/// How much queued work there is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Backlog {
    /// How much of each kind, by where it stands.
    pub counts: Vec<Count>,
    /// Since when the oldest of a lane has been due.
    pub oldest: Vec<(String, Time)>,
}

/// Queued work of one kind that stands the same.
#[derive(Clone, Debug, PartialEq, Eq, FromQueryResult)]
pub struct Count {
    /// The lane that it waits in.
    pub lane: String,
    /// The kind of work.
    pub kind: String,
    /// Where it stands: queued, running, stuck or dead.
    pub state: String,
    /// How much there is of it.
    pub count: i64,
}

/// How much queued work there is; what a worker has that says nothing any more is stuck.
pub fn backlog(platform: &Platform) -> BoxFuture<'_, Result<Backlog>> {
    Box::pin(async move {
        let reader = platform.database().reader(true).await?;
        let (executor, now) = (&reader.executor(), platform.clock().now());
        let lost = Column::Status.eq(JobStatus::Running).and(Column::LeaseUntil.lte(now));
        let mut counts = counted(executor, lost.clone().not()).await?;
        let stuck = counted(executor, lost).await?.into_iter();
        counts.extend(stuck.map(|one| Count { state: "stuck".to_owned(), ..one }));
        let mut oldest = Vec::new();
        for lane in platform.lanes() {
            let waiting = Column::Status.eq(JobStatus::Queued).and(Column::RunAt.lte(now));
            let first = Entity::find().filter(waiting).filter(Column::Lane.is_in(lane.names()));
            let first = first.order_by_asc(Column::RunAt).limit(1).one(executor).await?;
            oldest.extend(first.map(|job| (lane.name().to_owned(), job.run_at)));
        }
        Ok(Backlog { counts, oldest })
    })
}

async fn counted(db: &Executor<'_>, which: SimpleExpr) -> Result<Vec<Count>> {
    let columns = [Column::Lane, Column::Kind, Column::Status];
    let select = Entity::find().select_only().columns([Column::Lane, Column::Kind]).filter(which);
    let mut select = select.column_as(Column::Status, "state").column_as(Column::Id.count(), "count");
    for column in columns {
        select = select.group_by(column);
    }
    Ok(select.into_model().all(db).await?)
}
