//! What time brings to services: what was cancelled ends, and is terminated when it was kept for long enough.
#![expect(clippy::disallowed_methods, reason = "time passes for every account")]
use super::{
    plan,
    service::{ActiveModel, Column, Entity, ServiceStatus},
};
use hosting_kernel::{
    database::executor::Executor, kernel::platform::Platform, refusals::error::Result, values::time::Time,
};
use sea_orm::{
    QueryFilter, QuerySelect, Set,
    entity::prelude::*,
    sea_query::{ExprTrait, LockBehavior, LockType, SimpleExpr},
};

/// Services that go on in one transaction: other writes wait no longer than for these.
const SLICE: u64 = 100;

/// Where a service stands that has not ended yet.
const THERE: [ServiceStatus; 4] =
    [ServiceStatus::Provisioning, ServiceStatus::Active, ServiceStatus::PastDue, ServiceStatus::Suspended];

/// Ends the services whose time has come, and terminates those that ended long enough ago.
pub async fn pass_on(platform: &Platform) -> Result<()> {
    let now = platform.clock().now();
    let ended = ActiveModel {
        status: Set(ServiceStatus::Cancelled),
        auto_renew: Set(false),
        grace_ends_at: Set(Some(now.plus(platform.retention().cancelled))),
        updated_at: Set(now),
        ..Default::default()
    };
    let terminated =
        ActiveModel { status: Set(ServiceStatus::Terminated), updated_at: Set(now), ..Default::default() };
    move_on(platform, ends(now), ended).await?;
    move_on(platform, is_kept_no_longer(now), terminated).await
}

/// Makes each service of which `due` is true what it `becomes`, after which it is not; some at a time.
pub async fn move_on(platform: &Platform, due: SimpleExpr, becomes: ActiveModel) -> Result<()> {
    while any(platform, &due).await? && slice(platform, &due, &becomes).await? > 0 {}
    Ok(())
}

/// Those that are to have ended by `now`, and have not.
fn ends(now: Time) -> SimpleExpr {
    Column::Status.is_in(THERE).and(Column::CancelAt.lte(now))
}

/// Those that ended, and were kept until `now`. What the operator brought in without such a date stays.
fn is_kept_no_longer(now: Time) -> SimpleExpr {
    Entity::over().and(Column::Status.eq(ServiceStatus::Cancelled)).and(Column::GraceEndsAt.lte(now))
}

/// Mostly there is none: that needs no transaction.
async fn any(platform: &Platform, due: &SimpleExpr) -> Result<bool> {
    let reader = platform.database().reader(false).await?;
    Ok(Entity::find().filter(due.clone()).limit(1).one(&reader.executor()).await?.is_some())
}

/// Moves some of them on, whom no other process is about to move; says how many.
async fn slice(platform: &Platform, due: &SimpleExpr, becomes: &ActiveModel) -> Result<usize> {
    let (due, becomes) = (due.clone(), becomes.clone());
    let moved = platform.database().write(move |db| Box::pin(move_some(db, due, becomes)));
    moved.await
}

async fn move_some(db: &Executor<'_>, due: SimpleExpr, becomes: ActiveModel) -> Result<usize> {
    let mine = Entity::find().filter(due).limit(SLICE);
    let mine = mine.lock_with_behavior(LockType::Update, LockBehavior::SkipLocked).all(db).await?;
    let ids = mine.iter().map(|service| service.id);
    Entity::update_many().set(becomes.clone()).filter(Column::Id.is_in(ids)).exec(db).await?;
    for service in &mine {
        let mut after = service.clone();
        if let Set(status) = becomes.status {
            after.status = status;
        }
        plan::follow(db, &after).await?;
    }
    Ok(mine.len())
}
