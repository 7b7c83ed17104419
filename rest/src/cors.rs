//! Which pages of other origins may ask, and what they may read (Fetch section 3.2).
//!
//! It stands around whatever answers, by the path alone: a page may read a refusal as it may read an answer.
use crate::Options;
use axum::{
    extract::{Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, Method, header},
    middleware::Next,
    response::Response,
};
use std::{sync::Arc, time::Duration};
use tower::{Layer, ServiceExt};
use tower_http::cors::{AllowOrigin, Any, CorsLayer};

/// How long a browser may remember what it was told beforehand.
const MAX_AGE: Duration = Duration::from_hours(1);

/// What pages of other origins may do.
#[derive(Clone)]
pub struct Cors(Arc<Policies>);

struct Policies {
    /// Those that may ask with a credential.
    origins: Vec<HeaderValue>,
    callers: CorsLayer,
    public: CorsLayer,
    files: CorsLayer,
}

impl Cors {
    /// What `options` allow.
    pub fn new(options: &Options) -> Self {
        let origins = options.allowed_origins.clone();
        let callers = CorsLayer::new()
            .allow_origin(AllowOrigin::list(origins.clone()))
            .allow_methods([Method::GET, Method::POST, Method::PUT, Method::PATCH, Method::DELETE])
            .allow_headers([header::AUTHORIZATION, header::CONTENT_TYPE, named("idempotency-key")])
            .expose_headers(
                [
                    "x-request-id",
                    "retry-after",
                    "link",
                    "location",
                    "etag",
                    "idempotent-replayed",
                    "x-ratelimit-limit",
                    "x-ratelimit-remaining",
                ]
                .map(named),
            );
        let public = CorsLayer::new()
            .allow_origin(Any)
            .allow_methods([Method::GET, Method::POST])
            .allow_headers([header::CONTENT_TYPE])
            .expose_headers(
                ["retry-after", "x-ratelimit-limit", "x-ratelimit-remaining", "x-request-id", "etag"]
                    .map(named),
            );
        let files = CorsLayer::new()
            .allow_origin(Any)
            .allow_methods([Method::GET, Method::PUT])
            .allow_headers([header::CONTENT_TYPE, header::RANGE])
            .expose_headers([header::CONTENT_LENGTH, header::CONTENT_RANGE, header::ETAG]);
        let [callers, public, files] = [callers, public, files].map(|policy| policy.max_age(MAX_AGE));
        Self(Arc::new(Policies { origins, callers, public, files }))
    }

    /// What holds for a request; nothing where no page of another origin is let in.
    fn policy(&self, request: &Request) -> Option<CorsLayer> {
        let path = request.uri().path();
        let Policies { origins, callers, public, files } = &*self.0;
        if takes_credential(path) {
            let asks = request.method() == Method::OPTIONS && asks_beforehand(request.headers());
            let listed = request.headers().get(header::ORIGIN).is_some_and(|origin| origins.contains(origin));
            // A browser that asks for a page which is not let in is refused like any other, with the reason.
            return (!origins.is_empty() && (listed || !asks)).then(|| callers.clone());
        }
        if path.starts_with("/api/domain") || path == "/openapi.json" || is_under(path, "/.well-known") {
            return Some(public.clone());
        }
        is_under(path, "/files").then(|| files.clone())
    }
}

/// Whether something is served under `path` to those who have a credential.
pub fn takes_credential(path: &str) -> bool {
    is_under(path, "/v1") || is_under(path, "/graphql")
}

/// Whether a browser asks what a page may do, before it lets the page do it.
pub fn asks_beforehand(headers: &HeaderMap) -> bool {
    headers.contains_key(header::ACCESS_CONTROL_REQUEST_METHOD)
}

/// Says beside an answer which pages may read it.
pub async fn run(State(cors): State<Cors>, request: Request, next: Next) -> Response {
    let Some(policy) = cors.policy(&request) else { return next.run(request).await };
    policy.layer(next).oneshot(request).await.unwrap_or_else(|never| match never {})
}

fn is_under(path: &str, start: &str) -> bool {
    path.strip_prefix(start).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

const fn named(name: &'static str) -> HeaderName {
    HeaderName::from_static(name)
}
