//! The envelopes.
use axum::{
    body::Body,
    extract::Request,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use hosting_core::{Answer, Effect, Error, Operation, Result, code::Kind};
use serde_json::json;
use uuid::Uuid;

const JSON: HeaderValue = HeaderValue::from_static("application/json");

/// What the log says of a request besides HTTP.
#[derive(Clone, Copy, Debug, Default)]
pub struct Logged {
    /// What was asked for.
    pub operation: Option<&'static str>,
    /// Who asked.
    pub account: Option<Uuid>,
}

/// Why there is no answer.
#[derive(Debug)]
pub struct Refusal {
    /// Identifies the request.
    pub request_id: Uuid,
    /// What was wrong.
    pub error: Error,
}

/// The answer of an operation; `path` is where a list goes on.
pub fn success<O: Operation>(answer: &Answer<O::Output>, path: &str) -> Result<Response> {
    let mut body = Vec::with_capacity(answer.size_hint());
    body.extend_from_slice(b"{\"data\":");
    answer.json(&mut body)?;
    body.extend_from_slice(format!(",\"request_id\":\"{}\"}}", answer.request_id).as_bytes());
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = status_of(O::EFFECT);
    response.headers_mut().insert(header::CONTENT_TYPE, JSON);
    if answer.replayed {
        response.headers_mut().insert("idempotent-replayed", HeaderValue::from_static("true"));
    }
    let next = answer.fresh().and_then(O::next);
    if let Some(link) = next.and_then(|cursor| link(path, cursor)) {
        response.headers_mut().insert(header::LINK, link);
    }
    Ok(response)
}

/// The page after this one (RFC 8288): the same request with another cursor.
fn link(path: &str, cursor: &str) -> Option<HeaderValue> {
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    let mut pairs: Vec<(String, String)> = serde_urlencoded::from_str(query).unwrap_or_default();
    pairs.retain(|(name, _)| name != "cursor");
    pairs.push(("cursor".to_owned(), cursor.to_owned()));
    let query = serde_urlencoded::to_string(pairs).ok()?;
    HeaderValue::from_str(&format!("<{path}?{query}>; rel=\"next\"")).ok()
}

impl Refusal {
    /// The failure envelope.
    pub fn response(self) -> Response {
        let Self { request_id, error } = self;
        let (code, message, details) = (error.code().as_str(), error.to_string(), error.details());
        let mut body = json!({ "code": code, "message": message, "request_id": request_id });
        if !details.is_empty() {
            body["details"] = json!(details);
        }
        let mut response = (status(Err(error.kind())), json!({ "error": body }).to_string()).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, JSON);
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        when_to_return(headers, &error);
        response
    }
}

/// Says when a refused request may be sent again, where that is known.
pub fn when_to_return(headers: &mut HeaderMap, error: &Error) {
    if let Some(seconds) = error.retry_after() {
        headers.insert(header::RETRY_AFTER, seconds.into());
    }
    if let Error::RateLimitExceeded { limit, .. } = error {
        headers.insert("x-ratelimit-limit", (*limit).into());
        headers.insert("x-ratelimit-remaining", 0.into());
    }
}

/// The status of an answer.
pub fn status_of(effect: Effect) -> StatusCode {
    match effect {
        Effect::Reads | Effect::Changes => StatusCode::OK,
        Effect::Creates => StatusCode::CREATED,
        Effect::Queues => StatusCode::ACCEPTED,
    }
}

/// The status of an answer or of a refusal.
pub fn status(outcome: std::result::Result<Effect, Kind>) -> StatusCode {
    match outcome {
        Ok(effect) => status_of(effect),
        Err(Kind::Unauthenticated) => StatusCode::UNAUTHORIZED,
        Err(Kind::Forbidden) => StatusCode::FORBIDDEN,
        Err(Kind::Invalid) => StatusCode::BAD_REQUEST,
        Err(Kind::NotFound) => StatusCode::NOT_FOUND,
        Err(Kind::WrongMethod) => StatusCode::METHOD_NOT_ALLOWED,
        Err(Kind::Conflict) => StatusCode::CONFLICT,
        Err(Kind::Retired) => StatusCode::GONE,
        Err(Kind::TooLarge) => StatusCode::PAYLOAD_TOO_LARGE,
        Err(Kind::WrongFormat) => StatusCode::UNSUPPORTED_MEDIA_TYPE,
        Err(Kind::TooOften) => StatusCode::TOO_MANY_REQUESTS,
        Err(Kind::Unpaid) => StatusCode::PAYMENT_REQUIRED,
        Err(Kind::BackendFailed) => StatusCode::BAD_GATEWAY,
        Err(Kind::BackendLate) => StatusCode::GATEWAY_TIMEOUT,
        Err(Kind::Internal) => StatusCode::INTERNAL_SERVER_ERROR,
        Err(Kind::Busy) => StatusCode::SERVICE_UNAVAILABLE,
    }
}

/// What a customer is told is kept by nobody on the way.
pub async fn private(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
