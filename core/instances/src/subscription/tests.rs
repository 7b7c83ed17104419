//! What can be done about how long an instance is paid for.
use super::*;
use hosting_kernel::values::money::Money;
use hosting_services::service::{ServiceStatus::PastDue, ServiceType};
use uuid::Uuid;

fn day(text: &str) -> Time {
    serde_json::from_str(&format!("\"{text}T12:00:00Z\"")).expect("a day")
}

/// A service that is paid until a day.
fn paid(until: Option<&str>) -> Service {
    Service {
        id: Uuid::nil(),
        account_id: Uuid::nil(),
        service_type: ServiceType::Kvm,
        display_name: "db".to_owned(),
        status: PastDue,
        plan_name: "KVM 4".to_owned(),
        billing_months: 3,
        renewal_price: Money::cents(1000),
        renewal_currency: "USD".to_owned(),
        auto_renew: true,
        activated_at: None,
        renews_at: until.map(day),
        grace_ends_at: Some(day("2031-02-01")),
        cancellation_requested_at: None,
        cancel_at: None,
        created_at: day("2030-01-01"),
        updated_at: day("2030-01-01"),
    }
}

#[test]
fn a_renewal_begins_where_the_last_one_ends_but_not_in_the_past() {
    let now = day("2031-01-15");
    for (until, months, then) in [
        (Some("2031-01-31"), 1, Some("2031-02-28")),
        (Some("2030-12-31"), 1, Some("2031-02-15")),
        (Some("2031-01-15"), 12, Some("2032-01-15")),
        (None, 6, Some("2031-07-15")),
        (Some("2033-01-15"), 12, Some("2034-01-15")),
        (Some("2033-01-16"), 12, None),
        (Some("2040-01-01"), 1, None),
    ] {
        match (renewed(paid(until), months, now), then) {
            (Ok(service), Some(then)) => {
                assert_eq!(service.renews_at, Some(day(then)), "{until:?} + {months}");
                assert_eq!((service.status, service.grace_ends_at), (ServiceStatus::Active, None));
                assert_eq!((service.billing_months, service.updated_at), (3, now));
            }
            (Err(Error::ActionNotAllowed(_)), None) => {}
            (other, _) => panic!("{until:?} + {months}: {other:?}"),
        }
    }
}

#[test]
fn what_is_cancelled_ends_with_what_was_paid_but_not_in_the_past() {
    let now = day("2031-01-15");
    for (until, end) in
        [(Some("2031-03-01"), "2031-03-01"), (Some("2030-12-31"), "2031-01-15"), (None, "2031-01-15")]
    {
        let service = cancelled(paid(until), now).expect("a cancellation");
        assert_eq!((service.cancel_at, service.auto_renew), (Some(day(end)), false));
        assert_eq!(service.cancellation_requested_at, Some(now));
        for refused in [
            cancelled(service.clone(), now),
            renewed(service.clone(), 1, now),
            auto_renewed(service.clone(), true, now),
        ] {
            assert!(matches!(refused, Err(Error::ActionNotAllowed(_))), "{refused:?}");
        }
        assert!(auto_renewed(service, false, now).is_ok());
    }
}

#[test]
fn what_is_cancelled_can_be_kept_until_its_end() {
    let now = day("2031-01-15");
    let service = cancelled(paid(Some("2031-03-01")), now).expect("a cancellation");
    let kept_in_time = kept(service.clone(), true, day("2031-02-28")).expect("in time");
    assert_eq!((kept_in_time.cancellation_requested_at, kept_in_time.cancel_at), (None, None));
    assert!(kept_in_time.auto_renew);
    let late = kept(service, true, day("2031-03-01"));
    assert!(matches!(late, Err(Error::ServiceUnavailableState(_))), "{late:?}");
    let never = kept(paid(None), true, now);
    assert!(matches!(never, Err(Error::ActionNotAllowed(_))), "{never:?}");
}
