//! Whether the platform can serve (`contract.md` §11).
use crate::{App, Client, answer};
use axum::{Extension, Router, extract::State, http::StatusCode, response::Response, routing::get};
use futures_util::future::{BoxFuture, join_all};
use hosting_core::{Platform, limit::Limits};
use serde_json::{Map, Value, json};
use std::time::Duration;

/// How long all checks together may take.
const TIMEOUT: Duration = Duration::from_millis(800);

/// Where operators probe.
pub fn routes() -> Router<App> {
    Router::new().route("/health", get(health)).route("/readyz", get(ready)).route("/livez", get(alive))
}

/// The process runs, whatever stands behind it.
async fn alive(Extension(client): Extension<Client>) -> Response {
    let body = json!({ "status": "ok", "version": "v1", "request_id": client.request_id });
    answer::json(StatusCode::OK, body.to_string())
}

/// Requests may be sent here: what stands behind it answers, and the process is not about to end.
async fn ready(State(app): State<App>, client: Extension<Client>) -> Response {
    match app.is_draining() {
        true => unavailable(&client),
        false => health(State(app.platform), client).await,
    }
}

fn unavailable(client: &Client) -> Response {
    let body = json!({ "status": "unavailable", "version": "v1", "request_id": client.request_id });
    answer::json(StatusCode::SERVICE_UNAVAILABLE, body.to_string())
}

/// What stands behind it answers.
async fn health(State(platform): State<Platform>, Extension(client): Extension<Client>) -> Response {
    let backends = platform.providers().pings().map(|(name, ping)| async move { (name, within(ping).await) });
    let (database, limits, backends) = tokio::join!(
        within(Box::pin({
            let platform = platform.clone();
            async move { platform.database().ping().await.is_ok() }
        })),
        within(Box::pin({
            let platform = platform.clone();
            async move { platform.limits().ping().await }
        })),
        join_all(backends),
    );
    let mut checks = Map::new();
    let mut note = |name: &str, well: bool| checks.insert(name.to_owned(), word(well));
    note("database", database);
    let shared = matches!(platform.limits(), Limits::Redis(_));
    if shared {
        note("redis", limits);
    }
    for (name, well) in backends {
        note(name, well);
    }
    let well = database && (limits || !shared);
    let status = if well { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    let word = if well { "ok" } else { "unavailable" };
    let mut body =
        json!({ "status": word, "version": "v1", "request_id": client.request_id, "checks": checks });
    // What holds conversions in, as the kernel was found to at the start.
    if let Some(seal) = platform.providers().converter.seal() {
        body["seal"] = seal;
    }
    answer::json(status, body.to_string())
}

fn word(well: bool) -> Value {
    if well { "ok".into() } else { "unavailable".into() }
}

/// The outcome of a check, or no if it hangs; on a task of its own, so that a check that blocks
/// holds up nobody.
async fn within(check: BoxFuture<'static, bool>) -> bool {
    matches!(tokio::time::timeout(TIMEOUT, tokio::spawn(check)).await, Ok(Ok(true)))
}
