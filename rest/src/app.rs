//! Everything that is served, put together.
use crate::{
    behaviour::{self, Pages, Runs},
    compression,
    connections::Connections,
    contracts, converter,
    cors::{self, Cors},
    docs, explorer, fallback, files, graphql,
    health::{self, Probes},
    home, live,
    metrics::{self, Metrics},
    middleware, operators, panel,
    places::Budgets,
    routes, sandbox, search,
    slowness::Slowness,
    terminal::{self, Terminals},
    webhooks, well_known,
};
use axum::{Router, extract::FromRef, http::HeaderValue, middleware::from_fn_with_state};
use hosting_core::{
    Platform,
    limit::{ClientAddressHeader, TrustedProxies},
};
use hosting_graphql::{Graph, Rules};
use std::{
    ops::Deref,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

/// What the operator chose about HTTP.
#[derive(Clone, Debug)]
pub struct Options {
    /// What addresses that we give out start with, for example `https://api.example.com`.
    pub base_url: String,
    /// Whose word about the client's address is taken.
    pub trusted_proxies: TrustedProxies,
    /// The header in which they say it.
    pub client_address_header: ClientAddressHeader,
    /// Whose pages may call `/v1` and `/graphql` from a browser.
    pub allowed_origins: Vec<HeaderValue>,
    /// How long a request may take from when it has arrived.
    pub timeout: Duration,
    /// Requests that are worked on at the same time; more are refused.
    pub concurrency: usize,
    /// Of those, of one account, or from one address without a credential.
    pub share: usize,
    /// How slow clients may be.
    pub slowness: Slowness,
    /// What is decided about the graph.
    pub graph: Rules,
    /// Where files are, if it is a folder of this machine.
    pub files: Option<PathBuf>,
    /// What runs of the features found.
    pub runs: Runs,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            base_url: "http://127.0.0.1:8080".to_owned(),
            trusted_proxies: TrustedProxies::default(),
            client_address_header: ClientAddressHeader::default(),
            allowed_origins: Vec::new(),
            timeout: Duration::from_secs(30),
            concurrency: 1024,
            share: 64,
            slowness: Slowness::default(),
            graph: Rules::default(),
            files: None,
            runs: Runs::default(),
        }
    }
}

/// What every handler can reach; cheap to clone, as each layer does for each request.
#[derive(Clone)]
pub struct App(Arc<Parts>);

impl Deref for App {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

/// What every handler can reach.
pub struct Parts {
    /// The platform.
    pub platform: Platform,
    /// What the operator chose.
    pub options: Options,
    /// The graph.
    pub graph: Graph,
    /// The terminals that are open.
    pub terminals: Terminals,
    /// The sockets and streams of events of the graph that are open.
    pub live: Connections,
    pub(crate) places: Budgets,
    /// What was found of what stands behind the platform.
    pub(crate) probes: Probes,
    pub(crate) metrics: Metrics,
    /// What `/docs/behaviour` shows.
    pub(crate) behaviour: Pages,
    /// What a request without a credential is challenged with (RFC 9728 section 5.1).
    pub(crate) challenge: String,
    draining: AtomicBool,
}

impl App {
    /// The platform, served as `options` say.
    pub fn new(platform: Platform, mut options: Options) -> Self {
        let base = options.base_url.trim_end_matches('/');
        let challenge = format!("Bearer resource_metadata=\"{base}{}\"", well_known::PATH);
        let graph = Graph::new(options.graph.clone());
        let behaviour = Pages::new(std::mem::take(&mut options.runs));
        let terminals = Terminals::default();
        let live = Connections::new(live::CONNECTIONS, live::SHARE);
        let places = Budgets::new(options.concurrency, options.share);
        let (metrics, draining) = (Metrics::default(), AtomicBool::new(false));
        let probes = Probes::default();
        Self(Arc::new(Parts {
            platform,
            options,
            graph,
            terminals,
            live,
            places,
            probes,
            metrics,
            behaviour,
            challenge,
            draining,
        }))
    }

    /// Says from now on that this process is not ready: it is about to end.
    pub fn drain(&self) {
        self.draining.store(true, Ordering::Relaxed);
    }

    /// Whether it is about to end.
    pub fn is_draining(&self) -> bool {
        self.draining.load(Ordering::Relaxed)
    }
}

impl FromRef<App> for Platform {
    fn from_ref(app: &App) -> Self {
        app.platform.clone()
    }
}

/// Everything but the public search on a listener of its own.
pub fn app(app: App) -> Router {
    let long = routes::router()
        .merge(graphql::routes())
        .merge(search::routes())
        .merge(docs::routes())
        .merge(converter::routes())
        .merge(behaviour::routes())
        .merge(operators::routes())
        .merge(explorer::routes())
        .merge(well_known::routes())
        .merge(contracts::routes(app.options.graph.introspection))
        .merge(home::routes());
    let all = compression::on(long)
        .merge(terminal::routes())
        .merge(files::routes())
        .merge(webhooks::routes())
        .merge(health::routes())
        .merge(sandbox::routes(&app.platform))
        .merge(panel::routes(&app.platform));
    finish(all, app)
}

/// The public search alone, for a listener of its own.
pub fn search_app(app: App) -> Router {
    finish(compression::on(search::routes()).merge(health::routes()), app)
}

/// The figures for operators, for a listener of their own.
pub fn metrics_app(app: App) -> Router {
    finish(metrics::routes(), app)
}

/// What is the same for all that is served, in one layer: each is put around every route by itself. What is named first
/// comes first to a request.
fn finish(all: Router<App>, app: App) -> Router {
    let around = (
        from_fn_with_state(app.clone(), middleware::run),
        from_fn_with_state(Cors::new(&app.options), cors::run),
        from_fn_with_state(app.clone(), middleware::bounded),
    );
    all.fallback(fallback::unknown)
        .method_not_allowed_fallback(fallback::wrong_method)
        .layer(around)
        .with_state(app)
}
