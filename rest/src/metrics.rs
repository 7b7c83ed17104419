//! Figures for operators, as Prometheus reads them; on a listener of their own.
use crate::App;
use axum::{
    Router,
    extract::State,
    http::{Method, StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};
use hosting_core::{
    Platform,
    database::Load,
    kernel::figures::FIGURES,
    queue::{self, Backlog},
};
use hosting_drivers::folder::Space;
use prometheus::{
    Encoder, HistogramOpts, HistogramVec, IntCounterVec, IntGauge, IntGaugeVec, Opts, Registry, TextEncoder,
};

/// Seconds up to which requests are counted together.
const STEPS: [f64; 11] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0, 30.0];

/// What is counted of HTTP, and what is looked at when somebody asks.
pub struct Metrics {
    registry: Registry,
    requests: IntCounterVec,
    durations: HistogramVec,
    /// Requests that are being served.
    pub in_flight: IntGauge,
    places: IntGaugeVec,
    taken: IntGaugeVec,
    shed: IntCounterVec,
    jobs: IntGaugeVec,
    oldest: IntGaugeVec,
    backends: IntGaugeVec,
    database: IntGauge,
    connections: IntGaugeVec,
    writes: IntGauge,
    redis: IntGaugeVec,
    free: IntGaugeVec,
}

impl Default for Metrics {
    fn default() -> Self {
        let registry = Registry::new();
        let gauges = |name: &str, help: &str, labels: &[&str]| {
            let gauges = IntGaugeVec::new(Opts::new(name, help), labels).expect(SOUND);
            registry.register(Box::new(gauges.clone())).expect(ONCE);
            gauges
        };
        let gauge = |name: &str, help: &str| {
            let gauge = IntGauge::new(name, help).expect(SOUND);
            registry.register(Box::new(gauge.clone())).expect(ONCE);
            gauge
        };
        let counters = |name: &str, help: &str, labels: &[&str]| {
            let counters = IntCounterVec::new(Opts::new(name, help), labels).expect(SOUND);
            registry.register(Box::new(counters.clone())).expect(ONCE);
            counters
        };
        let durations = HistogramOpts::new("hosting_request_duration_seconds", "How long answers took.");
        let durations = HistogramVec::new(durations.buckets(STEPS.to_vec()), &["route"]).expect(SOUND);
        registry.register(Box::new(durations.clone())).expect(ONCE);
        let build = gauges("hosting_build_info", "1, and which version this is.", &["version"]);
        build.with_label_values(&[env!("CARGO_PKG_VERSION")]).set(1);
        Self {
            requests: counters(
                "hosting_requests_total",
                "Requests that were answered.",
                &["method", "route", "status"],
            ),
            durations,
            in_flight: gauge("hosting_requests_in_flight", "Requests that are being served."),
            places: gauges("hosting_places", "Places that there are.", &["budget"]),
            taken: gauges("hosting_places_taken", "Places that are taken.", &["budget"]),
            shed: counters("hosting_shed_total", "Requests for which there was no place.", &["budget"]),
            jobs: gauges(
                "hosting_queue_jobs",
                "Queued work, by where it stands; what is dead was given up.",
                &["lane", "kind", "state"],
            ),
            oldest: gauges(
                "hosting_queue_oldest_seconds",
                "For how long the oldest job has been due.",
                &["lane"],
            ),
            backends: gauges("hosting_backend_up", "Whether a backend can be asked.", &["backend", "driver"]),
            database: gauge("hosting_database_up", "Whether the database answers."),
            connections: gauges(
                "hosting_database_connections",
                "Connections to the server of the database.",
                &["state"],
            ),
            writes: gauge("hosting_database_writer_waiting", "Writes that wait for the writer of the file."),
            redis: gauges("hosting_redis_up", "Whether Redis answers.", &[]),
            free: gauges("hosting_store_free_bytes", "Bytes that are free for files.", &[]),
            registry,
        }
    }
}

const SOUND: &str = "the name is sound";
const ONCE: &str = "each is registered once";

impl Metrics {
    /// Counts an answer. `route` is a template, and methods that a client made up count as one, so
    /// that the number of series is bounded.
    pub fn answered(&self, method: &Method, route: &str, status: StatusCode, seconds: f64) {
        let usual = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
        let method = usual.into_iter().find(|usual| method == usual).unwrap_or("-");
        self.requests.with_label_values(&[method, route, status.as_str()]).inc();
        self.durations.with_label_values(&[route]).observe(seconds);
    }
}

/// Where Prometheus asks.
pub const ROUTE: &str = "/metrics";

/// What is told there.
pub fn routes() -> Router<App> {
    Router::new().route(ROUTE, get(metrics))
}

async fn metrics(State(app): State<App>) -> Response {
    app.metrics.look(&app).await;
    let mut figures = app.metrics.registry.gather();
    figures.extend(FIGURES.registry().gather());
    let mut text = Vec::new();
    match TextEncoder::new().encode(&figures, &mut text) {
        Ok(()) => ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response(),
        Err(cause) => {
            tracing::error!(%cause, "the figures could not be written");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}

impl Metrics {
    /// Looks at what is not counted as it happens.
    async fn look(&self, app: &App) {
        for (budget, places) in app.places.named() {
            self.places.with_label_values(&[budget]).set(whole(places.all()));
            self.taken.with_label_values(&[budget]).set(whole(places.count()));
            let shed = self.shed.with_label_values(&[budget]);
            shed.inc_by(places.shed().saturating_sub(shed.get()));
        }
        let found = app.probes.look(&app.platform).await;
        self.database.set(found.database.into());
        for (name, driver, well) in &found.checks {
            match name.as_str() {
                "database" => {}
                "redis" => self.redis.with_label_values::<&str>(&[]).set((*well).into()),
                backend => self.backends.with_label_values(&[backend, driver]).set((*well).into()),
            }
        }
        match app.platform.database().load() {
            Load::Writer { waiting } => self.writes.set(whole(waiting)),
            Load::Connections { busy, idle, most } => {
                for (state, count) in [("busy", busy), ("idle", idle), ("bound", most)] {
                    self.connections.with_label_values(&[state]).set(whole(count));
                }
            }
        }
        if let Some(Space { free, .. }) = app.options.files.as_deref().and_then(|files| Space::of(files).ok())
        {
            self.free.with_label_values::<&str>(&[]).set(i64::try_from(free).unwrap_or(i64::MAX));
        }
        if found.database {
            self.look_at_queue(&app.platform).await;
        }
    }

    async fn look_at_queue(&self, platform: &Platform) {
        let Backlog { counts, oldest } = match queue::backlog(platform).await {
            Ok(found) => found,
            Err(cause) => return tracing::warn!(%cause, "the queue could not be counted"),
        };
        // What was there a while ago may be gone.
        self.jobs.reset();
        self.oldest.reset();
        for one in counts {
            self.jobs.with_label_values(&[one.lane, one.kind, one.state]).set(one.count);
        }
        let now = platform.clock().now();
        for (lane, due) in oldest {
            self.oldest.with_label_values(&[lane]).set((now.utc() - due.utc()).num_seconds().max(0));
        }
    }
}

fn whole(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_counted_and_made_up_methods_are_one() {
        let metrics = Metrics::default();
        for method in ["GET", "GET", "FOO", "BAR"] {
            let method = Method::from_bytes(method.as_bytes()).unwrap();
            metrics.answered(&method, "/v1/account", StatusCode::OK, 0.002);
        }
        let mut text = Vec::new();
        TextEncoder::new().encode(&metrics.registry.gather(), &mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        for (method, count) in [("GET", 2), ("-", 2)] {
            let series = format!(
                "hosting_requests_total{{method=\"{method}\",route=\"/v1/account\",status=\"200\"}} {count}"
            );
            assert!(text.contains(&series), "{text}");
        }
        assert!(
            text.contains("hosting_request_duration_seconds_bucket{route=\"/v1/account\",le=\"0.0025\"} 4")
        );
    }
}
