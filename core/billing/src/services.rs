//! Services are charged before their next period begins, where their customers want it.
#![expect(clippy::disallowed_methods, reason = "time passes for every account")]
use super::{
    ask,
    charge::{ChargeStatus, Column as C, Entity as Charges, Model as Charge},
    settle::give_service,
    wanted::next_period,
};
use hosting_kernel::{
    database::executor::Executor,
    kernel::platform::Platform,
    refusals::error::Result,
    values::{money::Money, time::Time},
};
use hosting_services::{
    Service,
    service::{Column, Entity},
};
use sea_orm::{
    QueryFilter, QueryOrder, QuerySelect,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, LockBehavior, LockType, Query, SimpleExpr},
};

/// Services that are charged in one transaction: other writes wait no longer than for these.
const SLICE: u64 = 100;

/// Charges each service that is due, once for each period.
pub(super) async fn charge_due(platform: &Platform) -> Result<()> {
    let Some(backend) = platform.providers().billing.as_ref().and_then(|billing| billing.default()) else {
        return Ok(());
    };
    loop {
        let now = platform.clock().now();
        let due = due(now.plus(platform.billing_terms().before));
        let some = Entity::find().filter(due.clone()).order_by_asc(Column::RenewsAt).limit(SLICE);
        let reader = platform.database().reader(false).await?;
        let any = some.clone().limit(1).one(&reader.executor()).await?.is_some();
        drop(reader);
        if !any {
            return Ok(());
        }
        let (of, backend) = (platform.clone(), backend.id.clone());
        let charged = platform.database().write(move |db| {
            Box::pin(async move {
                let these =
                    some.lock_with_behavior(LockType::Update, LockBehavior::SkipLocked).all(db).await?;
                let count = these.len();
                for service in these {
                    charge(&of, db, service, &backend, now).await?;
                }
                Ok(count)
            })
        });
        let charged = charged.await?;
        platform.wake();
        if charged == 0 {
            return Ok(()); // another process is at it
        }
    }
}

/// Services whose next period begins by then, and is to be paid, and was not asked for yet; nor is one on its way that
/// their customers pay by hand.
fn due(by: Time) -> SimpleExpr {
    let asked_for = Expr::col((Charges, C::DueAt)).equals((Entity, Column::RenewsAt));
    let asked_for = asked_for.and(C::ByHand.eq(false)).and(C::Status.ne(ChargeStatus::Withdrawn));
    let by_hand = C::ByHand.eq(true).and(C::Status.is_in([ChargeStatus::Due, ChargeStatus::Pending]));
    let asked = Query::select()
        .expr(Expr::val(1))
        .from(Charges)
        .and_where(Expr::col((Charges, C::ServiceId)).equals((Entity, Column::Id)))
        .and_where(asked_for.or(by_hand))
        .take();
    Entity::going_on()
        .and(Column::RenewsAt.lte(by))
        .and(Column::AutoRenew.eq(true))
        .and(Column::CancellationRequestedAt.is_null())
        .and(Expr::exists(asked).not())
}

async fn charge(
    platform: &Platform,
    db: &Executor<'_>,
    service: Service,
    backend: &str,
    now: Time,
) -> Result<()> {
    let Some(period) = next_period(&service, platform.billing_terms().grace, now) else { return Ok(()) };
    let charge = period.charge(platform.id(), service.account_id, backend, now);
    let charge = Charge {
        service_id: Some(service.id),
        description: service.plan_name.clone(),
        currency: service.renewal_currency.clone(),
        ..charge
    };
    // Nobody is asked for nothing.
    if charge.amount == Money::default() {
        give_service(db, &charge, service, now).await?;
        return Ok(());
    }
    let same = C::ServiceId.eq(service.id).and(C::DueAt.eq(charge.due_at)).and(C::ByHand.eq(false));
    let before = Charges::find().filter(same).one(db).await?;
    ask::open(platform, db, charge, before).await
}
