//! What messages and their answers look like.
use hosting_kernel::{
    Time,
    providers::{
        Failure,
        billing::{Charge, Heard, Payment, Withdrawal},
    },
};
use reqwest::StatusCode;
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::Duration;
use uuid::Uuid;

/// Characters of their reasons that are kept.
const REASON_MAX: usize = 200;

/// The id of a message: asked again for the same attempt it is the same.
pub(super) fn id(what: &str, charge: &Charge) -> String {
    format!("{what}_{}_{}", charge.id, charge.attempt)
}

/// That a charge is due.
pub(super) fn due(charge: &Charge, now: Time) -> String {
    about("charge.due", charge, now)
}

/// That a charge is taken back.
pub(super) fn withdrawn(charge: &Charge, now: Time) -> String {
    about("charge.withdrawn", charge, now)
}

/// That somebody asks whether it is there.
pub(super) fn ping(now: Time) -> String {
    json!({ "type": "ping", "timestamp": now, "data": {} }).to_string()
}

fn about(what: &str, charge: &Charge, now: Time) -> String {
    let cents = charge.amount.in_cents();
    let data = json!({
        "charge": charge.id,
        "attempt": charge.attempt,
        "account": charge.account,
        "subject": charge.subject.word(),
        "subject_id": charge.subject_id,
        "description": charge.description,
        "starts": charge.starts,
        "ends": charge.ends,
        "months": charge.months,
        "amount": format!("{}.{:02}", cents / 100, cents % 100),
        "currency": charge.currency,
    });
    json!({ "type": what, "timestamp": now, "data": data }).to_string()
}

/// The failure that an answer is, unless it is none.
pub(super) fn failure(status: StatusCode, wait: Option<Duration>) -> Option<Failure> {
    let said = |what: &str| format!("whoever takes the money answers {}: {what}", status.as_u16());
    match status {
        _ if status.is_success() => None,
        StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE if wait.is_some() => {
            Some(Failure::NotNow { wait: wait.unwrap_or_default(), why: said("not now") })
        }
        StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => {
            Some(Failure::Misconfigured(said("it does not take our signature")))
        }
        StatusCode::NOT_FOUND | StatusCode::GONE | StatusCode::METHOD_NOT_ALLOWED => {
            Some(Failure::Misconfigured(said("there is nothing at the endpoint")))
        }
        _ if status.is_redirection() => Some(Failure::Misconfigured(said("it is elsewhere"))),
        _ => Some(Failure::Unavailable(said("it could not do it"))),
    }
}

/// An answer to a message.
#[derive(Deserialize)]
struct Said {
    status: String,
    #[serde(default)]
    reason: Option<String>,
}

/// What the answer says of a charge. That it was accepted, and no more, is that it is on its way.
pub(super) fn payment(status: StatusCode, body: &[u8]) -> Result<Payment, Failure> {
    if status == StatusCode::ACCEPTED && body.trim_ascii().is_empty() {
        return Ok(Payment::Pending);
    }
    let said: Said = serde_json::from_slice(body).map_err(|_| unclear())?;
    of(&said.status, said.reason).ok_or_else(unclear)
}

fn of(status: &str, reason: Option<String>) -> Option<Payment> {
    Some(match status {
        "paid" => Payment::Paid,
        "pending" => Payment::Pending,
        "declined" => Payment::Declined(shown(reason)),
        _ => return None,
    })
}

/// A reason as customers see it: in one line, and not too long.
fn shown(reason: Option<String>) -> String {
    let reason = reason.unwrap_or_default();
    let line: String = reason.chars().filter(|letter| !letter.is_control()).take(REASON_MAX).collect();
    if line.trim().is_empty() { "no reason was given".to_owned() } else { line.trim().to_owned() }
}

/// What the answer says of a charge that was taken back.
pub(super) fn withdrawal(body: &[u8]) -> Result<Withdrawal, Failure> {
    let said: Said = serde_json::from_slice(body).map_err(|_| unclear())?;
    match said.status.as_str() {
        "withdrawn" => Ok(Withdrawal::Withdrawn),
        "paid" => Ok(Withdrawal::Paid),
        _ => Err(unclear()),
    }
}

fn unclear() -> Failure {
    Failure::Unavailable("the answer about a charge cannot be read".to_owned())
}

/// A message of theirs.
#[derive(Deserialize)]
struct Told {
    r#type: String,
    data: Value,
}

#[derive(Deserialize)]
struct About {
    charge: Uuid,
    #[serde(default)]
    attempt: Option<i32>,
    #[serde(default)]
    reason: Option<String>,
}

/// What a message of theirs says.
pub(super) fn heard(body: &[u8]) -> Result<Heard, Failure> {
    let refused = |why: &dyn std::fmt::Display| Failure::Refused(format!("the message: {why}"));
    let told: Told = serde_json::from_slice(body).map_err(|cause| refused(&cause))?;
    let about: About = serde_json::from_value(told.data).map_err(|cause| refused(&cause))?;
    let status = told.r#type.strip_prefix("charge.").unwrap_or_default();
    let payment = of(status, about.reason)
        .ok_or_else(|| refused(&"type is none of charge.paid, charge.pending and charge.declined"))?;
    Ok(Heard { charge: about.charge, attempt: about.attempt, payment })
}
