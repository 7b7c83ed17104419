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
    let resource = app.platform.base_url();
    let mut metadata = json!({
        "resource": resource,
        "resource_name": "Hosting Platform API",
        "resource_documentation": format!("{resource}/docs"),
        "bearer_methods_supported": ["header"],
        "scopes_supported": Scope::ALL.map(Scope::as_str),
    });
    let issuers: Vec<&str> = app.platform.issuers().ids().collect();
    // What there is none of is left out (section 3.2).
    if !issuers.is_empty() {
        metadata["authorization_servers"] = json!(issuers);
    }
    Json(metadata)
}
