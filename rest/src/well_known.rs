//! What a client without a credential can find out about getting one (RFC 9728).
use crate::App;
use axum::{Json, Router, extract::State, routing::get};
use hosting_core::Scope;
use serde_json::{Value, json};

/// Where it is said.
pub const PATH: &str = "/.well-known/oauth-protected-resource";

/// Serves the metadata of the protected resource: this API.
pub fn routes() -> Router<App> {
    Router::new().route(PATH, get(metadata))
}

async fn metadata(State(app): State<App>) -> Json<Value> {
    Json(json!({
        "resource": app.options.base_url,
        "resource_name": "Hosting Platform API",
        "resource_documentation": format!("{}/docs", app.options.base_url.trim_end_matches('/')),
        "bearer_methods_supported": ["header"],
        "scopes_supported": Scope::ALL.map(Scope::as_str),
    }))
}
