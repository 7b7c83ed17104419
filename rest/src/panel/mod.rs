//! The pages of the platform's own links into panels, which are redeemed here: once, and the browser is sent on.
//!
//! What opens links to look at them (mail programs, chats) asks by GET, which redeems nothing; the page that a person sees
//! asks again by POST.
mod page;

use crate::{App, Client, fallback, headers::secured};
use axum::{
    Extension, Router,
    extract::{Path, State, rejection::PathRejection},
    http::{Method, StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};
use hosting_core::{
    Error, Platform, Result,
    providers::{Failure, SANDBOX, backends::Backends, panel::Panel},
};

/// What the pages may load: their style, script and icon from this host. Where a form leads is the panel's address.
const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; \
     frame-ancestors 'none'; base-uri 'none'";

/// The pages, where the panel's links are the platform's own; none where the sandbox makes its own.
pub fn routes(platform: &Platform) -> Router<App> {
    if platform.providers().panel.iter().all(|panel| panel.driver.driver() == SANDBOX) {
        return Router::new();
    }
    let style = concat!(include_str!("../docs/base.css"), include_str!("../sandbox/panel.css"));
    let style = ([(header::CONTENT_TYPE, "text/css; charset=utf-8")], style);
    let script = ([(header::CONTENT_TYPE, "text/javascript; charset=utf-8")], include_str!("open.js"));
    Router::new()
        .route("/panel/", get(async || gone(page::ENDED)).fallback(wrong_method))
        .route("/panel/{token}", get(show).head(peek).post(redeem).fallback(wrong_method))
        .route("/panel/panel.css", get(async move || style))
        .route("/panel/open.js", get(async move || script))
}

/// Shows what a link is for, and leaves it as it is.
async fn show(
    app: State<App>,
    client: Extension<Client>,
    token: Result<Path<String>, PathRejection>,
) -> Response {
    match stands(&app, token).await {
        Ok(true) => private(StatusCode::OK, page::open()),
        Ok(false) => gone(page::USED),
        Err(failure) => failed(client, &failure),
    }
}

/// Says whether a link would open, and leaves it as it is.
async fn peek(
    app: State<App>,
    client: Extension<Client>,
    token: Result<Path<String>, PathRejection>,
) -> Response {
    match stands(&app, token).await {
        Ok(true) => secured(StatusCode::NO_CONTENT.into_response(), POLICY, "no-store"),
        Ok(false) => gone(page::USED),
        Err(failure) => failed(client, &failure),
    }
}

async fn stands(app: &App, token: Result<Path<String>, PathRejection>) -> Result<bool, Failure> {
    let token = of_path(token);
    for panel in app.platform.providers().panel.iter() {
        if panel.driver.stands(&token).await? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Redeems a link, and sends the browser where the panel lets it in.
async fn redeem(
    app: State<App>,
    client: Extension<Client>,
    token: Result<Path<String>, PathRejection>,
) -> Response {
    let (panels, token) = (app.platform.providers().panel.clone(), of_path(token));
    // What is begun is ended, whether or not anybody waits for it: a link that is not redeemed stands again then.
    let redeemed = tokio::spawn(async move { redeem_at(&panels, &token).await });
    match redeemed.await.unwrap_or_else(|cause| Err(Failure::ours(cause))) {
        Ok(Some(address)) => match header::HeaderValue::from_str(&address) {
            Ok(address) => {
                let lead = (StatusCode::SEE_OTHER, [(header::LOCATION, address)]);
                secured(lead.into_response(), POLICY, "no-store")
            }
            Err(cause) => failed(client, &Failure::ours(cause)),
        },
        Ok(None) => gone(page::USED),
        Err(failure) => failed(client, &failure),
    }
}

/// Redeems a link at the panel that it leads to.
async fn redeem_at(panels: &Backends<dyn Panel>, token: &str) -> Result<Option<String>, Failure> {
    for panel in panels.iter() {
        if panel.driver.stands(token).await? {
            return panel.ask(panel.driver.redeem(token)).await;
        }
    }
    Ok(None)
}

/// The token in a path; a path that is no text holds none that opens anything.
fn of_path(token: Result<Path<String>, PathRejection>) -> String {
    token.map(|Path(token)| token).unwrap_or_default()
}

fn gone((title, words): (&str, &str)) -> Response {
    private(StatusCode::GONE, page::notice(title, words))
}

fn failed(Extension(client): Extension<Client>, failure: &Failure) -> Response {
    let request_id = client.request_id;
    match failure {
        Failure::Refused(_) | Failure::NotThere(_) | Failure::Conflict(_) => {
            tracing::info!(%request_id, %failure, "a link into a panel was not redeemed");
            let (title, words) = page::REFUSED;
            private(StatusCode::CONFLICT, page::notice(title, words))
        }
        Failure::Misconfigured(_) | Failure::Ours(_) => {
            tracing::error!(%request_id, %failure, "a link into a panel was not redeemed");
            private(StatusCode::BAD_GATEWAY, page::again())
        }
        Failure::Unavailable(_) | Failure::InTheWay(_) | Failure::NotNow { .. } | Failure::Timeout => {
            tracing::warn!(%request_id, %failure, "a link into a panel was not redeemed");
            private(StatusCode::BAD_GATEWAY, page::again())
        }
    }
}

/// Whatever is answered here is for one person, once.
fn private(status: StatusCode, page: String) -> Response {
    let page = (status, [(header::CONTENT_TYPE, "text/html; charset=utf-8")], page);
    secured(page.into_response(), POLICY, "no-store")
}

/// The address is not recorded, as it is elsewhere: it may hold a token.
async fn wrong_method(Extension(client): Extension<Client>, method: Method) -> Response {
    let error: Error = fallback::not_allowed(&method);
    fallback::refused(client, "a link into a panel", error)
}
