//! The page `/docs`: an explorer for `/openapi.json` that is wholly inside the binary.
//!
//! The explorer is Swagger UI, taken at compile time out of the archive that the crate
//! `utoipa-swagger-ui-vendored` carries: the two files that are wanted stay deflated as they are there, are given the
//! frame of a gzip file, and are served as that. The rest of the archive does not reach the binary. The page, its
//! style and its script are ours, in `docs/`.
//!
//! The page needs neither inline scripts nor inline styles, so its `Content-Security-Policy` allows none.

use crate::asset::{self, Asset, Content, Packed, inflate};
use axum::{Router, body::Bytes};
use std::sync::LazyLock;
use utoipa_swagger_ui_vendored::SWAGGER_UI_VENDORED as ARCHIVE;

/// What the page may load and talk to: this host, and images that are in a style sheet.
pub(crate) const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
     connect-src 'self'; font-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/// For the large files, which change with a release at most.
const A_DAY: &str = "public, max-age=86400";

/// The routes of the page `/docs` and of everything that it loads.
pub fn routes<S: Clone + Send + Sync + 'static>() -> Router<S> {
    ASSETS.iter().fold(Router::new(), |router, asset| asset.on(router))
}

static ASSETS: LazyLock<[Asset; 6]> = LazyLock::new(|| {
    [
        own("/docs", "text/html; charset=utf-8", include_str!("docs/page.html")),
        own("/docs/explorer.css", "text/css; charset=utf-8", OWN_STYLE),
        own("/docs/explorer.js", "text/javascript; charset=utf-8", include_str!("docs/explorer.js")),
        own("/docs/icon.svg", "image/svg+xml", include_str!("docs/icon.svg")),
        Asset {
            caching: A_DAY,
            ..packed(
                "/docs/swagger-ui.css",
                "text/css; charset=utf-8",
                Packed { gzip: &STYLE_GZIP, plain: &STYLE_PLAIN },
            )
        },
        Asset {
            caching: A_DAY,
            ..packed(
                "/docs/swagger-ui-bundle.js",
                "text/javascript; charset=utf-8",
                Packed { gzip: &BUNDLE_GZIP, plain: &BUNDLE_PLAIN },
            )
        },
    ]
});

/// The style of the page: what the pages of ours have in common, and its own.
const OWN_STYLE: &str =
    concat!(include_str!("docs/base.css"), include_str!("docs/frame.css"), include_str!("docs/explorer.css"));

fn own(path: &'static str, media_type: &'static str, text: &'static str) -> Asset {
    Asset::new(POLICY, path, media_type, Content::Plain(text))
}

fn packed(path: &'static str, media_type: &'static str, content: Packed) -> Asset {
    Asset::new(POLICY, path, media_type, Content::Packed(content))
}

const STYLE: Deflated = deflated("/dist/swagger-ui.css");
static STYLE_GZIP: [u8; STYLE.bytes.len() + FRAME] = gzip(&STYLE);
static STYLE_PLAIN: LazyLock<Bytes> = LazyLock::new(|| inflate(&STYLE_GZIP));

const BUNDLE: Deflated = deflated("/dist/swagger-ui-bundle.js");
static BUNDLE_GZIP: [u8; BUNDLE.bytes.len() + FRAME] = gzip(&BUNDLE);
static BUNDLE_PLAIN: LazyLock<Bytes> = LazyLock::new(|| inflate(&BUNDLE_GZIP));

/// A file as it lies in the archive. Looked at while compiling only: a reference to the archive that were left in the
/// program would bring all of it along.
struct Deflated {
    bytes: &'static [u8],
    checksum: u32,
    length: u32,
}

/// The file of the archive whose name ends so; compilation stops where there is none.
const fn deflated(ending: &str) -> Deflated {
    let mut end = ARCHIVE.len() - 22;
    while u32_at(end) != 0x0605_4b50 {
        end -= 1;
    }
    let mut left = u16_at(end + 10);
    let mut at = u32_at(end + 16) as usize;
    while left > 0 {
        let (name, extra, comment) = (u16_at(at + 28), u16_at(at + 30), u16_at(at + 32));
        if ends_with(at + 46 + name, ending.as_bytes()) {
            assert!(u16_at(at + 10) == 8, "the file must be deflated");
            let local = u32_at(at + 42) as usize;
            let start = local + 30 + u16_at(local + 26) + u16_at(local + 28);
            let bytes = ARCHIVE.split_at(start).1.split_at(u32_at(at + 20) as usize).0;
            return Deflated { bytes, checksum: u32_at(at + 16), length: u32_at(at + 24) };
        }
        at += 46 + name + extra + comment;
        left -= 1;
    }
    panic!("the archive of Swagger UI has no such file")
}

/// Whether the bytes of the archive before `end` are these.
const fn ends_with(end: usize, ending: &[u8]) -> bool {
    let mut back = 1;
    while back <= ending.len() {
        if ARCHIVE[end - back] != ending[ending.len() - back] {
            return false;
        }
        back += 1;
    }
    true
}

const fn u16_at(at: usize) -> usize {
    u16::from_le_bytes([ARCHIVE[at], ARCHIVE[at + 1]]) as usize
}

const fn u32_at(at: usize) -> u32 {
    u32::from_le_bytes([ARCHIVE[at], ARCHIVE[at + 1], ARCHIVE[at + 2], ARCHIVE[at + 3]])
}

/// What a gzip file has before the deflated bytes: no name, no time, any system.
const HEAD: [u8; asset::HEAD] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];

/// What a gzip file has after them: the checksum and the length.
const TAIL: usize = asset::TAIL;

/// What a gzip file is larger than its deflated bytes.
const FRAME: usize = HEAD.len() + TAIL;

const fn gzip<const N: usize>(file: &Deflated) -> [u8; N] {
    let mut whole = [0; N];
    let (head, rest) = whole.split_at_mut(HEAD.len());
    let (bytes, tail) = rest.split_at_mut(file.bytes.len());
    let (checksum, length) = tail.split_at_mut(TAIL / 2);
    head.copy_from_slice(&HEAD);
    bytes.copy_from_slice(file.bytes);
    checksum.copy_from_slice(&file.checksum.to_le_bytes());
    length.copy_from_slice(&file.length.to_le_bytes());
    whole
}

#[cfg(test)]
mod tests {
    use axum::{
        body::{Body, to_bytes},
        http::{HeaderMap, Request, StatusCode},
    };
    use tower::ServiceExt as _;

    use super::*;

    async fn ask(method: &str, path: &str, headers: &[(&str, &str)]) -> (StatusCode, HeaderMap, Bytes) {
        let mut request = Request::builder().method(method).uri(path);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let response = routes::<()>().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
        let (parts, body) = response.into_parts();
        (parts.status, parts.headers, to_bytes(body, usize::MAX).await.unwrap())
    }

    /// What stands in the page after each of these attributes.
    fn references(page: &str) -> Vec<&str> {
        let attributes = ["href=\"", "src=\"", "action=\"", "url("];
        let rests = attributes.iter().flat_map(|attribute| page.split(attribute).skip(1));
        rests.map(|rest| rest.split(['"', ')']).next().unwrap()).collect()
    }

    #[tokio::test]
    async fn every_asset_is_served_with_its_type_and_the_policy() {
        for (path, media_type, text) in [
            ("/docs", "text/html; charset=utf-8", "Hosting Platform API"),
            ("/docs/explorer.css", "text/css; charset=utf-8", "color-scheme"),
            ("/docs/explorer.js", "text/javascript; charset=utf-8", "/openapi.json"),
            ("/docs/icon.svg", "image/svg+xml", "<svg"),
            ("/docs/swagger-ui.css", "text/css; charset=utf-8", ".swagger-ui"),
            ("/docs/swagger-ui-bundle.js", "text/javascript; charset=utf-8", "SwaggerUIBundle"),
        ] {
            let (status, headers, body) = ask("GET", path, &[]).await;
            assert_eq!(status, StatusCode::OK, "{path}");
            assert_eq!(headers["content-type"], media_type, "{path}");
            assert_eq!(headers["content-security-policy"], POLICY, "{path}");
            assert_eq!(headers["x-content-type-options"], "nosniff", "{path}");
            assert_eq!(headers["referrer-policy"], "no-referrer", "{path}");
            assert!(!headers.contains_key("content-encoding"), "{path}");
            assert!(std::str::from_utf8(&body).unwrap().contains(text), "{path}");
        }
        assert!(!POLICY.contains("unsafe"));
    }

    #[tokio::test]
    async fn large_assets_are_packed_for_who_takes_gzip() {
        for (path, file) in [("/docs/swagger-ui.css", STYLE), ("/docs/swagger-ui-bundle.js", BUNDLE)] {
            for accepted in ["gzip", "br, GZIP;q=0.5", "deflate,gzip , br"] {
                let (status, headers, body) = ask("GET", path, &[("accept-encoding", accepted)]).await;
                assert_eq!(status, StatusCode::OK);
                assert_eq!(headers["content-encoding"], "gzip");
                assert_eq!(headers["vary"], "accept-encoding");
                assert_eq!(headers["cache-control"], A_DAY);
                assert_eq!(body.len(), file.bytes.len() + FRAME);
                assert_eq!(inflate(&body).len(), file.length as usize);
            }
            for refused in ["", "br", "gzip;q=0", "gzip; q=0.000", "identity"] {
                let (_, headers, body) = ask("GET", path, &[("accept-encoding", refused)]).await;
                assert!(!headers.contains_key("content-encoding"), "{refused}");
                assert_eq!(body.len(), file.length as usize);
            }
        }
    }

    #[tokio::test]
    async fn a_known_version_is_not_sent_again() {
        for asset in ASSETS.iter() {
            let (_, headers, _) = ask("GET", asset.path, &[]).await;
            let tag = headers["etag"].to_str().unwrap();
            for known in [tag, "*", &format!("W/\"other\", {tag}")] {
                let (status, headers, body) = ask("GET", asset.path, &[("if-none-match", known)]).await;
                assert_eq!(status, StatusCode::NOT_MODIFIED, "{}", asset.path);
                assert_eq!(headers["etag"], tag);
                assert!(body.is_empty());
            }
            let (status, ..) = ask("GET", asset.path, &[("if-none-match", "W/\"other\"")]).await;
            assert_eq!(status, StatusCode::OK);
        }
    }

    #[tokio::test]
    async fn head_has_the_headers_without_the_body() {
        for asset in ASSETS.iter() {
            let (_, of_get, body) = ask("GET", asset.path, &[]).await;
            let (status, of_head, empty) = ask("HEAD", asset.path, &[]).await;
            assert_eq!(status, StatusCode::OK, "{}", asset.path);
            assert_eq!(of_head["content-length"], body.len().to_string());
            assert_eq!(of_head["content-type"], of_get["content-type"]);
            assert!(empty.is_empty());
        }
    }

    #[tokio::test]
    async fn the_page_refers_to_own_paths_only() {
        let (_, _, page) = ask("GET", "/docs", &[]).await;
        let page = std::str::from_utf8(&page).unwrap();
        let known = ["/openapi.json", "/schema.graphql", "/docs/behaviour", "/docs/convert", "#explorer"];
        let references = references(page);
        for path in &references {
            assert!(known.contains(path) || ASSETS.iter().any(|asset| asset.path == *path), "{path}");
        }
        let assets = ASSETS.iter().map(|asset| asset.path);
        for path in known.iter().copied().chain(assets) {
            assert!(references.contains(&path), "nothing refers to {path}");
        }
        assert!(!page.contains("://"));
    }

    #[test]
    fn the_page_has_no_inline_script_or_style() {
        let page = include_str!("docs/page.html");
        for tag in page.split('<').filter_map(|tag| tag.split('>').next()) {
            assert!(!tag.starts_with("style") && !tag.contains(" style=") && !tag.contains(" on"), "{tag}");
        }
        for script in page.split("<script").skip(1) {
            assert!(script.starts_with(" src=\"/docs/") && script.contains("\" defer></script>"), "{script}");
        }
    }

    #[test]
    fn our_style_and_script_load_nothing() {
        let (style, script) = (OWN_STYLE, include_str!("docs/explorer.js"));
        assert!(!style.contains("url(") && !style.contains("@import"));
        assert!(!style.contains("://") && !script.contains("://"));
    }
}
