//! The contracts of both facades, as files.
use crate::{
    App,
    asset::{Asset, Content},
    openapi, routes,
};
use axum::Router;
use std::sync::LazyLock;

/// They load nothing.
const POLICY: &str = "default-src 'none'";

/// The contract of REST, written once.
static OPENAPI: LazyLock<String> = LazyLock::new(|| openapi::document(&routes::v1().bindings).to_string());

/// The schema of the graph, written once.
static SDL: LazyLock<String> = LazyLock::new(hosting_graphql::schema::sdl);

static FILES: LazyLock<[Asset; 2]> = LazyLock::new(|| {
    [
        ("/openapi.json", "application/json", OPENAPI.as_str()),
        ("/schema.graphql", "text/plain; charset=utf-8", SDL.as_str()),
    ]
    .map(|(path, media_type, text)| Asset::new(POLICY, path, media_type, Content::Plain(text)))
});

/// Where they are; the schema of the graph only for whoever may know it.
pub fn routes(introspection: bool) -> Router<App> {
    let known = if introspection { &FILES[..] } else { &FILES[..1] };
    known.iter().fold(Router::new(), |router, file| file.on(router))
}
