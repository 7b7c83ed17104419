//! Compression: of what is long, for who takes it, and never of what holds a secret.
use crate::headers::{values, weighed};
use axum::{
    Router,
    extract::Request,
    http::{Extensions, HeaderMap, HeaderValue, StatusCode, Version, header},
};
use tower::util::MapRequestLayer;
use tower_http::compression::{
    CompressionLayer,
    predicate::{NotForContentType, Predicate, SizeAbove},
};

/// Bytes of an answer that is left as it is.
const SHORT: u64 = 1 << 10;

/// Stands beside an answer that holds a link, a ticket or a signed address: how well that compresses, together
/// with what somebody else put there, would tell of it (BREACH).
#[derive(Clone, Copy, Debug)]
pub struct Secret;

/// Compresses what `routes` answer.
pub fn on<S: Clone + Send + Sync + 'static>(routes: Router<S>) -> Router<S> {
    let open = |_: StatusCode, _: Version, _: &HeaderMap, extensions: &Extensions| {
        extensions.get::<Secret>().is_none()
    };
    let worth = SizeAbove::new(SHORT).and(NotForContentType::IMAGES).and(NotForContentType::SSE);
    let compression = CompressionLayer::new().compress_when(worth.and(open));
    routes.layer((MapRequestLayer::new(tolerant), compression))
}

/// Who refuses an answer as it is, and takes no coding of ours, gets it as it is: the request is done by then
/// (RFC 9110 section 12.5.3 leaves that open).
fn tolerant(mut request: Request) -> Request {
    let refuses = |coding: &str| {
        let (name, weight) = weighed(coding);
        weight <= 0.0 && (name == "*" || name.eq_ignore_ascii_case("identity"))
    };
    let headers = request.headers_mut();
    if values(headers, header::ACCEPT_ENCODING).any(refuses) {
        let taken: Vec<_> =
            values(headers, header::ACCEPT_ENCODING).filter(|coding| !refuses(coding)).collect();
        let taken = HeaderValue::from_str(&taken.join(", ")).expect("made of header lines");
        headers.insert(header::ACCEPT_ENCODING, taken);
    }
    request
}
