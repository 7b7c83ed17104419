//! Where a shared hosting service may go from where it stands (spec, "States and transitions", 1 to 3).
use super::{HostingKind, HostingStatus, row};
use hosting_kernel::{kernel::settings::FreeHosting, values::time::Time};
use hosting_services::Service;

/// What happens to a service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// A link into its panel was made.
    Link,
    /// Nobody has used it for too long.
    Idle,
    /// Its deletion deadline is over.
    Deadline,
}

/// What may happen, and where it leads. Whatever stands in no line is refused or passes it by.
const TRANSITIONS: [(HostingKind, HostingStatus, Event, HostingStatus); 5] = [
    (HostingKind::Standard, HostingStatus::Active, Event::Link, HostingStatus::Active),
    (HostingKind::Free, HostingStatus::Active, Event::Link, HostingStatus::Active),
    (HostingKind::Free, HostingStatus::Active, Event::Idle, HostingStatus::InactivitySuspended),
    (HostingKind::Free, HostingStatus::InactivitySuspended, Event::Link, HostingStatus::Active),
    (HostingKind::Free, HostingStatus::InactivitySuspended, Event::Deadline, HostingStatus::Terminated),
];

/// Where a service stands after `event`; nothing where it cannot happen.
pub(super) fn after(kind: HostingKind, from: HostingStatus, event: Event) -> Option<HostingStatus> {
    let line = TRANSITIONS.iter().find(|line| (line.0, line.1, line.2) == (kind, from, event));
    line.map(|line| line.3)
}

/// The next thing that happens to a service if nobody uses it, and when.
pub(super) fn ahead(
    service: &Service,
    row: &row::Model,
    status: HostingStatus,
    periods: FreeHosting,
) -> Option<(Event, Time)> {
    let (event, at) = match status {
        HostingStatus::Active => {
            let used = row.last_activity_at.or(service.activated_at).unwrap_or(service.created_at);
            (Event::Idle, used.plus(periods.inactivity))
        }
        HostingStatus::InactivitySuspended => {
            let since = row.inactivity_suspended_at?;
            (Event::Deadline, row.deletion_deadline.unwrap_or(since.plus(periods.grace)))
        }
        HostingStatus::Suspended | HostingStatus::Terminated => return None,
    };
    after(row.kind, status, event).map(|_| (event, at))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record;
    use Event::{Deadline, Idle, Link};
    use HostingKind::{Free, Standard};
    use HostingStatus::{Active, InactivitySuspended, Suspended, Terminated};
    use hosting_kernel::values::money::Money;
    use hosting_services::service::{ServiceStatus, ServiceType};

    #[test]
    fn a_period_runs_from_the_latest_use_and_a_deadline_that_was_set_stays() {
        let at = |day: i64| Time::new(chrono::DateTime::from_timestamp(day * 86_400, 0).unwrap());
        let periods = FreeHosting::default();
        for (activated, used, suspended, deadline, leads_to) in [
            (None, None, None, None, (Idle, at(30))),
            (Some(2), None, None, None, (Idle, at(32))),
            (Some(2), Some(7), None, None, (Idle, at(37))),
            (Some(2), Some(7), Some(40), Some(55), (Deadline, at(55))),
            (Some(2), None, Some(40), None, (Deadline, at(70))),
        ] {
            let (service, row) = free(at(0), [activated, used, suspended, deadline].map(|day| day.map(at)));
            let status = record::status(service.status, &row);
            assert_eq!(ahead(&service, &row, status, periods), Some(leads_to));
        }
    }

    /// Free Hosting that was ordered then, with when it was activated, used, suspended and is deleted.
    fn free(
        ordered: Time,
        [activated, used, suspended, deadline]: [Option<Time>; 4],
    ) -> (Service, row::Model) {
        let (id, account_id) = (uuid::Uuid::nil(), uuid::Uuid::nil());
        let service = Service {
            id,
            account_id,
            service_type: ServiceType::SharedHosting,
            display_name: String::new(),
            status: ServiceStatus::Active,
            plan_name: String::new(),
            billing_months: 12,
            renewal_price: Money::cents(0),
            renewal_currency: "USD".to_owned(),
            auto_renew: true,
            activated_at: activated,
            renews_at: None,
            grace_ends_at: None,
            cancellation_requested_at: None,
            cancel_at: None,
            created_at: ordered,
            updated_at: ordered,
        };
        let row = row::Model {
            service_id: id,
            account_id,
            kind: Free,
            primary_domain: String::new(),
            site: String::new(),
            last_activity_at: used,
            inactivity_suspended_at: suspended,
            deletion_deadline: deadline,
            site_state: None,
            due_at: None,
            updated_at: ordered,
            backend: None,
        };
        (service, row)
    }

    #[test]
    fn every_state_of_each_kind_meets_every_event() {
        let table = [
            (Standard, Active, [Some(Active), None, None]),
            (Standard, InactivitySuspended, [None, None, None]),
            (Standard, Suspended, [None, None, None]),
            (Standard, Terminated, [None, None, None]),
            (Free, Active, [Some(Active), Some(InactivitySuspended), None]),
            (Free, InactivitySuspended, [Some(Active), None, Some(Terminated)]),
            (Free, Suspended, [None, None, None]),
            (Free, Terminated, [None, None, None]),
        ];
        for (kind, from, leads_to) in table {
            let seen = [Link, Idle, Deadline].map(|event| after(kind, from, event));
            assert_eq!(seen, leads_to, "{kind:?} {from:?}");
        }
    }
}
