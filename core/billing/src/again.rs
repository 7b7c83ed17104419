//! Charges that are not over are asked for again in their time, and taken back where nobody wants them any more.
#![expect(clippy::disallowed_methods, reason = "time passes for every account")]
use super::{
    ask,
    charge::{ChargeStatus, Column, Entity, Model, looked_at_after},
    domains::price_of,
    wanted::{next_period, next_year, wants},
    withdraw,
};
use chrono::TimeDelta;
use hosting_domains::{domain, due, renewal_of};
use hosting_kernel::{
    database::executor::Executor, kernel::platform::Platform, refusals::error::Result, values::time::Time,
};
use hosting_services::service::{self, ServiceStatus};
use sea_orm::{
    ActiveModelTrait, IntoActiveModel, QueryFilter, QueryOrder, QuerySelect,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, Query, SimpleExpr},
};

/// Charges that are seen to in one transaction.
const SLICE: usize = 100;

/// How long those wait that are not asked for now.
const LATER: TimeDelta = TimeDelta::days(1);

/// Asks again for each that is due again, and takes those back that nobody wants.
pub(super) async fn see_to_open(platform: &Platform) -> Result<()> {
    if platform.providers().billing.is_none() {
        return Ok(());
    }
    let now = platform.clock().now();
    let these = Entity::open().and(Column::AskAt.lte(now).or(given_up()));
    let reader = platform.database().reader(false).await?;
    let ids = Entity::find().filter(these).order_by_asc(Column::AskAt).select_only().column(Column::Id);
    let ids: Vec<Uuid> = ids.into_tuple().all(&reader.executor()).await?;
    drop(reader);
    for some in ids.chunks(SLICE) {
        let (of, some) = (platform.clone(), some.to_vec());
        let seen = platform.database().write(move |db| {
            Box::pin(async move {
                for id in some {
                    see_to(&of, db, id, now).await?;
                }
                Ok(())
            })
        });
        seen.await?;
        platform.wake();
    }
    Ok(())
}

/// Those on their way for services whose customers do not want them any more.
fn given_up() -> SimpleExpr {
    use service::{Column as S, Entity as Services};
    let not_wanted = S::AutoRenew
        .eq(false)
        .or(S::CancellationRequestedAt.is_not_null())
        .or(S::Status.is_in([ServiceStatus::Cancelled, ServiceStatus::Terminated]));
    let of = Query::select()
        .expr(Expr::val(1))
        .from(Services)
        .and_where(Expr::col((Services, S::Id)).equals((Entity, Column::ServiceId)))
        .and_where(not_wanted)
        .take();
    Column::ByHand.eq(false).and(Expr::exists(of))
}

async fn see_to(platform: &Platform, db: &Executor<'_>, id: Uuid, now: Time) -> Result<()> {
    let Some(seen) = Entity::find_by_id(id).one(db).await? else { return Ok(()) };
    // What is paid for is held before its charge, by all who change both.
    let next = next(platform, db, &seen, now).await?;
    let held = Entity::find_by_id(id).lock_exclusive().one(db).await?;
    let Some(charge) = held.filter(Model::is_open) else { return Ok(()) };
    let mut after = match next {
        Next::Withdraw => return withdraw::queue(platform, db, &charge).await,
        Next::Later => Model { ask_at: now.plus(LATER), ..charge },
        // What is on its way is what it was; what was declined is asked for as it costs now.
        Next::Ask(_) if charge.status != ChargeStatus::Declined => {
            Model { ask_at: looked_at_after(now), ..charge }
        }
        Next::Ask(new) => Model {
            starts: new.starts,
            ends: new.ends,
            months: new.months,
            amount: new.amount,
            description: new.description,
            status: ChargeStatus::Due,
            attempt: charge.attempt + 1,
            ask_at: looked_at_after(now),
            ..charge
        },
    };
    after.updated_at = now;
    let waits = after.ask_at > looked_at_after(now);
    after.clone().into_active_model().reset_all().update(db).await?;
    if waits { Ok(()) } else { ask::queue(platform, db, &after).await }
}

/// What becomes of a charge that is not over.
enum Next {
    Ask(Box<Model>),
    Later,
    Withdraw,
}

async fn next(platform: &Platform, db: &Executor<'_>, charge: &Model, now: Time) -> Result<Next> {
    if let Some(id) = charge.service_id {
        let held = service::Entity::find_by_id(id).lock_exclusive().one(db).await?;
        let Some(service) = held.filter(|service| wants(service, charge)) else { return Ok(Next::Withdraw) };
        if charge.by_hand {
            let undone = charge.status != ChargeStatus::Pending;
            return Ok(if undone { Next::Withdraw } else { Next::Ask(Box::new(charge.clone())) });
        }
        // Nobody is asked for money for what is suspended; what is on its way is looked at until it is there.
        if service.status == ServiceStatus::Suspended && charge.status != ChargeStatus::Pending {
            return Ok(Next::Later);
        }
        let period = next_period(&service, platform.billing_terms().grace, now);
        let new = period.map(|period| period.charge(charge.id, charge.account_id, &charge.backend, now));
        let description = service.plan_name;
        return Ok(new.map_or(Next::Withdraw, |new| Next::Ask(Box::new(Model { description, ..new }))));
    }
    let id = charge.domain_id.unwrap_or_default();
    let due = domain::Column::Id.eq(id).and(domain::Column::ExpiresAt.eq(charge.due_at));
    let held = domain::Entity::find().filter(self::due(now)).filter(due).lock_exclusive().one(db).await?;
    let Some(domain) = held.filter(|domain| renewal_of(domain, true).is_some()) else {
        return Ok(Next::Withdraw);
    };
    let amount = price_of(db, &domain.tld).await?;
    let year = next_year(&domain, amount);
    let new = year.map(|year| year.charge(charge.id, charge.account_id, &charge.backend, now));
    let description = domain.domain_name;
    Ok(new.map_or(Next::Withdraw, |new| Next::Ask(Box::new(Model { description, ..new }))))
}
