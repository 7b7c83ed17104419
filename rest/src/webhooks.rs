//! Messages of backends that speak by themselves: of whoever takes the money, once it is known what came of a charge.
use crate::{App, Client, answer::Refusal, call};
use axum::{
    Extension, Router,
    extract::{Path, Request, State},
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
    routing::post,
};
use hosting_core::{
    Error, Platform, Result,
    billing::{self, NotHeard},
    providers::billing::Message,
};

/// Where backends send their messages, by their ids.
pub const ROUTE: &str = "/webhooks/{backend}";

pub fn routes() -> Router<App> {
    Router::new().route(ROUTE, post(hear))
}

/// Takes a message, in the form of the Standard Webhooks specification; told twice it is the same as told once.
async fn hear(
    State(platform): State<Platform>,
    Extension(client): Extension<Client>,
    Path(backend): Path<String>,
    request: Request,
) -> Response {
    let (parts, body) = request.into_parts();
    let heard = async {
        let body = call::received(body).await?;
        let header = |name| said(&parts.headers, name);
        let message = Message {
            id: header("webhook-id")?,
            timestamp: header("webhook-timestamp")?,
            signature: header("webhook-signature")?,
            body: &body,
        };
        billing::hear(&platform, &backend, &message).await?.map_err(|why| match why {
            NotHeard::Unknown => Error::NotFound,
            NotHeard::Unsigned(why) => {
                tracing::warn!(backend, why, "a message was not taken");
                Error::InvalidToken
            }
            NotHeard::Unclear(why) => Error::InvalidJson(why),
        })
    };
    match heard.await {
        Ok(()) => StatusCode::NO_CONTENT.into_response(),
        Err(error) => Refusal { request_id: client.request_id, error }.into_response(),
    }
}

/// A header that a message must have.
fn said<'a>(headers: &'a HeaderMap, name: &str) -> Result<&'a str> {
    headers.get(name).and_then(|value| value.to_str().ok()).ok_or(Error::InvalidToken)
}
