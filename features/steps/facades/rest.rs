//! Through the real router.
use super::{Answer, Asked, Refusal, Told, ids, pointers};
use crate::{people::Person, stage::Http};
use axum::{
    body::Body,
    http::{Request, request::Builder},
};
use hosting_core::{Code, Effect, Operation};
use hosting_rest::bind::Binding;
use serde_json::{Map, Value};
use std::sync::LazyLock;

/// Every route.
pub static ROUTES: LazyLock<Vec<Binding>> = LazyLock::new(|| hosting_rest::routes::v1().bindings);

pub async fn perform<O: Operation>(asked: Asked<'_>, operation: &O) -> Told<O::Output> {
    let http = asked.stage.send(asked.who.address, request(asked, operation)).await;
    let status = http.status;
    let mut told = read(http)?;
    assert_eq!(status, success(O::EFFECT), "the status of what succeeded");
    let data = serde_json::from_value(told.data.take());
    Ok(Answer { data: data.expect("the output"), next: told.next, http: told.http })
}

/// Reads an envelope, and checks what holds for each.
pub fn read(http: Http) -> Told<Value> {
    let mut body = http.json();
    assert_eq!(http.header("content-type"), Some("application/json"), "{body}");
    assert!(http.header("x-request-id").is_some(), "{body}");
    if let Some(code) = body["error"]["code"].as_str() {
        assert_eq!(http.status, status(code), "{code}");
        assert_eq!(http.header("x-request-id"), body["error"]["request_id"].as_str(), "{body}");
        let text = |name: &str| body["error"][name].as_str().expect("a text").to_owned();
        return Err(Refusal {
            code: code.to_owned(),
            message: text("message"),
            pointers: pointers(&body["error"]["details"]),
            ids: ids(&body["error"]["details"]),
            request_id: Some(text("request_id")),
            retry_after: http.header("retry-after").map(|seconds| seconds.parse().expect("seconds")),
            http: Some(Box::new(http)),
        });
    }
    assert!((200..300).contains(&http.status), "{}: {body}", http.status);
    let next = http.header("link").map(next);
    Ok(Answer { data: body["data"].take(), next, http: Some(http) })
}

/// `PUT /v1/domains/…/auto-renew` with the body `{"enabled": true}`
fn request<O: Operation>(asked: Asked<'_>, operation: &O) -> Request<Body> {
    let Ok(Value::Object(mut fields)) = serde_json::to_value(operation) else { panic!("an object") };
    let binding = binding(O::ID);
    let path = fill(binding.path, &mut fields);
    let request = start(asked.who, asked.key).method(&binding.method);
    if O::EFFECT.is_mutation() {
        let request = request.uri(path).header("content-type", "application/json");
        return request.body(Value::from(fields).to_string().into()).expect("a request");
    }
    let question = question(&fields);
    request.uri(format!("{path}{question}")).body(Body::empty()).expect("a request")
}

/// The route of an operation.
pub fn binding(id: &str) -> &'static Binding {
    ROUTES.iter().find(|binding| binding.id == id).unwrap_or_else(|| panic!("{id} has no route"))
}

/// A request of `who`, under `key`.
pub fn start(who: &Person, key: Option<&str>) -> Builder {
    let mut request = Request::builder();
    if let Some(token) = &who.token {
        request = request.header("authorization", format!("Bearer {token}"));
    }
    if let Some(agent) = &who.agent {
        request = request.header("user-agent", agent);
    }
    if let Some(key) = key {
        request = request.header("idempotency-key", key.as_bytes());
    }
    request
}

/// Moves the fields that `path` names into it.
fn fill(path: &str, fields: &mut Map<String, Value>) -> String {
    let segment = |segment: &str| match segment.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
        Some(name) => fields.shift_remove(name).expect("a field").as_str().expect("a text").to_owned(),
        None => segment.to_owned(),
    };
    path.split('/').map(segment).collect::<Vec<_>>().join("/")
}

/// `?limit=2&cursor=…`
fn question(fields: &Map<String, Value>) -> String {
    if fields.is_empty() {
        return String::new();
    }
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let pairs: Vec<_> = fields.iter().map(|(name, value)| (name, text(value))).collect();
    format!("?{}", serde_urlencoded::to_string(pairs).expect("a question"))
}

/// Where `</v1/domains?limit=2&cursor=…>; rel="next"` leads.
fn next(link: &str) -> String {
    let target = link.strip_prefix('<').and_then(|rest| rest.split_once(">; rel=\"next\""));
    let (target, _) = target.unwrap_or_else(|| panic!("a link to the next page: {link}"));
    let (_, question) = target.split_once('?').expect("a question");
    let pairs: Vec<(String, String)> = serde_urlencoded::from_str(question).expect("a question");
    pairs.into_iter().find(|(name, _)| name == "cursor").expect("a cursor").1
}

/// The status of what succeeded (`contract.md` §7).
const fn success(effect: Effect) -> u16 {
    match effect {
        Effect::Reads | Effect::Changes => 200,
        Effect::Creates => 201,
        Effect::Queues => 202,
    }
}

/// The status of each code (`contract.md` §2).
const STATUSES: [(u16, &[&str]); 16] = [
    (
        400,
        &[
            "invalid_json",
            "invalid_request",
            "idempotency_key_required",
            "idempotency_key_invalid",
            "invalid_dns_type",
            "dns_type_required",
            "dns_content_required",
            "invalid_dns_name",
            "invalid_dns_ttl",
            "invalid_dns_priority",
            "invalid_dns_content",
        ],
    ),
    (401, &["invalid_token", "credential_expired", "credential_revoked"]),
    (402, &["conversion_quota_exceeded"]),
    (403, &["account_suspended", "insufficient_scope", "ip_not_allowed", "conversion_plan_required"]),
    (
        404,
        &[
            "not_found",
            "service_not_found",
            "domain_not_found",
            "dns_record_not_found",
            "snapshot_not_found",
            "job_not_found",
            "account_not_found",
        ],
    ),
    (405, &["method_not_allowed"]),
    (408, &["request_timeout"]),
    (
        409,
        &[
            "idempotency_key_conflict",
            "request_in_progress",
            "dns_record_exists",
            "cname_conflict",
            "domain_locked",
            "dns_record_limit_reached",
            "service_unavailable_state",
            "action_not_allowed",
            "change_in_progress",
            "snapshot_limit_reached",
            "snapshot_name_taken",
            "upload_incomplete",
            "job_not_startable",
            "job_not_cancellable",
        ],
    ),
    (410, &["vps_resource_retired"]),
    (413, &["body_too_large"]),
    (415, &["unsupported_media_type"]),
    (429, &["rate_limit_exceeded"]),
    (500, &["internal_error"]),
    (502, &["provider_failed"]),
    (503, &["overloaded", "shutting_down"]),
    (504, &["provider_timeout"]),
];

/// The status of `code`, if it is one.
fn known_status(code: &str) -> Option<u16> {
    STATUSES.iter().find(|(_, codes)| codes.contains(&code)).map(|(status, _)| *status)
}

/// The status of `code`.
pub fn status(code: &str) -> u16 {
    known_status(code).unwrap_or_else(|| panic!("{code} is not in the contract's list"))
}

/// Codes of the platform that the contract's list does not know.
pub fn unlisted() -> Vec<&'static str> {
    let codes = Code::ALL.into_iter().map(Code::as_str);
    codes.filter(|code| known_status(code).is_none()).collect()
}
