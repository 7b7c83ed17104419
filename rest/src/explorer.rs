//! The page that `GET /graphql` gives to a browser: an explorer for the graph, wholly inside the binary.
//!
//! The explorer is `GraphiQL`, built with its parts into one script and one style by `explorer/build.js`; what was built
//! is beside it in `explorer/dist`, packed, and is served as it lies there.
//!
//! The page allows no inline script, no `eval` and no other host.
use crate::{
    asset::{Asset, Content, Packed, inflate},
    headers::likes_html,
    query::{self, Pairs},
};
use axum::{Router, body::Bytes, http::HeaderMap, response::Response};
use std::sync::LazyLock;

/// What the page may load and talk to: this host, by WebSocket too, and images that are in a style sheet.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
     connect-src 'self'; font-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

static PAGE: LazyLock<Asset> = LazyLock::new(|| Asset {
    vary: "accept, accept-encoding",
    ..Asset::new(
        POLICY,
        "/graphql",
        "text/html; charset=utf-8",
        Content::Plain(include_str!("../explorer/index.html")),
    )
});

const SCRIPT: Packed = Packed {
    gzip: include_bytes!("../explorer/dist/explorer.js.gz"),
    plain: {
        static PLAIN: LazyLock<Bytes> = LazyLock::new(|| inflate(SCRIPT.gzip));
        &PLAIN
    },
};

const STYLE: Packed = Packed {
    gzip: include_bytes!("../explorer/dist/explorer.css.gz"),
    plain: {
        static PLAIN: LazyLock<Bytes> = LazyLock::new(|| inflate(STYLE.gzip));
        &PLAIN
    },
};

const LICENSES: Packed = Packed {
    gzip: include_bytes!("../explorer/dist/licenses.txt.gz"),
    plain: {
        static PLAIN: LazyLock<Bytes> = LazyLock::new(|| inflate(LICENSES.gzip));
        &PLAIN
    },
};

static ASSETS: LazyLock<[Asset; 3]> = LazyLock::new(|| {
    [
        ("/graphql/explorer/explorer.js", "text/javascript; charset=utf-8", SCRIPT),
        ("/graphql/explorer/explorer.css", "text/css; charset=utf-8", STYLE),
        ("/graphql/explorer/licenses.txt", "text/plain; charset=utf-8", LICENSES),
    ]
    .map(|(path, media_type, packed)| Asset::new(POLICY, path, media_type, Content::Packed(packed)))
});

/// The routes of what the page loads.
pub fn routes<S: Clone + Send + Sync + 'static>() -> Router<S> {
    ASSETS.iter().fold(Router::new(), |router, asset| asset.on(router))
}

/// The page.
pub fn page(headers: &HeaderMap) -> Response {
    PAGE.answer(headers)
}

/// Whether who gets the graph is a browser that wants to show something: it likes HTML better than JSON, and sends no
/// query.
pub fn wants_page(headers: &HeaderMap, query: Option<&str>) -> bool {
    let pairs: Pairs = query::read(query.unwrap_or_default()).unwrap_or_default();
    if pairs.iter().any(|(name, _)| name == "query") {
        return false;
    }
    likes_html(headers)
}
