//! Whether the platform can serve (`contract.md` §11).
use crate::{App, Client, answer};
use axum::{Extension, Router, extract::State, http::StatusCode, response::Response, routing::get};
use futures_util::{
    FutureExt,
    future::{BoxFuture, Shared, join_all},
};
use hosting_core::{Platform, limit::Limits, providers::Check};
use serde_json::{Map, Value, json};
use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

/// How long all checks together may take.
const TIMEOUT: Duration = Duration::from_millis(800);

/// Where operators and orchestrators ask; no place is needed for it.
pub const ROUTES: [&str; 3] = [HEALTH, READY, ALIVE];
const HEALTH: &str = "/health";
const READY: &str = "/readyz";
const ALIVE: &str = "/livez";

/// Where operators probe.
pub fn routes() -> Router<App> {
    Router::new().route(HEALTH, get(health)).route(READY, get(ready)).route(ALIVE, get(alive))
}

/// What stands behind it, as it was found.
#[derive(Debug)]
pub struct Found {
    /// Whether it can serve.
    pub database: bool,
    /// Each by its name, with what drives it.
    pub checks: Vec<(String, &'static str, bool)>,
}

/// What will be found, for as many as wait for it.
pub type Look = Shared<BoxFuture<'static, Arc<Found>>>;

/// The look at what stands behind it: however many ask, there is one at a time; cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Probes(Arc<Mutex<Option<Look>>>);

impl Probes {
    /// What stands behind it by now.
    pub fn look(&self, platform: &Platform) -> Look {
        let mut under_way = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(look) = under_way.as_ref().filter(|look| look.peek().is_none()) {
            return look.clone();
        }
        // In a task of its own: it ends, whether or not anybody waits.
        let task = tokio::spawn(found(platform.clone()));
        let nothing = |_| Arc::new(Found { database: false, checks: Vec::new() });
        let look = task.map(move |found| found.map_or_else(nothing, Arc::new)).boxed().shared();
        under_way.insert(look).clone()
    }
}

/// The process runs, whatever stands behind it.
async fn alive(Extension(client): Extension<Client>) -> Response {
    said(StatusCode::OK, "ok", client, None)
}

/// Requests may be sent here: it has its database, and is not about to end.
async fn ready(State(app): State<App>, Extension(client): Extension<Client>) -> Response {
    match !app.is_draining() && app.probes.look(&app.platform).await.database {
        true => said(StatusCode::OK, "ok", client, None),
        false => said(StatusCode::SERVICE_UNAVAILABLE, "unavailable", client, None),
    }
}

/// How what stands behind it is; it serves as long as it has its database.
async fn health(State(app): State<App>, Extension(client): Extension<Client>) -> Response {
    let found = app.probes.look(&app.platform).await;
    let (status, word) = match found.checks.iter().all(|(.., well)| *well) {
        _ if !found.database => (StatusCode::SERVICE_UNAVAILABLE, "unavailable"),
        true => (StatusCode::OK, "ok"),
        false => (StatusCode::OK, "degraded"),
    };
    let check = |(name, driver, well): &(String, &str, bool)| {
        (name.clone(), json!({ "status": state(*well), "driver": driver }))
    };
    let checks = found.checks.iter().map(check).collect::<Map<_, _>>();
    // What holds conversions in, as the kernel was found to at the start.
    let seal = app.platform.providers().converter.seal();
    said(status, word, client, Some((checks, seal)))
}

fn said(
    status: StatusCode,
    word: &str,
    client: Client,
    more: Option<(Map<String, Value>, Option<Value>)>,
) -> Response {
    let mut body = json!({ "status": word, "version": "v1", "request_id": client.request_id });
    if let Some((checks, seal)) = more {
        body["checks"] = checks.into();
        if let Some(seal) = seal {
            body["seal"] = seal;
        }
    }
    answer::json(status, body.to_string())
}

const fn state(well: bool) -> &'static str {
    if well { "ok" } else { "unavailable" }
}

async fn found(platform: Platform) -> Found {
    let backends = platform.providers().checks();
    let ask = |check: Check| async move { (check.name, check.driver, within(check.ping).await) };
    let backends = backends.into_iter().map(ask);
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
    let mut checks = vec![("database".to_owned(), platform.database().driver(), database)];
    if matches!(platform.limits(), Limits::Redis(_)) {
        checks.push(("redis".to_owned(), "redis", limits));
    }
    checks.extend(backends);
    Found { database, checks }
}

/// The outcome of a check, or no if it hangs; on a task of its own, so that a check that blocks
/// holds up nobody.
async fn within(check: BoxFuture<'static, bool>) -> bool {
    matches!(tokio::time::timeout(TIMEOUT, tokio::spawn(check)).await, Ok(Ok(true)))
}
