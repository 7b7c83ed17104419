//! Headers that are read and written in several places.
use axum::{
    http::{HeaderMap, HeaderName, HeaderValue, header},
    response::Response,
};
use std::hash::{DefaultHasher, Hasher};

/// The values of a header that is a list.
pub fn values(headers: &HeaderMap, name: HeaderName) -> impl Iterator<Item = &str> {
    let lines = headers.get_all(name).into_iter().filter_map(|line| line.to_str().ok());
    lines.flat_map(|line| line.split(',')).map(str::trim)
}

/// A value of such a header, and how much it is wanted: 1 unless said, 0 where what is said is no number
/// (RFC 9110 section 12.4.2).
pub fn weighed(value: &str) -> (&str, f32) {
    let mut parts = value.split(';').map(str::trim);
    let name = parts.next().unwrap_or_default();
    let said = parts.find_map(|part| part.strip_prefix("q=").or_else(|| part.strip_prefix("Q=")));
    (name, said.map_or(1.0, |said| said.parse().unwrap_or(0.0)))
}

/// Whether who asks would rather be shown a page than read JSON.
pub fn likes_html(headers: &HeaderMap) -> bool {
    let liked = |kinds: &[&str]| {
        values(headers, header::ACCEPT)
            .map(weighed)
            .filter(|(kind, _)| kinds.iter().any(|known| kind.eq_ignore_ascii_case(known)))
            .map(|(_, weight)| weight)
            .fold(0.0, f32::max)
    };
    liked(&["text/html"]) > liked(&["application/json", "application/graphql-response+json"])
}

/// The weak `ETag` of what consists of these bytes: it tells versions of one answer apart.
pub fn version(bytes: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    format!("W/\"{:016x}\"", hasher.finish())
}

/// Whether who asks has the version with this `ETag` already; weak or strong makes no difference
/// (RFC 9110 section 13.1.2).
pub fn has_version(headers: &HeaderMap, tag: &str) -> bool {
    let tag = opaque(tag);
    values(headers, header::IF_NONE_MATCH).any(|known| known == "*" || opaque(known) == tag)
}

fn opaque(tag: &str) -> &str {
    tag.strip_prefix("W/").unwrap_or(tag)
}

/// Tells a browser what it may do with an answer that it may show: what the `policy` allows
/// (`Content-Security-Policy`), under no other type than the stated one, and without passing its address on.
pub fn secured(mut response: Response, policy: &'static str, caching: &'static str) -> Response {
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CACHE_CONTROL, caching),
        (header::CONTENT_SECURITY_POLICY, policy),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}
