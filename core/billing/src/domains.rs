//! Domains are charged before they end, where their owners want them renewed; what is paid is renewed.
#![expect(clippy::disallowed_methods, reason = "time passes for every account")]
use super::{
    ask,
    charge::{ChargeStatus, Column as C, Entity as Charges, Model as Charge},
    wanted::next_year,
};
use chrono::TimeDelta;
use hosting_domains::{
    domain::{self, Column, Entity},
    ending, renewal_of,
};
use hosting_kernel::{
    database::executor::Executor,
    kernel::{
        duty,
        platform::Platform,
        queue::enqueue::{Asker, enqueue_once},
    },
    refusals::error::Result,
    values::{money::Money, time::Time},
};
use hosting_search::price;
use sea_orm::{
    Condition, QueryOrder, QuerySelect, QueryTrait,
    entity::prelude::*,
    sea_query::{ExprTrait, SimpleExpr},
};

/// How often it is looked which are due; a registration that its registry refused is tried again then.
const EVERY: TimeDelta = TimeDelta::days(1);

/// Domains that are charged in one transaction.
const SLICE: u64 = 100;

/// Charges each domain that is due, once for each year, once a day however many processes there are.
pub(super) async fn charge_due(platform: &Platform) -> Result<()> {
    let Some(backend) = platform.providers().billing.as_ref().and_then(|billing| billing.default()) else {
        return Ok(());
    };
    let now = platform.clock().now();
    if !duty::take(platform.database(), "renewals", now, EVERY).await? {
        return Ok(());
    }
    let wanted = Condition::any().add(Column::AutoRenew.eq(true)).add(year_is_paid());
    let due = Entity::find().filter(ending(now)).filter(wanted).order_by_asc(Column::Id).limit(SLICE);
    let mut after = Uuid::nil();
    loop {
        let some = due.clone().filter(Column::Id.gt(after));
        let ids: Vec<Uuid> = {
            let reader = platform.database().reader(false).await?;
            some.select_only().column(Column::Id).into_tuple().all(&reader.executor()).await?
        };
        let Some(last) = ids.last() else { return Ok(()) };
        after = *last;
        let (of, backend) = (platform.clone(), backend.id.clone());
        let charged = platform.database().write(move |db| {
            Box::pin(async move {
                for id in ids {
                    charge(&of, db, id, &backend, now).await?;
                }
                Ok(())
            })
        });
        charged.await?;
        platform.wake();
    }
}

/// Whether the next year of a domain is paid: whoever wants no more of them by now is still to have that.
fn year_is_paid() -> SimpleExpr {
    let of = Column::Id.into_expr().equals((Charges, C::DomainId));
    let year = Column::ExpiresAt.into_expr().equals((Charges, C::DueAt));
    let paid = Charges::find().select_only().column(C::Id).filter(C::Status.eq(ChargeStatus::Paid));
    Expr::exists(paid.filter(of).filter(year).into_query())
}

/// Charges a domain for its next year, or has it renewed where that was paid or costs nothing that is known.
async fn charge(platform: &Platform, db: &Executor<'_>, id: Uuid, backend: &str, now: Time) -> Result<()> {
    let Some(domain) = Entity::find_by_id(id).lock_exclusive().one(db).await? else { return Ok(()) };
    let of_year = C::DomainId.eq(id).and(C::DueAt.eq(domain.expires_at)).and(C::ByHand.eq(false));
    let before = Charges::find().filter(of_year).one(db).await?;
    let paid = match before.as_ref().map(|charge| charge.status) {
        Some(ChargeStatus::Paid) => true,
        _ if !domain.auto_renew => return Ok(()),
        None | Some(ChargeStatus::Withdrawn) => {
            let amount = price_of(db, &domain.tld).await?;
            if amount != Money::default() {
                let Some(year) = next_year(&domain, amount) else { return Ok(()) };
                let charge = year.charge(platform.id(), domain.account_id, backend, now);
                let description = domain.domain_name;
                let charge = Charge { domain_id: Some(id), description, ..charge };
                return ask::open(platform, db, charge, before).await;
            }
            false
        }
        Some(_) => return Ok(()), // it is seen to
    };
    let Some(renew) = renewal_of(&domain, paid) else { return Ok(()) };
    let asker = Asker { request_id: platform.id(), account_id: Some(domain.account_id) };
    enqueue_once(db, platform.clock(), asker, domain::subject(id), &renew).await?;
    Ok(())
}

/// What another year under a suffix costs; nothing where the price list does not have it.
pub(super) async fn price_of(db: &Executor<'_>, tld: &str) -> Result<Money> {
    let row = price::Entity::find_by_id(tld.to_owned()).one(db).await?;
    if row.is_none() {
        tracing::warn!(
            tld,
            "the price list has no such suffix: its domains are renewed, and nobody is charged"
        );
    }
    Ok(row.map_or_else(Money::default, |row| row.price.renewal_price_usd))
}
