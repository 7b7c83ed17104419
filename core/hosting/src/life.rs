//! The life of sites as time passes: Free Hosting that nobody uses is suspended, and deleted later.
#![expect(clippy::disallowed_methods, reason = "time passes for every account")]
use super::{
    ApplySite, apply_site, record,
    row::{self, SiteState},
    state::{self, Event},
};
use chrono::TimeDelta;
use hosting_kernel::{
    database::executor::Executor,
    kernel::{
        platform::Platform,
        queue::enqueue::{Asker, enqueue},
    },
    refusals::error::Result,
    values::time::Time,
};
use hosting_services::{
    Service,
    service::{self, ServiceStatus},
};
use sea_orm::{
    Condition, IntoActiveModel, QueryFilter, QuerySelect, Set,
    entity::prelude::*,
    sea_query::{LockBehavior, LockType},
};
use std::collections::HashMap;

/// Services that are looked at in one transaction: other writes wait no longer than for these.
const SLICE: u64 = 100;

/// How often each service is looked at, even where nothing falls due: its order may have been changed,
/// or its panel may have been away for so long that the work was given up.
const LOOK: TimeDelta = TimeDelta::days(1);

/// Moves every service on whose time has come.
///
/// One that is late goes one step only: it is suspended now, and deleted when it had its whole grace.
pub(crate) async fn live(platform: &Platform) -> Result<()> {
    let now = platform.clock().now();
    for due in [row::Column::DueAt.is_null(), row::Column::DueAt.lte(now)] {
        while slice(platform, due.clone().into(), now).await? == SLICE {}
    }
    Ok(())
}

/// Moves some that are `due`, and says how many. What another process has in hand is left to it.
async fn slice(platform: &Platform, due: Condition, now: Time) -> Result<u64> {
    let rows = row::Entity::find()
        .filter(due)
        .limit(SLICE)
        .lock_with_behavior(LockType::Update, LockBehavior::SkipLocked);
    let reader = platform.database().reader(false).await?;
    // Mostly there are none: that needs no transaction.
    if rows.clone().one(&reader.executor()).await?.is_none() {
        return Ok(0);
    }
    drop(reader);
    let of = platform.clone();
    let moved = platform.database().write(move |db| {
        Box::pin(async move {
            let rows = rows.all(db).await?;
            let count = rows.len() as u64;
            if count == 0 {
                return Ok(0);
            }
            let ids = rows.iter().map(|row| row.service_id);
            let services = service::Entity::find().filter(service::Column::Id.is_in(ids)).all(db).await?;
            let mut services: HashMap<_, _> = services.into_iter().map(|one| (one.id, one)).collect();
            for row in rows {
                if let Some(service) = services.remove(&row.service_id) {
                    step(&of, db, service, row, now).await?;
                }
            }
            Ok(count)
        })
    });
    moved.await
}

/// Does what is due for one service, and notes when to look at it again.
async fn step(
    platform: &Platform,
    db: &Executor<'_>,
    mut service: Service,
    mut row: row::Model,
    now: Time,
) -> Result<()> {
    let (id, periods) = (service.id, platform.free_hosting());
    let status = record::status(service.status, &row);
    let due = state::ahead(&service, &row, status, periods).filter(|(_, at)| *at <= now);
    let event = due.map(|(event, _)| event);
    match event {
        Some(Event::Idle) => {
            row.inactivity_suspended_at = Some(now);
            row.deletion_deadline = Some(now.plus(periods.grace));
        }
        Some(Event::Deadline) => {
            service.status = ServiceStatus::Terminated;
            let ended = service::ActiveModel {
                status: Set(ServiceStatus::Terminated),
                updated_at: Set(now),
                ..Default::default()
            };
            service::Entity::update_many().set(ended).filter(service::Column::Id.eq(id)).exec(db).await?;
        }
        Some(Event::Link) | None => {}
    }
    let status = record::status(service.status, &row);
    if event.is_some() {
        row.updated_at = now;
        tracing::info!(service = %id, ?status, "nobody used Free Hosting");
    }
    let wanted = apply_site::site_state(status);
    if wanted != row.site_state.unwrap_or(SiteState::Active) {
        let task = ApplySite::of(&row);
        let asker = Asker { request_id: platform.id(), account_id: Some(row.account_id) };
        enqueue(db, platform.clock(), asker, apply_site::subject(id), &task).await?;
    }
    let next = state::ahead(&service, &row, status, periods).map(|(_, at)| at);
    // The order may end, and what is over be removed, before the next look.
    let ahead = [next, service.cancel_at, service.grace_ends_at].into_iter().flatten();
    row.due_at = ahead.filter(|at| *at > now).chain([now.plus(LOOK)]).min();
    let all = row.into_active_model().reset_all();
    row::Entity::update(all).validate()?.exec(db).await?;
    Ok(())
}
