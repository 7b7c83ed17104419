//! The public search over HTTP.
use axum::response::{IntoResponse, Response};
pub fn routes() -> axum::Router<crate::App> { axum::Router::new() }
pub fn refusal(error: &hosting_core::Error) -> Response { error.to_string().into_response() }
