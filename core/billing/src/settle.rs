//! What came of a charge: what was paid for is given, once.
#![expect(clippy::disallowed_methods, reason = "whoever is paid knows no accounts")]
use super::charge::{self, ChargeStatus, Model as Charge};
use hosting_domains::{Domain, domain, renewal_of};
use hosting_kernel::{
    database::executor::Executor,
    kernel::{
        platform::Platform,
        queue::enqueue::{Asker, enqueue_once},
    },
    providers::billing::Payment,
    refusals::error::Result,
    values::time::Time,
};
use hosting_services::{
    Service,
    period::months_later,
    plan,
    service::{self, ServiceStatus},
};
use sea_orm::{ActiveModelTrait, EntityTrait, IntoActiveModel, QuerySelect, Set};
use uuid::Uuid;

/// Where something is settled: the platform, the transaction, and the time.
pub(super) type At<'a> = (&'a Platform, &'a Executor<'a>, Time);

/// Notes what came of an `attempt` at a charge, of whichever unless that is said. What is over stays so; but what was
/// paid is given, also where it was withdrawn or declined before.
pub(super) async fn settle(at: At<'_>, id: Uuid, attempt: Option<i32>, payment: &Payment) -> Result<()> {
    let (_, db, now) = at;
    let Some(seen) = charge::Entity::find_by_id(id).one(db).await? else { return Ok(()) };
    // What is paid for is held before its charge, by all who change both.
    let subject = Paid::hold(db, &seen).await?;
    let Some(charge) = charge::held(db, id).await? else { return Ok(()) };
    let is_news = match payment {
        Payment::Paid => charge.status != ChargeStatus::Paid,
        Payment::Pending | Payment::Declined(_) => {
            charge.is_open() && attempt.is_none_or(|attempt| attempt == charge.attempt)
        }
    };
    if !is_news {
        return Ok(());
    }
    match payment {
        Payment::Paid => give(at, &charge, subject).await?,
        Payment::Pending => {}
        Payment::Declined(why) => declined(at, subject, why).await?,
    }
    note(db, &charge, payment, now).await
}

/// Writes down what came of a charge that is held.
pub(super) async fn note(db: &Executor<'_>, charge: &Charge, payment: &Payment, now: Time) -> Result<()> {
    let mut after = charge::after(payment, now);
    // What a customer asked for is asked for once.
    if charge.by_hand && matches!(payment, Payment::Declined(_)) {
        after.status = Set(ChargeStatus::Withdrawn);
    }
    after.id = sea_orm::Unchanged(charge.id);
    after.update(db).await?;
    Ok(())
}

/// What a charge is for.
pub(super) enum Paid {
    /// A service.
    Service(Box<Service>),
    /// A domain.
    Domain(Box<Domain>),
    /// Nothing that is there by now.
    Nothing,
}

impl Paid {
    /// What `charge` is for, which nobody else changes until the transaction ends.
    async fn hold(db: &Executor<'_>, charge: &Charge) -> Result<Self> {
        if let Some(id) = charge.service_id {
            let service = service::Entity::find_by_id(id).lock_exclusive().one(db).await?;
            return Ok(service.map_or(Self::Nothing, |service| Self::Service(Box::new(service))));
        }
        let Some(id) = charge.domain_id else { return Ok(Self::Nothing) };
        let domain = domain::Entity::find_by_id(id).lock_exclusive().one(db).await?;
        Ok(domain.map_or(Self::Nothing, |domain| Self::Domain(Box::new(domain))))
    }
}

async fn give((platform, db, now): At<'_>, charge: &Charge, subject: Paid) -> Result<()> {
    match subject {
        Paid::Service(service) => _ = give_service(db, charge, *service, now).await?,
        Paid::Domain(domain) => {
            let Some(renew) = renewal_of(&domain, true) else {
                over(charge);
                return Ok(());
            };
            let asker = Asker { request_id: platform.id(), account_id: Some(charge.account_id) };
            enqueue_once(db, platform.clock(), asker, domain::subject(domain.id), &renew).await?;
        }
        Paid::Nothing => over(charge),
    }
    Ok(())
}

/// Gives a service its period; the service as it is then.
pub(super) async fn give_service(
    db: &Executor<'_>,
    charge: &Charge,
    service: Service,
    now: Time,
) -> Result<Service> {
    if matches!(service.status, ServiceStatus::Cancelled | ServiceStatus::Terminated) {
        over(charge);
        return Ok(service);
    }
    let service = with_period(service, charge, now);
    let service = service.into_active_model().reset_all().update(db).await?;
    plan::follow(db, &service).await?;
    Ok(service)
}

/// `service` with the period that was paid: what is paid is given, whatever became of the service meanwhile.
fn with_period(mut service: Service, charge: &Charge, now: Time) -> Service {
    let months = charge.months.unsigned_abs();
    let unpaid = service.renews_at.is_none_or(|at| at <= now) && service.grace_ends_at.is_some();
    service.renews_at = Some(match service.status {
        // Nobody had it meanwhile.
        ServiceStatus::Suspended if unpaid => months_later(now, months),
        _ if service.renews_at == Some(charge.due_at) => charge.ends,
        _ => months_later(service.renews_at.map_or(now, |at| at.max(now)), months),
    });
    if service.status == ServiceStatus::PastDue || (service.status == ServiceStatus::Suspended && unpaid) {
        service.status = ServiceStatus::Active;
    }
    if service.status == ServiceStatus::Active {
        service.grace_ends_at = None;
    }
    if service.cancel_at.is_some() {
        service.cancel_at = service.renews_at;
    }
    service.updated_at = now;
    service
}

async fn declined((_, db, now): At<'_>, subject: Paid, why: &str) -> Result<()> {
    let Paid::Domain(domain) = subject else { return Ok(()) };
    let mut domain = domain.into_active_model();
    domain.renewal_error = Set(Some(format!("refused: not paid: {why}")));
    domain.updated_at = Set(now);
    domain.update(db).await?;
    Ok(())
}

fn over(charge: &Charge) {
    let (charge, amount) = (charge.id, charge.amount.dollars());
    tracing::error!(%charge, amount, "what was paid for is over: the money is to be given back by hand");
}
