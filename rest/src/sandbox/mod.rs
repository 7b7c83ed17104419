//! The pages of the sandbox panel: what its links open.
//!
//! A link is opened once, by whoever is first, and becomes a session that a cookie carries. The pages need
//! no script, and load nothing but their own style and icon.
mod page;

use crate::{App, Client, fallback, headers::secured};
use axum::{
    Extension, Router,
    extract::{Path, State, rejection::PathRejection},
    http::{HeaderMap, Method, StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};
use hosting_core::{Error, Platform, Result, Time, hosting::site::primary_domain};
use hosting_drivers::sandbox::panel::{NAME, open, stands, visit};

/// What the pages may load: their style and icon from this host.
const POLICY: &str = "default-src 'none'; style-src 'self'; img-src 'self'; frame-ancestors 'none'; \
     base-uri 'none'; form-action 'none'";

/// The cookie that carries a session.
const COOKIE: &str = "sandbox_panel";

/// The pages, where the sandbox panel is what sites are on; none otherwise.
pub fn routes(platform: &Platform) -> Router<App> {
    if platform.providers().panel.iter().all(|panel| panel.driver.name() != NAME) {
        return Router::new();
    }
    let style = concat!(include_str!("../docs/base.css"), include_str!("panel.css"));
    let style = ([(header::CONTENT_TYPE, "text/css; charset=utf-8")], style);
    Router::new()
        .route("/sandbox/panel/", get(show).fallback(wrong_method))
        .route("/sandbox/panel/{token}", get(enter).head(peek).fallback(wrong_method))
        .route("/sandbox/panel.css", get(async move || style))
}

/// Opens a link, and leads on to what it opens: the address with the token in it is gone from sight.
async fn enter(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    token: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Response {
    // A browser that only prepares for a click has not opened anything.
    if headers.get("sec-purpose").is_some_and(|purpose| purpose.as_bytes().starts_with(b"prefetch")) {
        return peek(State(app), Extension(client), token).await;
    }
    let (platform, token) = (&app.platform, of_path(token));
    match open(platform.database(), platform.secret(), &token, platform.clock().now()).await {
        Ok(Some(session)) => {
            let secure = if app.options.base_url.starts_with("https:") { "; Secure" } else { "" };
            // Without a path of its own it goes to the pages beside this one only.
            let cookie = format!("{COOKIE}={session}; HttpOnly; SameSite=Lax{secure}");
            let lead = [(header::LOCATION, "./".to_owned()), (header::SET_COOKIE, cookie)];
            private((StatusCode::SEE_OTHER, lead).into_response())
        }
        Ok(None) => gone(page::USED),
        Err(error) => failed(client, error),
    }
}

/// Says whether a link would open, and leaves it as it is.
async fn peek(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    token: Result<Path<String>, PathRejection>,
) -> Response {
    let (platform, token) = (&app.platform, of_path(token));
    match stands(platform.database(), platform.secret(), &token, platform.clock().now()).await {
        Ok(true) => private(StatusCode::NO_CONTENT.into_response()),
        Ok(false) => gone(page::USED),
        Err(error) => failed(client, error),
    }
}

/// The token in a path; a path that is no text holds none that opens anything.
fn of_path(token: Result<Path<String>, PathRejection>) -> String {
    token.map(|Path(token)| token).unwrap_or_default()
}

/// Shows what a session is for.
async fn show(State(app): State<App>, Extension(client): Extension<Client>, headers: HeaderMap) -> Response {
    let Some(cookie) = cookie(&headers) else { return gone(page::ENDED) };
    match seen(&app.platform, cookie, client.at).await {
        Ok(Some(page)) => private(html(StatusCode::OK, page)),
        Ok(None) => gone(page::ENDED),
        Err(error) => failed(client, error),
    }
}

/// The page of the session with this cookie. Nobody set the site up at the panel: what it answers to, the
/// platform knows.
async fn seen(platform: &Platform, cookie: &str, at: Time) -> Result<Option<String>> {
    let (db, now) = (platform.database(), platform.clock().now());
    let Some(visit) = visit(db, platform.secret(), cookie, now).await? else { return Ok(None) };
    let domain = primary_domain(db, &visit.site).await?;
    Ok(Some(page::of(&visit, domain.as_deref().unwrap_or(&visit.site), at)))
}

fn cookie(headers: &HeaderMap) -> Option<&str> {
    let lines = headers.get_all(header::COOKIE).into_iter().filter_map(|line| line.to_str().ok());
    let mut pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| *name == COOKIE).map(|(_, value)| value)
}

fn gone((title, words): (&str, &str)) -> Response {
    private(html(StatusCode::GONE, page::notice(title, words)))
}

fn html(status: StatusCode, page: String) -> Response {
    (status, [(header::CONTENT_TYPE, "text/html; charset=utf-8")], page).into_response()
}

/// Whatever is answered here is for one person, once.
fn private(response: Response) -> Response {
    secured(response, POLICY, "no-store")
}

/// The address is not recorded, as it is elsewhere: it may hold a token.
async fn wrong_method(Extension(client): Extension<Client>, method: Method) -> Response {
    failed(client, fallback::not_allowed(&method))
}

fn failed(client: Client, error: Error) -> Response {
    fallback::refused(client, "a page of the sandbox panel", error)
}
