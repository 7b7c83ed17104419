//! What a refusal says of the credential that is wanted (RFC 6750 section 3, RFC 9728 section 5.1).
use crate::App;
use axum::{
    http::{HeaderValue, StatusCode},
    response::Response,
};
use hosting_core::Scope;

/// Stands beside a refusal: the scope that the credential lacks.
#[derive(Clone, Copy, Debug)]
pub struct Lacks(pub Scope);

/// The challenge of a response. A request that came without a credential is told of no error.
pub fn of(app: &App, response: &Response, has_credential: bool) -> Option<HeaderValue> {
    let lacks = response.extensions().get::<Lacks>();
    let error = match (response.status(), lacks) {
        (StatusCode::UNAUTHORIZED, _) if has_credential => ", error=\"invalid_token\"".to_owned(),
        (StatusCode::UNAUTHORIZED, _) => String::new(),
        (StatusCode::FORBIDDEN, Some(Lacks(scope))) => {
            format!(", error=\"insufficient_scope\", scope=\"{}\"", scope.as_str())
        }
        _ => return None,
    };
    HeaderValue::from_str(&format!("{}{error}", app.challenge)).ok()
}
