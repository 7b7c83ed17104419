//! The promises, which the sandbox and every real driver keep.
use crate::bank::{Bank, driver};
use hosting_drivers::sandbox::billing::Sandbox;
use hosting_kernel::{
    Time,
    money::Money,
    providers::billing::{Billing, Charge, Payment, Subject, Withdrawal},
};
use uuid::Uuid;

/// A charge of its own for each number.
pub fn charge(number: u128) -> Charge {
    Charge {
        id: Uuid::from_u128(number),
        attempt: 0,
        account: Uuid::from_u128(1000),
        subject: Subject::Service,
        subject_id: Uuid::from_u128(2000),
        description: "KVM \"4\" — größer".to_owned(),
        starts: Time::of_millis(1_925_035_200_000),
        ends: Time::of_millis(1_927_713_600_000),
        months: 1,
        amount: Money::cents(1205),
        currency: "USD".to_owned(),
    }
}

/// Holds a driver to the promises; `say` decides what comes of charges that are not paid.
async fn keeps(billing: &dyn Billing, say: impl Fn(Payment)) {
    assert_eq!(billing.ping().await, Ok(()));
    // What is paid stays paid, and is paid once.
    assert_eq!(billing.charge(&charge(1)).await, Ok(Payment::Paid));
    say(Payment::Declined("no money".to_owned()));
    assert_eq!(billing.charge(&charge(1)).await, Ok(Payment::Paid));
    assert_eq!(billing.withdraw(&charge(1)).await, Ok(Withdrawal::Paid));
    // What is declined says why, and may be paid another time.
    assert_eq!(billing.charge(&charge(2)).await, Ok(Payment::Declined("no money".to_owned())));
    say(Payment::Pending);
    let again = Charge { attempt: 1, ..charge(2) };
    assert_eq!(billing.charge(&again).await, Ok(Payment::Pending));
    assert_eq!(billing.charge(&again).await, Ok(Payment::Pending));
    say(Payment::Paid);
    assert_eq!(billing.charge(&again).await, Ok(Payment::Paid));
    // What it does not know, or has not paid, is withdrawn.
    say(Payment::Pending);
    assert_eq!(billing.charge(&charge(3)).await, Ok(Payment::Pending));
    for number in [3, 3, 4] {
        assert_eq!(billing.withdraw(&charge(number)).await, Ok(Withdrawal::Withdrawn));
    }
}

#[tokio::test]
async fn the_sandbox_keeps_them() {
    let sandbox = Sandbox::default();
    keeps(&sandbox, |payment| sandbox.say(payment)).await;
    assert_eq!(sandbox.paid().len(), 2);
}

#[tokio::test]
async fn the_webhook_keeps_them() {
    let bank = Bank::start().await;
    keeps(&driver(&bank.endpoint()), |payment| bank.say(payment)).await;
    assert_eq!(bank.paid(), 2);
}
