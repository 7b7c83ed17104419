//! A hypervisor and a panel of the tests: they answer what their drivers ask, as Incus and WHM do.
use axum::{
    Json, Router,
    extract::{Path, State},
    http::{HeaderMap, StatusCode},
    routing::{get, patch},
};
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    path,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio::{
    net::{TcpListener, UnixListener},
    task::JoinHandle,
};

/// What a backend of the tests has, by the names that it has there, as it tells of it; it ends with its scenario.
#[derive(Default)]
pub struct Held {
    all: Kept,
    serving: Option<JoinHandle<()>>,
}

type All = BTreeMap<String, Value>;
type Kept = Arc<Mutex<All>>;

impl Drop for Held {
    fn drop(&mut self) {
        if let Some(serving) = &self.serving {
            serving.abort();
        }
    }
}

impl Held {
    /// An Incus with these instances, at a socket.
    pub fn incus(all: All, socket: &path::Path) -> Self {
        let all = Kept::new(Mutex::new(all));
        let incus = Router::new()
            .route("/1.0", get(server))
            .route("/1.0/instances", get(instances))
            .route("/1.0/instances/{name}", patch(changed))
            .with_state(Arc::clone(&all));
        let listener = UnixListener::bind(socket).expect("a socket");
        let serving = tokio::spawn(async move { axum::serve(listener, incus).await.expect("it serves") });
        Self { all, serving: Some(serving) }
    }

    /// A WHM with these accounts, which lets `root` in by a token; and its address.
    pub async fn whm(all: All, token: &'static str) -> (Self, String) {
        let all = Kept::new(Mutex::new(all));
        let listing = move |State(kept): State<Kept>, headers: HeaderMap| async move {
            let known = headers.get("authorization").is_some_and(|said| *said == format!("whm root:{token}"));
            if known { Ok(accounts(&kept)) } else { Err(StatusCode::FORBIDDEN) }
        };
        let whm = Router::new().route("/json-api/listaccts", get(listing)).with_state(Arc::clone(&all));
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a listener");
        let address = listener.local_addr().expect("its address");
        let serving = tokio::spawn(async move { axum::serve(listener, whm).await.expect("it serves") });
        (Self { all, serving: Some(serving) }, format!("http://{address}"))
    }

    /// What it has now.
    pub fn all(&self) -> MutexGuard<'_, All> {
        held(&self.all)
    }
}

fn held(kept: &Kept) -> MutexGuard<'_, All> {
    kept.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A member of a cluster: nobody asks it for metrics.
async fn server() -> Json<Value> {
    let environment = json!({ "server_clustered": true });
    good(&json!({ "auth": "trusted", "api_extensions": ["instances_rebuild"], "environment": environment }))
}

async fn instances(State(kept): State<Kept>) -> Json<Value> {
    let all: Vec<Value> = held(&kept).values().cloned().collect();
    good(&all.into())
}

/// Takes over the settings that are said, as a `PATCH` does.
async fn changed(
    State(kept): State<Kept>,
    Path(name): Path<String>,
    Json(said): Json<Value>,
) -> Result<Json<Value>, StatusCode> {
    let mut all = held(&kept);
    let instance = all.get_mut(&name).ok_or(StatusCode::NOT_FOUND)?;
    for (key, value) in said["config"].as_object().into_iter().flatten() {
        instance["config"][key] = value.clone();
    }
    Ok(good(&json!({})))
}

fn good(metadata: &Value) -> Json<Value> {
    Json(json!({ "type": "sync", "status": "Success", "status_code": 200, "metadata": metadata }))
}

fn accounts(kept: &Kept) -> Json<Value> {
    let all: Vec<Value> = held(kept).values().cloned().collect();
    let metadata = json!({ "command": "listaccts", "reason": "OK", "result": 1, "version": 1 });
    Json(json!({ "data": { "acct": all }, "metadata": metadata }))
}
