//! The envelopes.
use crate::{
    challenge::Lacks,
    compression::Secret,
    headers::{has_version, version},
    query::{self, Pairs},
};
use axum::{
    body::Body,
    http::{HeaderMap, HeaderValue, StatusCode, header, request::Parts, uri::PathAndQuery},
    response::{IntoResponse, Response},
};
use hosting_core::{Answer, Detail, Effect, Error, Operation, Result, code::Kind};
use hosting_graphql::Hash;
use serde::Deserialize;
use serde_json::{Value, json};
use std::borrow::Cow;
use uuid::Uuid;

/// How the envelope of a success begins.
const OPEN: &[u8] = b"{\"data\":";

/// For what is one customer's: kept by the client alone, and asked for again each time, which costs a 304.
const ASK_AGAIN: HeaderValue = HeaderValue::from_static("private, no-cache");

/// What the log says of a request besides HTTP.
#[derive(Clone, Debug, Default)]
pub struct Logged {
    /// What was asked for.
    pub operation: Option<&'static str>,
    /// Who asked.
    pub account: Option<Uuid>,
    /// What the graph was asked with.
    pub document: Option<Document>,
}

/// A document of the graph, as the log knows it.
#[derive(Clone, Debug)]
pub struct Document {
    /// The name of its operation.
    pub name: Option<String>,
    /// That of its text.
    pub hash: Hash,
}

/// What an operation gave, as JSON.
#[derive(Debug)]
pub struct Success {
    /// The envelope as far as the data goes.
    body: Vec<u8>,
    request_id: Uuid,
    replayed: bool,
    /// Where a list goes on.
    next: Option<String>,
    /// Whether it holds a link, a ticket or a signed address.
    secret: bool,
}

/// What has an id.
#[derive(Deserialize)]
struct Identified {
    id: String,
}

impl Success {
    /// Writes `answer` down.
    pub fn of<O: Operation>(answer: &Answer<O::Output>) -> Result<Self> {
        let mut body = Vec::with_capacity(answer.size_hint());
        body.extend_from_slice(OPEN);
        answer.json(&mut body)?;
        let next = answer.fresh().and_then(O::next).map(str::to_owned);
        let (request_id, replayed) = (answer.request_id, answer.replayed);
        Ok(Self { body, request_id, replayed, next, secret: O::SECRET })
    }

    /// The id of the record that it is about.
    pub fn id(&self) -> Option<String> {
        let data = self.body.strip_prefix(OPEN)?;
        serde_json::from_slice::<Identified>(data).ok().map(|record| record.id)
    }

    /// The answer to a request with this head. A read that the client has is not sent again.
    pub fn response(mut self, effect: Effect, asked: &Parts) -> Response {
        let version = (effect == Effect::Reads && !self.secret).then(|| version(&self.body));
        let mut response = match &version {
            Some(version) if has_version(&asked.headers, version) => StatusCode::NOT_MODIFIED.into_response(),
            _ => {
                self.body.extend_from_slice(format!(",\"request_id\":\"{}\"}}", self.request_id).as_bytes());
                json(status_of(effect), self.body)
            }
        };
        if let Some(version) = version.and_then(|version| HeaderValue::try_from(version).ok()) {
            response.headers_mut().insert(header::ETAG, version);
            response.headers_mut().insert(header::CACHE_CONTROL, ASK_AGAIN);
        }
        if self.secret {
            response.extensions_mut().insert(Secret);
        }
        let path = asked.uri.path_and_query().map_or("/", PathAndQuery::as_str);
        if self.replayed {
            response.headers_mut().insert("idempotent-replayed", HeaderValue::from_static("true"));
        }
        if let Some(link) = self.next.and_then(|cursor| link(path, cursor)) {
            response.headers_mut().insert(header::LINK, link);
        }
        response
    }
}

/// The page after this one (RFC 8288): the same request with another cursor.
fn link(path: &str, cursor: String) -> Option<HeaderValue> {
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    let mut pairs: Pairs = query::read(query).unwrap_or_default();
    pairs.retain(|(name, _)| name != "cursor");
    pairs.push(("cursor".to_owned(), cursor));
    let query = serde_urlencoded::to_string(pairs).ok()?;
    HeaderValue::from_str(&format!("<{path}?{query}>; rel=\"next\"")).ok()
}

/// Why there is no answer.
#[derive(Debug)]
pub struct Refusal {
    /// Identifies the request.
    pub request_id: Uuid,
    /// What was wrong.
    pub error: Error,
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let Self { request_id, error } = self;
        let (code, message) = (error.code().as_str(), error.to_string());
        let mut response = failure(request_id, status(Err(error.kind())), code, &message, &error.details());
        when_to_return(response.headers_mut(), &error);
        if let Error::InsufficientScope(scope) = error {
            response.extensions_mut().insert(Lacks(scope));
        }
        response
    }
}

/// The failure envelope.
pub fn failure(
    request_id: Uuid,
    status: StatusCode,
    code: &str,
    message: &str,
    details: &[Detail],
) -> Response {
    json(status, envelope(&request_id.to_string(), code, message, details).to_string())
}

/// What the failure envelope says.
pub fn envelope(request_id: &str, code: &str, message: &str, details: &[Detail]) -> Value {
    let mut error = json!({ "code": code, "message": shortened(message), "request_id": request_id });
    if !details.is_empty() {
        error["details"] = details.iter().map(shown).collect();
    }
    json!({ "error": error })
}

fn shown(detail: &Detail) -> Value {
    let mut shown = json!(detail);
    for text in ["pointer", "message"] {
        shown[text] = shortened(shown[text].as_str().unwrap_or_default()).into();
    }
    shown
}

/// Characters of a text in a refusal at most: what a customer wrote may be part of it.
pub const LONGEST: u32 = 4096;

/// The beginning of what is longer than that.
pub fn shortened(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(LONGEST as usize) {
        None => text.into(),
        Some(_) => text.chars().take(LONGEST as usize - 1).chain(['…']).collect::<String>().into(),
    }
}

/// JSON that nobody keeps on the way.
pub fn json(status: StatusCode, body: impl Into<Body>) -> Response {
    let headers = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
    (status, headers, body.into()).into_response()
}

/// Says when a refused request may be sent again, where that is known, and of what there was too much.
pub fn when_to_return(headers: &mut HeaderMap, error: &Error) {
    if let Some(seconds) = error.retry_after() {
        headers.insert(header::RETRY_AFTER, seconds.into());
    }
    let bound = match error {
        Error::RateLimitExceeded { limit, .. } => HeaderValue::from(*limit),
        Error::TooManyAtOnce(limit) => HeaderValue::from(*limit),
        _ => return,
    };
    headers.insert("x-ratelimit-limit", bound);
    headers.insert("x-ratelimit-remaining", 0.into());
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
        Err(Kind::Slow) => StatusCode::REQUEST_TIMEOUT,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_is_no_longer_than_the_contract_says() {
        let long = "ü".repeat(5000);
        let detail = Detail::new(format!("/{long}"), "unknown_member", long.clone());
        let said = envelope("", "invalid_request", &long, &[detail]);
        let error = &said["error"];
        for text in [&error["message"], &error["details"][0]["pointer"], &error["details"][0]["message"]] {
            let text = text.as_str().unwrap();
            assert_eq!((text.chars().count(), text.chars().last()), (4096, Some('…')));
        }
        let exact = "ü".repeat(4096);
        assert_eq!(shortened(&exact), exact);
    }
}
