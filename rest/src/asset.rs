//! A file that the binary carries and a page loads.
use axum::{
    Router,
    body::Bytes,
    http::{HeaderMap, HeaderName, StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};
use std::{future::ready, sync::LazyLock};

/// What a gzip file without a name has before its deflated bytes (RFC 1952 section 2.3).
pub(crate) const HEAD: usize = 10;

/// What it has after them: the checksum and the length.
pub(crate) const TAIL: usize = 8;

/// For what may change with any release: kept, but asked for again each time, which costs a 304.
const ASK_AGAIN: &str = "no-cache";

/// A file that is served.
pub(crate) struct Asset {
    pub path: &'static str,
    pub media_type: &'static str,
    pub caching: &'static str,
    /// What a browser lets the page do that loads it: its `Content-Security-Policy`.
    pub policy: &'static str,
    /// What its answer depends on besides its path.
    pub vary: &'static str,
    /// Changes when the content does.
    pub tag: u32,
    pub content: Content,
}

/// The bytes of a file that is served.
pub(crate) enum Content {
    /// A small file of ours.
    Plain(&'static str),
    /// A large one.
    Packed(Packed),
}

/// A file held as gzip, and unpacked once if somebody asks who does not take gzip.
#[derive(Clone, Copy)]
pub(crate) struct Packed {
    pub gzip: &'static [u8],
    pub plain: &'static LazyLock<Bytes>,
}

impl Asset {
    /// A file under a policy; it is asked for again each time.
    pub fn new(policy: &'static str, path: &'static str, media_type: &'static str, content: Content) -> Self {
        let tag = match &content {
            Content::Plain(text) => fnv1a(text.as_bytes()),
            Content::Packed(Packed { gzip, .. }) => fnv1a(&gzip[gzip.len() - TAIL..]),
        };
        Self { path, media_type, caching: ASK_AGAIN, policy, vary: "accept-encoding", tag, content }
    }

    /// The routes with this file among them.
    pub fn on<S: Clone + Send + Sync + 'static>(&'static self, routes: Router<S>) -> Router<S> {
        routes.route(self.path, get(move |headers: HeaderMap| ready(self.answer(&headers))))
    }

    /// The file, unless the client has it.
    pub fn answer(&self, asked: &HeaderMap) -> Response {
        let tag = format!("W/\"{:08x}\"", self.tag);
        let common = [
            (header::CACHE_CONTROL, self.caching),
            (header::CONTENT_SECURITY_POLICY, self.policy),
            (header::REFERRER_POLICY, "no-referrer"),
            (header::VARY, self.vary),
            (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        ];
        let has_it = values(asked, header::IF_NONE_MATCH).any(|known| known == tag || known == "*");
        let tag = [(header::ETAG, tag)];
        if has_it {
            return (StatusCode::NOT_MODIFIED, common, tag).into_response();
        }
        let media_type = [(header::CONTENT_TYPE, self.media_type)];
        match self.content {
            Content::Plain(text) => (common, tag, media_type, text).into_response(),
            Content::Packed(Packed { gzip, .. }) if takes_gzip(asked) => {
                (common, tag, media_type, [(header::CONTENT_ENCODING, "gzip")], gzip).into_response()
            }
            Content::Packed(Packed { plain, .. }) => {
                (common, tag, media_type, Bytes::clone(plain)).into_response()
            }
        }
    }
}

/// The values of a header that is a list.
pub(crate) fn values(headers: &HeaderMap, name: HeaderName) -> impl Iterator<Item = &str> {
    let lines = headers.get_all(name).into_iter().filter_map(|line| line.to_str().ok());
    lines.flat_map(|line| line.split(',')).map(str::trim)
}

/// A value of such a header, and how much it is liked: 1 unless said (RFC 9110 section 12.4.2).
pub(crate) fn weighed(value: &str) -> (&str, f32) {
    let mut parts = value.split(';').map(str::trim);
    let name = parts.next().unwrap_or_default();
    let said = parts.find_map(|part| part.strip_prefix("q=").or_else(|| part.strip_prefix("Q=")));
    (name, said.and_then(|said| said.parse().ok()).unwrap_or(1.0))
}

fn takes_gzip(asked: &HeaderMap) -> bool {
    values(asked, header::ACCEPT_ENCODING)
        .map(weighed)
        .any(|(coding, weight)| coding.eq_ignore_ascii_case("gzip") && weight > 0.0)
}

/// The bytes of a gzip file without a name.
pub(crate) fn inflate(gzip: &[u8]) -> Bytes {
    let deflated = &gzip[HEAD..gzip.len() - TAIL];
    miniz_oxide::inflate::decompress_to_vec(deflated)
        .expect("the bytes are compiled in, and a test inflates them")
        .into()
}

/// A hash to tell versions of a file apart.
fn fnv1a(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811c_9dc5, |hash: u32, byte| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193))
}
