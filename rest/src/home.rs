//! The address without a path: where everything else is, for people and for programs.
use crate::{
    App,
    asset::{Asset, Content},
    docs,
    headers::likes_html,
};
use axum::{Router, http::HeaderMap, routing::get};
use std::sync::LazyLock;

const PATH: &str = "/";

static PAGE: LazyLock<Asset> =
    LazyLock::new(|| of("text/html; charset=utf-8", include_str!("docs/home.html")));

static LINKS: LazyLock<Asset> =
    LazyLock::new(|| of("application/json", include_str!("docs/home.json").trim_end()));

fn of(media_type: &'static str, text: &'static str) -> Asset {
    Asset {
        vary: "accept, accept-encoding",
        ..Asset::new(docs::POLICY, PATH, media_type, Content::Plain(text))
    }
}

/// The address without a path.
pub fn routes() -> Router<App> {
    let answer = async |headers: HeaderMap| match likes_html(&headers) {
        true => PAGE.answer(&headers),
        false => LINKS.answer(&headers),
    };
    Router::new().route(PATH, get(answer))
}
