//! Starting the platform, and ending it in order.
use super::{
    backends::{self, Behind, Ports},
    failure::CommandError,
    inventory::{apply_demo, telling},
    log, print,
    settings::{Conversion, LogFormat, Opened, Serving},
    shutdown::{self, Signals},
    store,
    traces::Traces,
};
use crate::{
    App, Options, app,
    behaviour::{self, Runs},
    metrics_app, search_app, serve,
};
use axum::http::HeaderValue;
use chrono::TimeDelta;
use hosting_core::{
    AREAS, Platform, background,
    clock::SystemClock,
    conversion::remove_all_scraps,
    credential::Issuers,
    database::Load,
    hosting::FreeHosting,
    limit::{Limits, MemoryLimits, RedisLimits, Time},
    platform::Parts,
    providers::{Providers, converter::Converter, issuer::Issuer, store::Store},
    queue,
    settings::{BillingTerms, FileBudget, Retention},
};
use hosting_drivers::{authorization_server::AuthorizationServer, none::NoConverter, sealed::Sealed};
use hosting_engine::{Machine, launch::Workshop};
use hosting_graphql::{Rules, Safelist};
use std::{io, net::SocketAddr, path::PathBuf, sync::Arc, time::Duration};
use tokio::{net::TcpListener, sync::watch, task::spawn_blocking};

/// Serves until a signal ends the process.
pub async fn serve(serving: Serving) -> Result<(), CommandError> {
    let traces = serving.otlp_endpoint.as_deref().map(Traces::start).transpose()?;
    log::start(serving.log_format, traces.as_ref());
    let mut signals = Signals::listen()?;
    let runs = runs(&serving)?;
    let opened = serving.settings.open_to_serve().await?;
    let limits = limits(serving.redis_url.as_deref())?;
    let listener = listen("--listen", serving.listen).await?;
    let search = listen_if("--search-listen", serving.search_listen).await?;
    let metrics = listen_if("--metrics-listen", serving.metrics_listen).await?;
    let address = listener.local_addr().unwrap_or(serving.listen);
    let options = Options { runs, ..options(&serving, address)? };
    let ports = ports(&serving, &opened, &options.base_url).await?;
    // Keys are shown once: only by a process that goes on to serve.
    if !serving.no_demo {
        demo(&opened, &ports).await?;
    }
    let converter = converter(&serving).await?;
    let store = store::open(&serving, &opened, &options.base_url).await?;
    let issuers = issuers(&serving, &options.base_url)?;
    let platform = platform(opened, limits, issuers, &serving, (store, converter), ports, &options.base_url);
    // The demo is one by name.
    if serving.no_demo {
        let ports = platform.providers().sandboxes().join(", ");
        tracing::warn!(
            ports,
            "behind these there are only sandboxes: nothing that is done there reaches the world"
        );
    }
    // Kept until the end; what a process that died had in hand need not wait for its leases.
    let alone = serving.settings.alone();
    if alone.is_none() && matches!(platform.database().load(), Load::Writer { .. }) {
        tracing::warn!("another process serves this data folder too");
    }
    if !platform.limits().ping().await {
        tracing::warn!("Redis does not answer: each process counts requests by itself until it does");
    }
    if alone.is_some() {
        queue::release_leases(&platform).await?;
        remove_all_scraps(&platform).await?;
    }
    let slowness = options.slowness;
    let app_state = App::new(platform.clone(), options);

    let (shut_down, shutting_down) = watch::channel(false);
    let mut tasks = background::start(&platform, AREAS, &shutting_down);
    if let Some(search) = search {
        tasks.spawn(serve::serve(search, search_app(app_state.clone()), slowness, shutting_down.clone()));
    }
    if let Some(metrics) = metrics {
        tasks.spawn(serve::serve(metrics, metrics_app(app_state.clone()), slowness, shutting_down.clone()));
    }
    for connections in [&app_state.live, &app_state.terminals.connections] {
        tasks.spawn(connections.clone().close_on(shutting_down.clone()));
    }
    tasks.spawn(serve::serve(listener, app(app_state.clone()), slowness, shutting_down));
    tracing::info!(%address, "listening");
    match serving.log_format {
        LogFormat::Text => print(&format!("listening on http://{address}\n"))?,
        LogFormat::Json => print(&format!("{{\"listening\":\"http://{address}\"}}\n"))?,
    }

    shutdown::run(&mut tasks, &mut signals).await;
    app_state.drain();
    shutdown::linger(serving.drain, &mut signals).await;
    tracing::info!("shutting down: what was begun is finished");
    shut_down.send_replace(true);
    shutdown::drain(&mut tasks, &mut signals).await;
    // It waits for an answer of the collector's.
    if let Some(traces) = traces {
        drop(spawn_blocking(move || traces.end()).await);
    }
    Ok(())
}

pub(super) fn limits(redis: Option<&str>) -> Result<Limits, CommandError> {
    let Some(url) = redis else { return Ok(Limits::Memory(MemoryLimits::default())) };
    // The cause may repeat the address, which may hold a password.
    let redis = RedisLimits::new(url, Time::Server);
    redis
        .map(Limits::Redis)
        .map_err(|_| CommandError::refused("REDIS_URL: is not an address of a Redis server".to_owned()))
}

/// What stands behind the platform; sandboxes take their time.
async fn ports(serving: &Serving, opened: &Opened, base_url: &str) -> Result<Ports, CommandError> {
    let behind = Behind::new(&opened.database, &opened.secret, base_url);
    let millis = Duration::from_millis;
    behind.sandboxes.slow_down(millis(serving.sandbox_delay), millis(serving.sandbox_pace));
    backends::open(serving.settings.backends.as_deref(), &behind).await
}

async fn demo(opened: &Opened, ports: &Ports) -> Result<(), CommandError> {
    let backends = telling(ports.clone());
    let keys =
        apply_demo(&opened.database, &SystemClock, &opened.secret, &opened.prefixes, &backends).await?;
    for (email, key) in keys {
        tracing::info!(email, "a demo account was made; its key is shown once");
        print(&format!("API key: {key}\n"))?;
    }
    Ok(())
}

async fn listen(flag: &str, address: SocketAddr) -> Result<TcpListener, CommandError> {
    let refused = |cause: io::Error| CommandError::refused(format!("{flag} {address}: {cause}"));
    let listener = TcpListener::bind(address).await.map_err(refused)?;
    // Who asked for any port is told which.
    tracing::info!(flag, address = %listener.local_addr().map_err(refused)?, "bound");
    Ok(listener)
}

async fn listen_if(flag: &str, address: Option<SocketAddr>) -> Result<Option<TcpListener>, CommandError> {
    match address {
        Some(address) => listen(flag, address).await.map(Some),
        None => Ok(None),
    }
}

fn options(serving: &Serving, address: SocketAddr) -> Result<Options, CommandError> {
    let origin = |text: &String| {
        let wrong = || CommandError::refused(format!("HOSTING_ALLOWED_ORIGINS: `{text}` is not an origin"));
        match text.split_once("://") {
            Some(("http" | "https", host)) if !host.is_empty() && !host.contains('/') => {
                HeaderValue::from_str(text).map_err(|_| wrong())
            }
            _ => Err(wrong()),
        }
    };
    Ok(Options {
        base_url: serving.base_url.clone().unwrap_or_else(|| format!("http://{address}")),
        trusted_proxies: serving.trusted_proxy.clone(),
        client_address_header: serving.client_address_header,
        allowed_origins: serving.allowed_origin.iter().map(origin).collect::<Result<_, _>>()?,
        graph: rules(serving)?,
        files: serving.s3_endpoint.is_none().then(|| serving.settings.data.join("files")),
        ..Options::default()
    })
}

/// What runs of the features found.
fn runs(serving: &Serving) -> Result<Runs, CommandError> {
    let read = |(flag, path): (&str, &Option<PathBuf>)| {
        let Some(path) = path else { return Ok(None) };
        let wrong = |why: String| CommandError::refused(format!("{flag} {}: {why}", path.display()));
        behaviour::read_results(path).map(Some).map_err(wrong)
    };
    Ok(Runs {
        results: read(("--behaviour", &serving.behaviour))?,
        before: read(("--behaviour-before", &serving.behaviour_before))?,
    })
}

/// What is decided about the graph.
fn rules(serving: &Serving) -> Result<Rules, CommandError> {
    let safelist = |path: &PathBuf| {
        let wrong = |why: String| CommandError::refused(format!("{}: {why}", path.display()));
        let text = std::fs::read_to_string(path).map_err(|cause| wrong(cause.to_string()))?;
        text.parse::<Safelist>().map_err(wrong)
    };
    let safelist = serving.graphql_safelist.as_ref().map(safelist).transpose()?;
    Ok(Rules { introspection: !serving.no_introspection, safelist, ..Rules::default() })
}

/// What converts files; never without its seal.
async fn converter(serving: &Serving) -> Result<Arc<dyn Converter>, CommandError> {
    if serving.no_conversion {
        return Ok(Arc::new(NoConverter::default()));
    }
    let exe = std::env::current_exe()?;
    let workshop = match (Workshop::open(exe).await, serving.conversion) {
        (Ok(workshop), _) => workshop,
        (Err(why), Conversion::Required) => {
            let why = format!("--conversion required: files cannot be converted safely here: {why}");
            return Err(CommandError::refused(why));
        }
        (Err(why), Conversion::Auto) => {
            tracing::warn!(why, "files cannot be converted safely here: none are, and all else is served");
            return Ok(Arc::new(NoConverter::unsealed(why)));
        }
    };
    tracing::info!(seal = ?workshop.state(), "conversions are sealed off");
    let limits = hosting_engine::Limits::on(Machine::here(), conversions_at_once(serving) as u64);
    Ok(Arc::new(Sealed::new(Arc::new(workshop), serving.settings.data.join("work")).within(limits).ahead()))
}

/// As many as the machine has processors, unless the operator says it.
fn conversions_at_once(serving: &Serving) -> usize {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    serving.conversions.map_or(processors, usize::from)
}

/// Whose access tokens are taken.
fn issuers(serving: &Serving, base_url: &str) -> Result<Issuers, CommandError> {
    let issuer = |id: &String| match AuthorizationServer::new(id.clone()) {
        Ok(server) => Ok(Arc::new(server) as Arc<dyn Issuer>),
        Err(why) => Err(CommandError::refused(format!("HOSTING_ISSUERS: `{id}` {why}"))),
    };
    let trusted = serving.issuer.iter().map(issuer).collect::<Result<_, _>>()?;
    let audience = serving.audience.as_deref().unwrap_or(base_url.trim_end_matches('/'));
    Ok(Issuers::new(trusted, audience.to_owned()))
}

fn platform(
    opened: Opened,
    limits: Limits,
    issuers: Issuers,
    serving: &Serving,
    (store, converter): (Arc<dyn Store>, Arc<dyn Converter>),
    ports: Ports,
    base_url: &str,
) -> Platform {
    let Ports { registrar, dns, billing, mail, panel, lxc, kvm } = ports;
    Platform::new(Parts {
        database: opened.database,
        clock: Arc::new(SystemClock),
        secret: opened.secret,
        prefixes: opened.prefixes,
        issuers,
        limits,
        providers: Providers { registrar, dns, billing, mail, panel, lxc, kvm, store, converter },
        retention: Retention {
            keys: TimeDelta::hours(serving.key_hours.into()),
            usage: TimeDelta::days(serving.usage_days.into()),
            cancelled: TimeDelta::days(serving.cancelled_days.into()),
            conversions: TimeDelta::days(serving.conversion_days.into()),
        },
        billing_terms: BillingTerms {
            before: TimeDelta::days(serving.due_days.into()),
            grace: TimeDelta::days(serving.grace_days.into()),
            suspended: TimeDelta::days(serving.suspended_days.into()),
        },
        base_url: base_url.to_owned(),
        file_budget: FileBudget {
            jobs: serving.account_conversions.into(),
            bytes: i64::from(serving.account_files_gib) << 30,
        },
        conversions_at_once: conversions_at_once(serving),
        new_rsa_key: hosting_core::email::new_rsa_key,
        free_hosting: FreeHosting {
            inactivity: TimeDelta::days(serving.free_inactivity_days.into()),
            grace: TimeDelta::days(serving.free_deletion_days.into()),
        },
    })
}
