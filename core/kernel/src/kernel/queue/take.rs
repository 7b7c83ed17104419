//! Taking the next job.
#![expect(clippy::disallowed_methods, reason = "queued work belongs to the platform")]
use super::{
    hands::{Hand, Hands},
    job::{ActiveModel, Column, Entity, Job, JobStatus},
    lane::Lane,
    lease::{Lease, lease},
    moment::Moment,
};
use crate::{kernel::platform::Platform, refusals::error::Result};
use chrono::TimeDelta;
use sea_orm::{
    Condition, QueryFilter, QueryOrder, QuerySelect, Set,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, Func, LockBehavior, LockType, Query, SelectStatement, UnionType},
};
use std::sync::Arc;

/// A job that was taken: until when, and by which hand.
pub(super) struct Taken {
    pub job: Job,
    pub lease: Lease,
    pub hand: Hand,
}

/// Takes the next job of a lane: due, of nobody else, and with nothing before it on its subject. The turns of the
/// accounts say which is next, and none has more than its share of the hands.
pub(super) async fn take(platform: &Platform, lane: &Lane) -> Result<Option<Taken>> {
    let hands = platform.memory::<Hands>();
    let _alone = hands.taking(lane).await;
    let full = hands.full(lane, lane.share(platform.conversions_at_once()));
    let mine = Column::AccountId.is_null().or(Column::AccountId.is_not_in(full));
    let now = Moment::of(platform);
    let next = Entity::find()
        .filter(Column::Id.in_subquery(due_ids(now)))
        // A server looks again at what somebody else had a moment ago.
        .filter(due(now).into_iter().fold(Condition::any(), Condition::add))
        .filter(in_lane(lane))
        .filter(mine)
        .filter(Expr::not_exists(earlier()))
        .order_by_asc(Column::Turn)
        .order_by_asc(Column::RunAt)
        .order_by_asc(Column::Id)
        .limit(1)
        .lock_with_behavior(LockType::Update, LockBehavior::SkipLocked);
    let reader = platform.database().reader(false).await?;
    // Mostly there is none: that needs no transaction.
    let any = async { Ok(next.clone().one(&reader.executor()).await?) };
    if platform.database().in_time(any).await?.is_none() {
        return Ok(None);
    }
    drop(reader);
    let (holder, taken) = (platform.id(), Lease::asked_for(platform.clock()));
    let take = platform.database().write(move |db| {
        Box::pin(async move {
            let Some(job) = next.one(db).await? else { return Ok(None) };
            // What is begun counts, whoever is left to say how it ended.
            let attempts = job.attempts.saturating_add(1);
            let running = ActiveModel {
                status: Set(JobStatus::Running),
                attempts: Set(attempts),
                holder: Set(Some(holder)),
                ..Default::default()
            };
            let begin = Entity::update_many().set(running).col_expr(Column::LeaseUntil, now.plus(lease()));
            begin.filter(Column::Id.eq(job.id)).exec(db).await?;
            Ok(Some(Job { attempts, holder: Some(holder), status: JobStatus::Running, ..job }))
        })
    });
    let Some(job) = take.await? else { return Ok(None) };
    let hand = Arc::clone(&hands).begin(lane, job.account_id);
    Ok(Some(Taken { job, lease: taken, hand }))
}

/// The lanes that have work which can be taken.
pub(super) async fn due_lanes(platform: &Platform) -> Result<Vec<Lane>> {
    let reader = platform.database().reader(false).await?;
    let names = Entity::find().select_only().column(Column::Lane).distinct();
    let names = names.filter(Column::Id.in_subquery(due_ids(Moment::of(platform)))).into_tuple::<String>();
    let names = names.all(&reader.executor()).await?;
    let has_some = |lane: &&Lane| lane.names().iter().any(|name| names.iter().any(|some| some == name));
    Ok(platform.lanes().iter().filter(has_some).cloned().collect())
}

/// What can be taken: what waits and whose time has come, and what a worker had that said nothing more.
fn due(now: Moment) -> [Expr; 3] {
    let past = |column: Column| Expr::col((Entity, column)).lte(now.plus(TimeDelta::zero()));
    // What was to be done at once is, whatever the clock said of the process that queued it.
    let at_once = Expr::col((Entity, Column::RunAt)).lte(Expr::col((Entity, Column::CreatedAt)));
    let waits = || Column::Status.eq(JobStatus::Queued);
    let lost = Column::Status.eq(JobStatus::Running).and(past(Column::LeaseUntil));
    [waits().and(past(Column::RunAt)), waits().and(at_once), lost]
}

/// The ids of that. Each sort is found by an index: what waits for later, however much that is, is not gone through, nor
/// is there much that workers have.
fn due_ids(now: Moment) -> SelectStatement {
    let ids = due(now)
        .map(|due| Query::select().column((Entity, Column::Id)).from(Entity).and_where(due).take())
        .into_iter()
        .reduce(|mut all, some| all.union(UnionType::All, some).take());
    ids.expect("there are three sorts")
}

/// What goes that way; not by an index of the lanes, in which what waits for later stands too.
fn in_lane(lane: &Lane) -> Expr {
    let name = Func::coalesce([Expr::col((Entity, Column::Lane)), Expr::val("")]);
    Expr::expr(name).is_in(lane.names())
}

/// The work that comes before a job on its subject.
fn earlier() -> SelectStatement {
    let earlier = "earlier";
    Query::select()
        .expr(Expr::val(1))
        .from_as(Entity, earlier)
        .and_where(Expr::col((earlier, Column::Subject)).equals((Entity, Column::Subject)))
        .and_where(Expr::col((earlier, Column::Position)).lt(Expr::col((Entity, Column::Position))))
        .and_where(Expr::col((earlier, Column::Status)).ne(JobStatus::Dead))
        .take()
}
