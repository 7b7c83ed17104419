//! What the webhook says, and what it makes of what it is told.
use crate::{
    bank::{Bank, SECRET, driver, signature},
    promises::charge,
};
use chrono::TimeDelta;
use hosting_drivers::webhook::{Options, Webhook};
use hosting_kernel::{
    clock::{Clock, SystemClock},
    providers::{
        Failure,
        billing::{Billing, Heard, Message, Payment},
    },
};
use serde_json::json;
use std::sync::Arc;

#[tokio::test]
async fn a_charge_says_all_that_an_invoice_needs() {
    let bank = Bank::start().await;
    driver(&bank.endpoint()).charge(&charge(7)).await.unwrap();
    let (id, told) = bank.heard().remove(0);
    assert_eq!(id, format!("due_{}_0", charge(7).id));
    assert_eq!(told["type"], "charge.due");
    let data = json!({
        "charge": charge(7).id,
        "attempt": 0,
        "account": charge(7).account,
        "subject": "service",
        "subject_id": charge(7).subject_id,
        "description": "KVM \"4\" — größer",
        "starts": "2031-01-01T12:00:00.000Z",
        "ends": "2031-02-01T12:00:00.000Z",
        "months": 1,
        "amount": "12.05",
        "currency": "USD",
    });
    assert_eq!(told["data"], data);
}

#[tokio::test]
async fn what_it_answers_means_what_the_platform_does() {
    let bank = Bank::start().await;
    let billing = driver(&bank.endpoint());
    for (status, body, meant) in [
        (202, "", Ok(Payment::Pending)),
        (200, r#"{"status":"declined"}"#, Ok(Payment::Declined("no reason was given".to_owned()))),
        (200, r#"{"status":"declined","reason":"a\nb"}"#, Ok(Payment::Declined("ab".to_owned()))),
        (200, "", Err("unavailable")),
        (200, "{}", Err("unavailable")),
        (200, r#"{"status":"perhaps"}"#, Err("unavailable")),
        (302, "", Err("misconfigured")),
        (400, "", Err("unavailable")),
        (401, "", Err("misconfigured")),
        (404, "", Err("misconfigured")),
        (429, "", Err("not before 7 s")),
        (500, "", Err("unavailable")),
        (503, "", Err("not before 7 s")),
    ] {
        bank.go_wrong(status, body);
        match (billing.charge(&charge(1)).await, meant) {
            (Ok(found), Ok(meant)) => assert_eq!(found, meant, "{status} {body}"),
            (Err(found), Err(meant)) => {
                assert!(found.to_string().contains(meant), "{status} {body}: {found}");
            }
            (found, _) => panic!("{status} {body}: {found:?}"),
        }
    }
    bank.go_wrong(200, &"x".repeat(100_000));
    assert!(matches!(billing.charge(&charge(1)).await, Err(Failure::Unavailable(_))));
    let nobody = driver("http://127.0.0.1:1/");
    assert!(matches!(nobody.charge(&charge(1)).await, Err(Failure::Unavailable(_))));
    assert!(matches!(nobody.ping().await, Err(Failure::Unavailable(_))));
}

#[tokio::test]
async fn another_secret_is_the_operators_to_put_right() {
    let bank = Bank::start().await;
    let secret = "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA".to_owned();
    let options = Options { endpoint: bank.endpoint(), secret };
    let billing = Webhook::new(&options, Arc::new(SystemClock)).unwrap();
    assert!(matches!(billing.ping().await, Err(Failure::Misconfigured(_))));
    assert!(
        Webhook::new(&Options { secret: "password".to_owned(), ..options }, Arc::new(SystemClock)).is_err()
    );
    assert!(SECRET.starts_with("whsec_"));
}

fn heard(body: &str, timestamp: Option<&str>) -> Result<Heard, Failure> {
    let now = SystemClock.now();
    let seconds = (now.millis() / 1000).to_string();
    let signature = signature("msg_1", &seconds, body.as_bytes());
    let timestamp = timestamp.unwrap_or(&seconds);
    let message = Message { id: "msg_1", timestamp, signature: &signature, body: body.as_bytes() };
    driver("https://billing.example.net/").read(&message, now)
}

#[test]
fn a_message_says_what_came_of_a_charge() {
    let about = |what: &str, more: &str| {
        format!(r#"{{"type":"charge.{what}","data":{{"charge":"{}"{more}}}}}"#, charge(9).id)
    };
    let said = |attempt, payment| Ok(Heard { charge: charge(9).id, attempt, payment });
    assert_eq!(heard(&about("paid", ""), None), said(None, Payment::Paid));
    assert_eq!(heard(&about("pending", r#","attempt":2"#), None), said(Some(2), Payment::Pending));
    let declined = heard(&about("declined", r#","reason":"expired card""#), None);
    assert_eq!(declined, said(None, Payment::Declined("expired card".to_owned())));
    for unclear in ["", "{}", "[]", &about("due", ""), r#"{"type":"charge.paid","data":{"charge":"x"}}"#] {
        assert!(matches!(heard(unclear, None), Err(Failure::Refused(_))), "{unclear}");
    }
    assert!(matches!(heard(&about("paid", ""), Some("1")), Err(Failure::Misconfigured(_))));
    let later = SystemClock.now().plus(TimeDelta::hours(1));
    let message = Message { id: "a", timestamp: "1", signature: "v1,", body: b"{}" };
    let read = driver("https://billing.example.net/").read(&message, later);
    assert!(matches!(read, Err(Failure::Misconfigured(_))));
}
