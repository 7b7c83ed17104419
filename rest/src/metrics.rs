//! Figures for operators, as Prometheus reads them; on a listener of their own.
use crate::App;
use axum::{
    Router,
    extract::State,
    http::{Method, StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};
use hosting_core::queue;
use prometheus::{
    Encoder, HistogramOpts, HistogramVec, IntCounterVec, IntGauge, IntGaugeVec, Opts, Registry, TextEncoder,
};

/// Seconds up to which requests are counted together.
const STEPS: [f64; 11] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0, 30.0];

/// What is counted.
pub struct Metrics {
    registry: Registry,
    requests: IntCounterVec,
    durations: HistogramVec,
    /// Requests that are being served.
    pub in_flight: IntGauge,
    jobs: IntGaugeVec,
}

impl Default for Metrics {
    fn default() -> Self {
        let requests = Opts::new("hosting_requests_total", "Requests that were answered.");
        let durations = HistogramOpts::new("hosting_request_duration_seconds", "How long answers took.");
        let jobs = Opts::new("hosting_jobs", "Queued work, by where it stands; what is dead was given up.");
        let sound = "the names are sound";
        let metrics = Self {
            registry: Registry::new(),
            requests: IntCounterVec::new(requests, &["method", "route", "status"]).expect(sound),
            durations: HistogramVec::new(durations.buckets(STEPS.to_vec()), &["route"]).expect(sound),
            in_flight: IntGauge::new("hosting_requests_in_flight", "Requests that are being served.")
                .expect(sound),
            jobs: IntGaugeVec::new(jobs, &["status"]).expect(sound),
        };
        let once = "each is registered once";
        metrics.registry.register(Box::new(metrics.requests.clone())).expect(once);
        metrics.registry.register(Box::new(metrics.durations.clone())).expect(once);
        metrics.registry.register(Box::new(metrics.in_flight.clone())).expect(once);
        metrics.registry.register(Box::new(metrics.jobs.clone())).expect(once);
        metrics
    }
}

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
    match queue::backlog(&app.platform).await {
        Ok(backlog) => {
            for (status, count) in backlog {
                app.metrics.jobs.with_label_values(&[status]).set(count);
            }
        }
        Err(cause) => tracing::warn!(%cause, "the queue could not be counted"),
    }
    let mut text = Vec::new();
    match TextEncoder::new().encode(&app.metrics.registry.gather(), &mut text) {
        Ok(()) => ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response(),
        Err(cause) => {
            tracing::error!(%cause, "the figures could not be written");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
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
