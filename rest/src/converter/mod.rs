//! The page `/docs/convert`: files are dropped on it, and become others. It asks as any program of a customer may, and is
//! wholly inside the binary.
use crate::{
    asset::{Asset, Content},
    docs::POLICY,
};
use axum::Router;
use hosting_engine::mime;
use std::{collections::BTreeMap, sync::LazyLock};

const STYLE: &str =
    concat!(include_str!("../docs/base.css"), include_str!("../docs/frame.css"), include_str!("page.css"));

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

/// The page, its style and the parts of its script.
const PARTS: [(&str, &str, &str); 8] = [
    ("/docs/convert", HTML, include_str!("page.html")),
    ("/docs/convert/page.css", CSS, STYLE),
    ("/docs/convert/page.js", SCRIPT, include_str!("page.js")),
    ("/docs/convert/files.js", SCRIPT, include_str!("files.js")),
    ("/docs/convert/tools.js", SCRIPT, include_str!("tools.js")),
    ("/docs/convert/options.js", SCRIPT, include_str!("options.js")),
    ("/docs/convert/platform.js", SCRIPT, include_str!("platform.js")),
    ("/docs/convert/words.js", SCRIPT, include_str!("words.js")),
];

static ASSETS: LazyLock<Vec<Asset>> = LazyLock::new(|| {
    let parts =
        PARTS.map(|(path, media_type, text)| Asset::new(POLICY, path, media_type, Content::Plain(text)));
    let types = Content::Written(types().into());
    parts
        .into_iter()
        .chain([Asset::new(POLICY, "/docs/convert/types.json", "application/json", types)])
        .collect()
});

/// Which type files have by the ends of their names: browsers know few of them, and each others.
fn types() -> String {
    let types: BTreeMap<_, _> = mime::extensions().collect();
    serde_json::to_string(&types).expect("names are text")
}

/// The routes of the page and of all that it loads.
pub fn routes<S: Clone + Send + Sync + 'static>() -> Router<S> {
    ASSETS.iter().fold(Router::new(), |router, asset| asset.on(router))
}
