//! The addresses of the local store: a customer sends files to them, and fetches what was made.
//!
//! They carry no credential but their signature. What comes out of them was made of strangers' files: it is
//! never shown as a page of this host.
use crate::{
    App, Client,
    answer::{self, Refusal},
    fallback,
    headers::{has_version, secured},
    keeping::keeping,
    places::{Holder, Seat},
    query,
    slowness::TooSlow,
};
use axum::{
    Extension, Router,
    body::Body,
    extract::{Path, RawQuery, Request, State, rejection::PathRejection},
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
    routing::put,
};
use futures_util::TryStreamExt;
use hosting_core::{
    Error,
    conversion::{self, Announced, Fetched, Interrupted, UploadRefused},
    providers::store::{Key, Link, Purpose, attachment},
};
use serde::Deserialize;
use tower_http::services::ServeFile;
use uuid::Uuid;

/// Where the store's addresses are.
pub const ROUTE: &str = "/files/{job}/{name}";

/// What is served of the local store.
pub fn routes() -> Router<App> {
    // GET answers HEAD too.
    Router::new().route(ROUTE, put(receive).get(send).fallback(fallback::wrong_method))
}

/// What an address says after its path.
#[derive(Deserialize)]
struct Signed {
    size: Option<i64>,
    expires: i64,
    signature: String,
}

/// The link of an address; a path that is no text is none of ours.
fn link(path: Result<Path<(String, String)>, PathRejection>, query: Option<&str>) -> Option<Link> {
    let Path((job, name)) = path.ok()?;
    let Signed { size, expires, signature } = query::read(query?).ok()?;
    let purpose = size.map_or(Purpose::Download, |size| Purpose::Upload { size });
    let key = Key { job: Uuid::try_parse(&job).ok()?, name };
    Some(Link { key, purpose, expires, signature })
}

/// Takes a file.
async fn receive(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    path: Result<Path<(String, String)>, PathRejection>,
    RawQuery(query): RawQuery,
    request: Request,
) -> Response {
    let (parts, body) = request.into_parts();
    let Some(local) = app.platform.providers().store.local() else { return unknown(client) };
    let Some(link) = link(path, query.as_deref()) else { return refusal(client, UploadRefused::Forged) };
    let expected = match conversion::expect(&app.platform, local, &link, &announced(&parts.headers)).await {
        Ok(expected) => expected,
        Err(refused) => return refusal(client, refused),
    };
    let seat = parts.extensions.get::<Seat>();
    let account = Holder::Account(expected.account());
    if let Some(Err(full)) = seat.map(|seat| seat.move_to(&app.places.uploads, account)) {
        return failed(client, full);
    }
    let pieces = body.into_data_stream().map_err(|cause| match TooSlow::caused(&cause) {
        true => Interrupted::TooSlow,
        false => Interrupted::CutOff,
    });
    match conversion::receive(&app.platform, local, expected, pieces).await {
        Ok(()) => private(StatusCode::NO_CONTENT.into_response()),
        Err(refused) => refusal(client, refused),
    }
}

fn announced(headers: &HeaderMap) -> Announced {
    let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    Announced {
        size: text(header::CONTENT_LENGTH).and_then(|size| size.parse().ok()),
        mime: text(header::CONTENT_TYPE).map(str::to_owned),
    }
}

/// Gives a file, or a range of it (RFC 9110 section 14).
async fn send(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    path: Result<Path<(String, String)>, PathRejection>,
    RawQuery(query): RawQuery,
    request: Request,
) -> Response {
    let Some(local) = app.platform.providers().store.local() else { return unknown(client) };
    let Some(link) = link(path, query.as_deref()) else { return refusal(client, UploadRefused::Forged) };
    match conversion::send(&app.platform, local, &link).await {
        Ok(Ok(Some(fetched))) => {
            let seat = request.extensions().get::<Seat>().cloned().unwrap_or_default();
            if let Err(full) = seat.move_to(&app.places.downloads, Holder::Account(fetched.account)) {
                return failed(client, full);
            }
            let served = file(client, fetched, request).await;
            // It is worked on until it has been fetched.
            served.map(|body| keeping(body, seat.leave()))
        }
        Ok(Ok(None)) => gone(client),
        Ok(Err(stale)) => refusal(client, stale.into()),
        Err(error) => failed(client, error),
    }
}

async fn file(client: Client, fetched: Fetched, request: Request) -> Response {
    let etag = format!("\"{}\"", fetched.sha256);
    if has_version(request.headers(), &etag) {
        return private((StatusCode::NOT_MODIFIED, [(header::ETAG, etag)]).into_response());
    }
    let request = in_range(request, &etag);
    let Ok(served) = ServeFile::new(&fetched.path).try_call(request).await else {
        return failed(client, Error::Internal("a file of the store cannot be read".to_owned()));
    };
    if served.status() == StatusCode::NOT_FOUND {
        return gone(client);
    }
    let mut response = served.map(Body::new);
    let disposition = attachment(&fetched.name);
    let headers = response.headers_mut();
    headers.remove(header::LAST_MODIFIED);
    for (name, value) in [
        (header::CONTENT_TYPE, fetched.mime),
        (header::CONTENT_DISPOSITION, disposition),
        (header::ETAG, etag),
    ] {
        headers.insert(name, HeaderValue::try_from(value).expect("plain text"));
    }
    private(response)
}

/// A range of another file than this is no range (RFC 9110 section 13.1.5); a file never changes.
fn in_range(mut request: Request, etag: &str) -> Request {
    let headers = request.headers_mut();
    if headers.remove(header::IF_RANGE).is_some_and(|range| range.as_bytes() != etag.as_bytes()) {
        headers.remove(header::RANGE);
    }
    for name in [header::IF_MODIFIED_SINCE, header::IF_UNMODIFIED_SINCE, header::ACCEPT_ENCODING] {
        headers.remove(name);
    }
    request
}

/// What is answered here is for one customer, and no page of ours.
fn private(response: Response) -> Response {
    secured(response, "default-src 'none'; sandbox", "private, no-store")
}

/// The status and the code of a refusal: they are the store's own, beside those of `/v1`.
pub const fn code(refused: &UploadRefused) -> (StatusCode, &'static str) {
    match refused {
        UploadRefused::Forged => (StatusCode::FORBIDDEN, "url_invalid"),
        UploadRefused::Expired => (StatusCode::FORBIDDEN, "url_expired"),
        UploadRefused::Suspended => (StatusCode::FORBIDDEN, "account_suspended"),
        UploadRefused::NotAwaited(_) => (StatusCode::CONFLICT, "upload_not_awaited"),
        UploadRefused::WrongType(_) => (StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported_media_type"),
        UploadRefused::TooLong(_) => (StatusCode::PAYLOAD_TOO_LARGE, "body_too_large"),
        UploadRefused::TooShort(_) => (StatusCode::BAD_REQUEST, "upload_incomplete"),
        UploadRefused::WrongChecksum => (StatusCode::BAD_REQUEST, "checksum_mismatch"),
        UploadRefused::InProgress => (StatusCode::CONFLICT, "request_in_progress"),
        UploadRefused::TooSlow => (StatusCode::REQUEST_TIMEOUT, "upload_too_slow"),
        UploadRefused::Full => (StatusCode::SERVICE_UNAVAILABLE, "overloaded"),
        UploadRefused::Ours(_) => (StatusCode::INTERNAL_SERVER_ERROR, "internal_error"),
    }
}

fn refusal(client: Client, refused: UploadRefused) -> Response {
    let refused = match refused {
        // Where it is no failure but a matter of time, as with a database that is away, it says so like all else.
        UploadRefused::Ours(error) => return private(fallback::refused(client, "taking a file", error)),
        refused => refused,
    };
    let (status, code) = code(&refused);
    let mut response = answer::failure(client.request_id, status, code, &refused.to_string(), &[]);
    let seconds = match refused {
        UploadRefused::InProgress => Some(1),
        // Files go once a minute.
        UploadRefused::Full => Some(60),
        _ => None,
    };
    if let Some(seconds) = seconds {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    private(response)
}

fn gone(client: Client) -> Response {
    let (status, message) = (StatusCode::NOT_FOUND, "the file was removed");
    private(answer::failure(client.request_id, status, "file_gone", message, &[]))
}

fn unknown(client: Client) -> Response {
    Refusal { request_id: client.request_id, error: Error::NotFound }.into_response()
}

fn failed(client: Client, error: Error) -> Response {
    fallback::refused(client, "giving a file", error)
}
