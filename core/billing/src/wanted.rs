//! What a charge is to be, and whether it is wanted still.
use super::charge::{ChargeStatus, Model as Charge, looked_at_after};
use hosting_domains::{Domain, YEARS};
use hosting_kernel::values::{money::Money, time::Time};
use hosting_services::{Service, period::months_later, service::ServiceStatus};
use uuid::Uuid;

/// A period that is to be paid.
pub(super) struct Period {
    /// When what was paid for before ends.
    pub due_at: Time,
    /// When it begins.
    pub starts: Time,
    /// Its calendar months.
    pub months: i32,
    /// What it costs.
    pub amount: Money,
}

/// The next period of a service that is due. One that has been due for longer than its `grace` is charged from now
/// on: nobody is to pay for what was never asked for.
pub(super) fn next_period(service: &Service, grace: chrono::TimeDelta, now: Time) -> Option<Period> {
    let due_at = service.renews_at?;
    let starts = if due_at.plus(grace) < now { now } else { due_at };
    Some(Period { due_at, starts, months: service.billing_months, amount: service.renewal_price })
}

/// The next year of a domain, at this price.
pub(super) fn next_year(domain: &Domain, amount: Money) -> Option<Period> {
    let due_at = domain.expires_at?;
    Some(Period { due_at, starts: due_at, months: 12 * i32::from(YEARS), amount })
}

impl Period {
    /// The charge `id` for it.
    pub fn charge(self, id: Uuid, account_id: Uuid, backend: &str, now: Time) -> Charge {
        let Self { due_at, starts, months, amount } = self;
        Charge {
            id,
            account_id,
            service_id: None,
            domain_id: None,
            backend: backend.to_owned(),
            description: String::new(),
            due_at,
            starts,
            ends: months_later(starts, months.unsigned_abs()),
            months,
            amount,
            currency: "USD".to_owned(),
            status: ChargeStatus::Due,
            reason: None,
            attempt: 0,
            by_hand: false,
            ask_at: looked_at_after(now),
            created_at: now,
            updated_at: now,
        }
    }
}

/// Whether the customer who has `service` wants this period of it.
pub(super) fn wants(service: &Service, charge: &Charge) -> bool {
    let goes_on =
        matches!(service.status, ServiceStatus::Active | ServiceStatus::PastDue | ServiceStatus::Suspended);
    let asked_for = service.auto_renew && service.cancellation_requested_at.is_none();
    goes_on && (charge.by_hand || asked_for && service.renews_at == Some(charge.due_at))
}
