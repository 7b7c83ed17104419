//! The public search over HTTP; its refusals are flat (`contract.md` §1, §9).
use crate::{
    App, Client,
    answer::{self, Logged, status},
    call,
    query::{self, Pairs},
};
use axum::{
    Extension, Router,
    extract::{RawQuery, Request, State},
    http::{HeaderMap, StatusCode, header},
    response::Response,
    routing::get,
};
use futures_util::future::BoxFuture;
use hosting_core::{
    Error, Platform,
    code::Kind,
    limit::Verdict,
    search::{self, Asked, SearchError, SearchResult},
};
use serde_json::json;

/// Where anyone can search.
pub fn routes() -> Router<App> {
    let search = get(by_query).post(by_body);
    Router::new().route("/api/domain-search", search.clone()).route("/api/domain/domain-search-fast", search)
}

/// A refusal that any request may meet, in the shape of the search.
pub fn refusal(error: &Error) -> Response {
    let retry_after = error.retry_after();
    flat(error.kind(), error.code().as_str(), &error.to_string(), retry_after)
}

async fn by_query(
    State(platform): State<Platform>,
    Extension(client): Extension<Client>,
    RawQuery(query): RawQuery,
) -> Response {
    let asked = async move {
        let pairs: Pairs = query::read(&query.unwrap_or_default())?;
        Ok(Asked::by_query(pairs))
    };
    searched(&platform, client, Box::pin(asked)).await
}

async fn by_body(
    State(platform): State<Platform>,
    Extension(client): Extension<Client>,
    request: Request,
) -> Response {
    let (parts, body) = request.into_parts();
    let asked = async move { Asked::by_body(call::json(&parts.headers, body).await?) };
    searched(&platform, client, Box::pin(asked)).await
}

/// The search counts before what it asks for is read.
async fn searched(
    platform: &Platform,
    client: Client,
    asked: BoxFuture<'_, hosting_core::Result<Asked>>,
) -> Response {
    let mut response = match search::allow(platform, client.address).await {
        Ok(verdict) => {
            let found = async { search::answer(platform, client.request_id, &asked.await?).await };
            let mut response = found.await.map_or_else(|error| refused(&error), |found| success(&found));
            allowance(response.headers_mut(), verdict);
            response
        }
        Err(error) => refused(&error),
    };
    response.extensions_mut().insert(Logged { operation: Some("searchDomains"), ..Logged::default() });
    response
}

fn success(found: &SearchResult) -> Response {
    match serde_json::to_vec(found) {
        Ok(body) => answer::json(StatusCode::OK, body),
        Err(cause) => refusal(&Error::Internal(cause.to_string())),
    }
}

fn refused(error: &SearchError) -> Response {
    let mut response = flat(error.kind(), error.code(), &error.to_string(), error.retry_after());
    if let SearchError::RateLimited(verdict) = error {
        allowance(response.headers_mut(), *verdict);
    }
    response
}

fn allowance(headers: &mut HeaderMap, verdict: Verdict) {
    headers.insert("x-ratelimit-limit", verdict.limit.into());
    headers.insert("x-ratelimit-remaining", verdict.remaining.into());
}

fn flat(kind: Kind, code: &str, message: &str, retry_after: Option<u32>) -> Response {
    let body = json!({ "error": code, "message": answer::shortened(message) });
    let mut response = answer::json(status(Err(kind)), body.to_string());
    if let Some(seconds) = retry_after {
        response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
    }
    response
}
