//! A file that the binary carries and a page loads.
use crate::headers::{has_version, secured, values, version, weighed};
use axum::{
    Router,
    body::Bytes,
    http::{HeaderMap, StatusCode, header},
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
    pub tag: String,
    pub content: Content,
}

/// The bytes of a file that is served.
pub(crate) enum Content {
    /// A small file of ours.
    Plain(&'static str),
    /// A file that this process wrote.
    Written(Bytes),
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
            Content::Plain(text) => version(text.as_bytes()),
            Content::Written(text) => version(text),
            Content::Packed(Packed { gzip, .. }) => version(&gzip[gzip.len() - TAIL..]),
        };
        Self { path, media_type, caching: ASK_AGAIN, policy, vary: "accept-encoding", tag, content }
    }

    /// The routes with this file among them.
    pub fn on<S: Clone + Send + Sync + 'static>(&'static self, routes: Router<S>) -> Router<S> {
        routes.route(self.path, get(move |headers: HeaderMap| ready(self.answer(&headers))))
    }

    /// The file, unless the client has it.
    pub fn answer(&self, asked: &HeaderMap) -> Response {
        let response = match has_version(asked, &self.tag) {
            true => StatusCode::NOT_MODIFIED.into_response(),
            false => self.whole(asked),
        };
        let response =
            ([(header::ETAG, self.tag.as_str()), (header::VARY, self.vary)], response).into_response();
        secured(response, self.policy, self.caching)
    }

    fn whole(&self, asked: &HeaderMap) -> Response {
        let media_type = [(header::CONTENT_TYPE, self.media_type)];
        match &self.content {
            Content::Plain(text) => (media_type, *text).into_response(),
            Content::Written(text) => (media_type, text.clone()).into_response(),
            Content::Packed(Packed { gzip, .. }) if takes_gzip(asked) => {
                (media_type, [(header::CONTENT_ENCODING, "gzip")], *gzip).into_response()
            }
            Content::Packed(Packed { plain, .. }) => (media_type, Bytes::clone(plain)).into_response(),
        }
    }
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
