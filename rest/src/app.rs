//! Everything that is served, put together.
use crate::{
    connections::Connections,
    docs, explorer, fallback, files, graphql, health, live,
    metrics::{self, Metrics},
    middleware, openapi, routes, sandbox, search,
    terminal::{self, Terminals},
    well_known,
};
use axum::{
    Router,
    extract::FromRef,
    http::{HeaderValue, header},
    middleware::from_fn_with_state,
    routing::get,
};
use hosting_core::{Platform, limit::TrustedProxies};
use hosting_graphql::{Graph, Rules};
use std::{
    sync::{Arc, LazyLock},
    time::Duration,
};
use tower_http::cors::{AllowOrigin, Any, CorsLayer};

/// What the operator chose about HTTP.
#[derive(Clone, Debug)]
pub struct Options {
    /// What addresses that we give out start with, for example `https://api.example.com`.
    pub base_url: String,
    /// Whose word about the client's address is taken.
    pub trusted_proxies: TrustedProxies,
    /// Whose pages may call `/v1` and `/graphql` from a browser.
    pub allowed_origins: Vec<HeaderValue>,
    /// How long a request may take.
    pub timeout: Duration,
    /// Requests that are served at once; more are refused.
    pub concurrency: usize,
    /// What is decided about the graph.
    pub graph: Rules,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            base_url: "http://127.0.0.1:8080".to_owned(),
            trusted_proxies: TrustedProxies::default(),
            allowed_origins: Vec::new(),
            timeout: Duration::from_secs(30),
            concurrency: 1024,
            graph: Rules::default(),
        }
    }
}

/// What every handler can reach; cheap to clone.
#[derive(Clone)]
pub struct App {
    /// The platform.
    pub platform: Platform,
    /// What the operator chose.
    pub options: Arc<Options>,
    /// The graph.
    pub graph: Graph,
    /// The terminals that are open.
    pub terminals: Terminals,
    /// The sockets and streams of events of the graph that are open.
    pub live: Connections,
    pub(crate) metrics: Arc<Metrics>,
    /// What a request without a credential is challenged with (RFC 9728 section 5.1).
    pub(crate) challenge: HeaderValue,
}

impl App {
    /// The platform, served as `options` say.
    pub fn new(platform: Platform, options: Options) -> Self {
        let base = options.base_url.trim_end_matches('/');
        let challenge = format!("Bearer resource_metadata=\"{base}{}\"", well_known::PATH);
        let challenge = HeaderValue::from_str(&challenge).unwrap_or(HeaderValue::from_static("Bearer"));
        let graph = Graph::new(options.graph.clone());
        let (options, terminals) = (Arc::new(options), Terminals::default());
        let live = Connections::new(live::CONNECTIONS);
        Self { platform, options, graph, terminals, live, metrics: Arc::default(), challenge }
    }
}

impl FromRef<App> for Platform {
    fn from_ref(app: &App) -> Self {
        app.platform.clone()
    }
}

/// The contract, written once.
static CONTRACT: LazyLock<String> = LazyLock::new(|| openapi::document(&routes::v1().bindings).to_string());

/// The schema of the graph, written once.
static SDL: LazyLock<String> = LazyLock::new(hosting_graphql::schema::sdl);

/// Everything but the public search on a listener of its own.
pub fn app(app: App) -> Router {
    let callers = with_origins(routes::v1().router.merge(graphql::routes()), &app.options.allowed_origins);
    let contract = get(async || ([(header::CONTENT_TYPE, "application/json")], CONTRACT.as_str()));
    let all = match app.options.graph.introspection {
        true => callers.merge(schema()),
        false => callers,
    };
    let all = all
        .merge(public_search())
        .merge(terminal::routes())
        .merge(files::routes())
        .merge(health::routes())
        .merge(docs::routes())
        .merge(explorer::routes())
        .merge(well_known::routes())
        .merge(sandbox::routes(&app.platform))
        .route("/openapi.json", contract)
        .fallback(fallback::unknown)
        .method_not_allowed_fallback(fallback::wrong_method);
    finish(all, app)
}

/// The schema of the graph, for whoever may know it.
fn schema() -> Router<App> {
    let schema = get(async || ([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], SDL.as_str()));
    Router::new().route("/schema.graphql", schema)
}

/// The public search alone, for a listener of its own.
pub fn search_app(app: App) -> Router {
    let all = public_search()
        .merge(health::routes())
        .fallback(fallback::unknown)
        .method_not_allowed_fallback(fallback::wrong_method);
    finish(all, app)
}

/// The figures for operators, for a listener of their own.
pub fn metrics_app(app: App) -> Router {
    let all =
        metrics::routes().fallback(fallback::unknown).method_not_allowed_fallback(fallback::wrong_method);
    finish(all, app)
}

/// What is the same for all that is served.
fn finish(all: Router<App>, app: App) -> Router {
    all.layer(from_fn_with_state(app.clone(), middleware::run)).with_state(app)
}

/// Any page may search.
fn public_search() -> Router<App> {
    let cors = CorsLayer::new()
        .allow_origin(Any)
        .allow_methods([axum::http::Method::GET, axum::http::Method::POST])
        .allow_headers([header::CONTENT_TYPE])
        .expose_headers(
            ["retry-after", "x-ratelimit-limit", "x-ratelimit-remaining", "x-request-id"].map(named),
        );
    search::routes().method_not_allowed_fallback(fallback::wrong_method).layer(cors)
}

/// Pages of the listed origins may call the rest with a credential.
fn with_origins(routes: Router<App>, origins: &[HeaderValue]) -> Router<App> {
    if origins.is_empty() {
        return routes;
    }
    let methods = ["GET", "POST", "PUT", "PATCH", "DELETE"]
        .map(|method| axum::http::Method::from_bytes(method.as_bytes()).expect("a usual method"));
    let cors = CorsLayer::new()
        .allow_origin(AllowOrigin::list(origins.to_vec()))
        .allow_methods(methods)
        .allow_headers([header::AUTHORIZATION, header::CONTENT_TYPE, named("idempotency-key")])
        .expose_headers(["link", "retry-after", "x-request-id", "idempotent-replayed"].map(named));
    // The refusal of a method stands below the layer, which answers what browsers ask beforehand.
    routes.method_not_allowed_fallback(fallback::wrong_method).layer(cors)
}

const fn named(name: &'static str) -> axum::http::HeaderName {
    axum::http::HeaderName::from_static(name)
}
