//! The contracts of both facades, as files.
use crate::{
    App,
    asset::{Asset, Content},
    openapi, routes,
};
use axum::{Router, http::HeaderMap, routing::get};
use std::sync::LazyLock;

/// They load nothing.
const POLICY: &str = "default-src 'none'";

/// The contract of REST; written for the first who asks, so that no start waits for it.
static OPENAPI: LazyLock<Asset> = LazyLock::new(|| {
    static TEXT: LazyLock<String> = LazyLock::new(|| openapi::document(&routes::v1().bindings).to_string());
    Asset::new(POLICY, "/openapi.json", "application/json", Content::Plain(&TEXT))
});

/// The schema of the graph, likewise.
static SDL: LazyLock<Asset> = LazyLock::new(|| {
    static TEXT: LazyLock<String> = LazyLock::new(hosting_graphql::schema::sdl);
    Asset::new(POLICY, "/schema.graphql", "text/plain; charset=utf-8", Content::Plain(&TEXT))
});

/// Where they are; the schema of the graph only for whoever may know it.
pub fn routes(introspection: bool) -> Router<App> {
    let rest = Router::new().route("/openapi.json", get(async |asked: HeaderMap| OPENAPI.answer(&asked)));
    match introspection {
        true => rest.route("/schema.graphql", get(async |asked: HeaderMap| SDL.answer(&asked))),
        false => rest,
    }
}
