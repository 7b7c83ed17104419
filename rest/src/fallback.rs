//! What is answered where no operation is asked for, or none can answer.
use crate::{App, Client, answer::Refusal, call, cors, search};
use axum::{
    body::Body,
    extract::{Request, State},
    http::{HeaderMap, Method, header},
    response::{IntoResponse, Response},
};
use hosting_core::{Error, Facade};
use uuid::Uuid;

/// Answers a path under which nothing is served.
pub async fn unknown(State(app): State<App>, request: Request) -> Response {
    let path = request.uri().path();
    let retired = path == "/v1/vps" || path.starts_with("/v1/vps/");
    nothing_served(&app, request, if retired { Error::VpsResourceRetired } else { Error::NotFound }).await
}

/// Answers a method that a path does not take.
pub async fn wrong_method(State(app): State<App>, request: Request) -> Response {
    let asks = request.method() == Method::OPTIONS && cors::asks_beforehand(request.headers());
    let error = match asks && cors::takes_credential(request.uri().path()) {
        true => not_let_in(request.headers()),
        false => not_allowed(request.method()),
    };
    nothing_served(&app, request, error).await
}

/// The refusal of a method, however long it is.
pub fn not_allowed(method: &Method) -> Error {
    Error::MethodNotAllowed(method.as_str().chars().take(20).collect())
}

/// The refusal of what a browser asks before it lets a page of another origin in.
fn not_let_in(headers: &HeaderMap) -> Error {
    let origin = headers.get(header::ORIGIN).and_then(|origin| origin.to_str().ok()).unwrap_or("null");
    let origin: String = origin.chars().take(100).collect();
    Error::MethodNotAllowed(format!(
        "OPTIONS for pages of {origin}: the operator lets them in by `--allowed-origin` or HOSTING_ALLOWED_ORIGINS"
    ))
}

/// A refusal where no operation is asked for.
async fn nothing_served(app: &App, request: Request, error: Error) -> Response {
    let client = call::of(request.extensions());
    let (path, head) = (request.uri().path().to_owned(), request.method() == Method::HEAD);
    let retired = matches!(error, Error::VpsResourceRetired);
    let recorded = recorded(app, request, error).await;
    // The retired family is gone for everyone, whoever asks.
    let error = if retired { Error::VpsResourceRetired } else { recorded };
    let mut response = on_path(&path, client.request_id, error);
    if head {
        *response.body_mut() = Body::empty();
    }
    response
}

/// The refusal in place of an operation: `error`, of which a known credential leaves an entry.
pub async fn recorded(app: &App, request: Request, error: Error) -> Error {
    let route = call::template(request.uri().path());
    let (parts, _) = request.into_parts();
    let request = call::request(&parts, Facade::Rest, route);
    match call::admit(app, &parts, request).await {
        Ok(call) => app.platform.refuse(&call, error).await,
        Err(Error::Internal(cause)) => Error::Internal(cause),
        Err(_) => error,
    }
}

/// A refusal in the shape of what is served under `path`.
pub fn on_path(path: &str, request_id: Uuid, error: Error) -> Response {
    match path.starts_with("/api/domain") {
        true => search::refusal(&error),
        false => Refusal { request_id, error }.into_response(),
    }
}

/// A refusal of what is no operation; where we failed, the log says in what.
pub fn refused(client: Client, what: &str, error: Error) -> Response {
    if let Error::Internal(cause) = &error {
        tracing::error!(request_id = %client.request_id, cause, "{what} failed");
    }
    Refusal { request_id: client.request_id, error }.into_response()
}
