//! The refusals of the contract, with what is really said.
use super::{example::REQUEST, header};
use crate::answer;
use hosting_core::{
    Code, Error, Scope,
    refusals::fault::{Fault, Rule},
};
use serde_json::{Map, Value, json};
use std::net::{IpAddr, Ipv4Addr};
use uuid::Uuid;

/// A response that carries one of `codes`.
pub fn response(codes: &[Code]) -> Value {
    let names: Vec<_> = codes.iter().map(|code| format!("`{code}`")).collect();
    let samples = samples();
    let of = |code: &Code| samples.iter().find(|sample| sample.code() == *code);
    let examples: Map<_, _> = codes
        .iter()
        .filter_map(|code| Some((code.to_string(), json!({ "value": sent(of(code)?) }))))
        .collect();
    let mut headers = json!({ "X-Request-Id": header::request_id() });
    header::allowance(&mut headers);
    if codes.iter().filter_map(of).any(|sample| sample.retry_after().is_some()) {
        headers["Retry-After"] = header::retry_after(1);
    }
    if codes.contains(&Code::InvalidToken) || codes.contains(&Code::InsufficientScope) {
        headers["WWW-Authenticate"] = header::challenge();
    }
    json!({
        "description": format!("Refused: {}.", names.join(", ")),
        "headers": headers,
        "content": { "application/json": {
            "schema": { "$ref": "#/components/schemas/Error" },
            "examples": examples,
        } },
    })
}

/// The body of `error`, as it is sent.
fn sent(error: &Error) -> Value {
    answer::envelope(REQUEST, error.code().as_str(), &error.to_string(), &error.details())
}

/// The record that stands in the way.
const RECORD: Uuid = Uuid::from_u128(0x019a_1c40_9e11_7a52_b3c4_2d3e_4f50_6172);

const TYPE_REQUIRED: &str = "give the type: it can be left out only for IPv4 addresses, IPv6 addresses, and host \
    names with a priority";

/// A refusal of each code.
fn samples() -> Vec<Error> {
    let text = str::to_owned;
    let fault = |rule, pointer: &str, message: &str| Error::from(Fault::new(rule, pointer, message));
    vec![
        Error::InvalidJson(text("expected `,` or `}` at line 1 column 17")),
        Error::invalid("/nameServers/1", "host_name", "is not a host name of at least two labels"),
        Error::IdempotencyKeyRequired,
        Error::IdempotencyKeyInvalid,
        fault(Rule::Type, "/type", "SOA records are managed by the platform"),
        fault(Rule::TypeRequired, "/type", TYPE_REQUIRED),
        fault(Rule::ContentRequired, "/content", "send `content` or `contents`"),
        fault(
            Rule::Name,
            "/name",
            "the name is relative to the domain: write www instead of www.example.com",
        ),
        fault(Rule::Ttl, "/ttl", "the ttl is 60 to 86400 seconds"),
        fault(Rule::Priority, "/priority", "an MX of . has priority 0 (RFC 7505)"),
        fault(Rule::Content, "/content", "the text is empty"),
        Error::InvalidToken,
        Error::CredentialExpired,
        Error::CredentialRevoked,
        Error::ConversionQuotaExceeded(1000),
        Error::AccountSuspended,
        Error::InsufficientScope(Scope::DomainsWrite),
        Error::IpNotAllowed(IpAddr::V4(Ipv4Addr::new(192, 0, 2, 7))),
        Error::ConversionPlanRequired,
        Error::NotFound,
        Error::ServiceNotFound,
        Error::DomainNotFound,
        Error::DnsRecordNotFound,
        Error::SnapshotNotFound,
        Error::JobNotFound,
        Error::AccountNotFound,
        Error::MethodNotAllowed(text("PATCH")),
        Error::IdempotencyKeyConflict,
        Error::RequestInProgress,
        Error::DnsRecordExists { name: text("www"), kind: text("A"), id: RECORD },
        Error::CnameConflict(text("www has other records: an alias (CNAME) stands alone"), vec![RECORD]),
        Error::DnsRecordLimitReached(1000),
        Error::DomainLocked(text("example.com is locked at the registrar: unlock it first")),
        Error::ServiceUnavailableState(text("the service is suspended: its instance cannot be changed")),
        Error::ActionNotAllowed(text("no cancellation was requested: the service is kept")),
        Error::ChangeInProgress(text("the instance is restarting: another change can follow it")),
        Error::SnapshotLimitReached(5),
        Error::SnapshotNameTaken(text("before the upgrade")),
        Error::UploadIncomplete(text("1 of 2 files are not uploaded yet")),
        Error::JobNotStartable(text("the job is queued: it cannot be started")),
        Error::JobNotCancellable(text("the job cannot be cancelled: its upload has begun")),
        Error::VpsResourceRetired,
        Error::RequestTimeout,
        Error::BodyTooLarge(65_536),
        Error::UnsupportedMediaType,
        Error::RateLimitExceeded { limit: 600, retry_after: 12 },
        Error::Internal(String::new()),
        Error::ProviderFailed(text("refused: the panel does not know the site")),
        Error::ProviderTimeout,
        Error::Overloaded,
        Error::ShuttingDown,
    ]
}

/// What refusals are made of.
pub fn schemas() -> [(&'static str, Value); 3] {
    let text = |most: u32, description: &str| json!({ "type": "string", "maxLength": most, "description": description });
    let code = json!({
        "type": "string",
        "description": "What a program can act on.",
        "enum": Code::ALL.map(Code::as_str).to_vec(),
    });
    let detail = json!({
        "type": "object",
        "description": "One thing that is wrong with a request.",
        "required": ["pointer", "rule", "message"],
        "additionalProperties": false,
        "properties": {
            "pointer": text(answer::LONGEST, "Where: a JSON Pointer (RFC 6901) into the body, or the name of a parameter behind a slash."),
            "rule": text(100, "The rule that was broken."),
            "message": text(answer::LONGEST, "The rule in words."),
            "id": { "type": "string", "format": "uuid", "description": "The record that stands in the way, where one does." },
        },
    });
    let error = json!({
        "type": "object",
        "description": "Why a request was refused.",
        "required": ["error"],
        "additionalProperties": false,
        "properties": { "error": {
            "type": "object",
            "required": ["code", "message", "request_id"],
            "additionalProperties": false,
            "properties": {
                "code": { "$ref": "#/components/schemas/ErrorCode" },
                "message": text(answer::LONGEST, "The same for people."),
                "request_id": { "type": "string", "format": "uuid", "description": "Identifies the request." },
                "details": {
                    "type": "array",
                    "description": "What is wrong with the request, place by place.",
                    "items": { "$ref": "#/components/schemas/ErrorDetail" },
                },
            },
        } },
    });
    [("Error", error), ("ErrorCode", code), ("ErrorDetail", detail)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_an_example() {
        let samples = samples();
        for code in Code::ALL {
            assert_eq!(samples.iter().filter(|sample| sample.code() == code).count(), 1, "{code}");
        }
    }

    #[test]
    fn a_response_says_what_is_sent_with_it() {
        let response = response(&[Code::IdempotencyKeyConflict, Code::RequestInProgress]);
        assert!(response["headers"]["Retry-After"].is_object());
        let examples = &response["content"]["application/json"]["examples"];
        let told = &examples["idempotency_key_conflict"]["value"]["error"];
        assert_eq!(told["message"], "this idempotency key was used for another request");
        let told = super::response(&[Code::InvalidRequest]);
        let told = &told["content"]["application/json"]["examples"]["invalid_request"]["value"]["error"];
        assert_eq!(told["details"][0]["pointer"], "/nameServers/1");
    }
}
