//! What time brings to services: what was cancelled ends.
#![expect(clippy::disallowed_methods, reason = "time passes for every account")]
use super::service::{ActiveModel, Column, Entity, ServiceStatus};
use crate::{kernel::platform::Platform, refusals::error::Result, values::time::Time};
use futures_util::future::BoxFuture;
use sea_orm::{
    DatabaseExecutor, QueryFilter, QuerySelect, Select, Set,
    entity::prelude::*,
    sea_query::{LockBehavior, LockType},
};

/// Services that end in one transaction: other writes wait no longer than for these.
const SLICE: u64 = 100;

/// Where a service stands that has not ended yet.
const THERE: [ServiceStatus; 4] =
    [ServiceStatus::Provisioning, ServiceStatus::Active, ServiceStatus::PastDue, ServiceStatus::Suspended];

/// What else is done where a service ends, in the same transaction.
pub(crate) type Ended =
    for<'a> fn(&'a Platform, &'a DatabaseExecutor<'a>, Uuid, Time) -> BoxFuture<'a, Result<()>>;

/// Ends the services whose time has come.
pub(crate) async fn end_services(platform: &Platform, ended: Ended) -> Result<()> {
    let mut any = false;
    while any_is_due(platform).await? && end_slice(platform, ended).await? > 0 {
        any = true;
    }
    if any {
        platform.wake();
    }
    Ok(())
}

/// Mostly none is: that needs no transaction.
async fn any_is_due(platform: &Platform) -> Result<bool> {
    let reader = platform.database().reader(false).await?;
    Ok(due(platform.clock().now()).limit(1).one(&reader.executor()).await?.is_some())
}

/// Ends some of them, whom no other process is about to end; says how many.
async fn end_slice(platform: &Platform, ended: Ended) -> Result<usize> {
    let (of, now) = (platform.clone(), platform.clock().now());
    let end = platform.database().write(move |db| {
        Box::pin(async move {
            let mine = due(now).limit(SLICE);
            let mine = mine.lock_with_behavior(LockType::Update, LockBehavior::SkipLocked);
            let ids: Vec<Uuid> = mine.all(db).await?.into_iter().map(|service| service.id).collect();
            end(db, &ids, now).await?;
            for id in &ids {
                ended(&of, db, *id, now).await?;
            }
            Ok(ids.len())
        })
    });
    end.await
}

/// The services that are to have ended by `now`, and have not.
fn due(now: Time) -> Select<Entity> {
    Entity::find().filter(Column::Status.is_in(THERE)).filter(Column::CancelAt.lte(now))
}

async fn end(db: &DatabaseExecutor<'_>, ids: &[Uuid], now: Time) -> Result<()> {
    let ended = ActiveModel {
        status: Set(ServiceStatus::Cancelled),
        auto_renew: Set(false),
        updated_at: Set(now),
        ..Default::default()
    };
    Entity::update_many().set(ended).filter(Column::Id.is_in(ids.iter().copied())).exec(db).await?;
    Ok(())
}
