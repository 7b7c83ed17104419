//! What this process counts, for operators: one for all that it does, whoever asks.
use crate::{
    kernel::{spans, usage::UsageEntry},
    providers::{Failure, Port, within},
    refusals::scope::Scope,
};
use prometheus::{
    Histogram, HistogramOpts, HistogramVec, IntCounter, IntCounterVec, IntGauge, IntGaugeVec, Opts, Registry,
    core::Collector,
};
use sea_orm::ActiveEnum;
use std::{
    sync::LazyLock,
    time::{Duration, Instant},
};
use tracing::Instrument;

/// Seconds up to which operations are counted together.
const SHORT: [f64; 12] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0, 30.0];
/// The same for what takes its time.
const LONG: [f64; 10] = [0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0, 30.0, 120.0, 600.0];

/// The same for what waits for a process.
const WAITS: [f64; 10] = [0.005, 0.01, 0.015, 0.025, 0.05, 0.1, 0.5, 2.5, 30.0, 600.0];

/// What is counted.
pub static FIGURES: LazyLock<Figures> = LazyLock::new(Figures::new);

/// What is counted.
pub struct Figures {
    registry: Registry,
    operations: IntCounterVec,
    operation_seconds: HistogramVec,
    backend_calls: IntCounterVec,
    backend_seconds: HistogramVec,
    differences: IntGaugeVec,
    conversions: IntCounterVec,
    conversion_seconds: HistogramVec,
    conversion_waits: Histogram,
    /// Requests that came too often.
    pub limited: IntCounter,
    /// Usage entries that were written down.
    pub entries: IntCounter,
    /// Requests that wait until theirs are.
    pub(crate) entries_waiting: IntGauge,
}

impl Figures {
    fn new() -> Self {
        let registry = Registry::new();
        let counters = |name: &str, help: &str, labels: &[&str]| {
            kept(&registry, IntCounterVec::new(Opts::new(name, help), labels))
        };
        let seconds = |name: &str, help: &str, labels: &[&str], steps: &[f64]| {
            kept(&registry, HistogramVec::new(HistogramOpts::new(name, help).buckets(steps.to_vec()), labels))
        };
        Self {
            operations: counters(
                "hosting_operations_total",
                "Operations that were asked for; the outcome is ok, or the code of the refusal.",
                &["operation", "facade", "outcome"],
            ),
            operation_seconds: seconds(
                "hosting_operation_duration_seconds",
                "How long operations took.",
                &["operation", "facade"],
                &SHORT,
            ),
            backend_calls: counters(
                "hosting_backend_calls_total",
                "What backends were asked to do, with what came of it.",
                &["backend", "outcome"],
            ),
            backend_seconds: seconds(
                "hosting_backend_call_duration_seconds",
                "How long backends took.",
                &["backend"],
                &LONG,
            ),
            differences: kept(
                &registry,
                IntGaugeVec::new(
                    Opts::new(
                        "hosting_backend_differences",
                        "What a backend had otherwise than the platform believes, when they were last compared.",
                    ),
                    &["backend"],
                ),
            ),
            conversions: counters(
                "hosting_conversions_total",
                "Files that were converted, with what came of it.",
                &["tool", "outcome"],
            ),
            conversion_seconds: seconds(
                "hosting_conversion_duration_seconds",
                "How long conversions took.",
                &["tool"],
                &LONG,
            ),
            conversion_waits: kept(
                &registry,
                Histogram::with_opts(
                    HistogramOpts::new(
                        "hosting_conversion_wait_seconds",
                        "How long conversions waited, from their start until their first file was read.",
                    )
                    .buckets(WAITS.to_vec()),
                ),
            ),
            limited: kept(
                &registry,
                IntCounter::new("hosting_rate_limited_total", "Requests that came too often."),
            ),
            entries: kept(
                &registry,
                IntCounter::new("hosting_usage_entries_total", "Usage entries that were written down."),
            ),
            entries_waiting: kept(
                &registry,
                IntGauge::new(
                    "hosting_usage_entries_waiting",
                    "Requests whose usage entries are being written.",
                ),
            ),
            registry,
        }
    }

    /// Where all of it is gathered.
    pub const fn registry(&self) -> &Registry {
        &self.registry
    }

    /// Shows a backend whose differences nobody has counted yet.
    pub fn no_differences_yet(&self, backend: &str) {
        self.differences.with_label_values(&[backend]);
    }

    /// How many differences were found between what a backend has and what the platform believes.
    pub fn differences(&self, backend: &str, count: usize) {
        self.differences.with_label_values(&[backend]).set(i64::try_from(count).unwrap_or(i64::MAX));
    }

    /// Counts an operation that ended as its entry says.
    pub fn operation(&self, entry: &UsageEntry) {
        let (id, facade) = (entry.operation_id.as_deref().unwrap_or("-"), entry.facade.to_value());
        let outcome = entry.error_code.as_deref().unwrap_or("ok");
        self.operations.with_label_values(&[id, facade.as_str(), outcome]).inc();
        let seconds = f64::from(entry.duration_ms) / 1000.0;
        self.operation_seconds.with_label_values(&[id, facade.as_str()]).observe(seconds);
    }

    /// Counts what came of asking a backend.
    pub fn backend<T>(&self, backend: &str, took: Duration, outcome: &Result<T, Failure>) {
        let word = match outcome {
            Ok(_) => "ok",
            Err(Failure::Refused(_) | Failure::NotThere(_) | Failure::Conflict(_)) => "refused",
            Err(Failure::Timeout) => "timeout",
            Err(Failure::Misconfigured(_)) => "misconfigured",
            Err(
                Failure::Unavailable(_) | Failure::InTheWay(_) | Failure::NotNow { .. } | Failure::Ours(_),
            ) => "failed",
        };
        self.backend_calls.with_label_values(&[backend, word]).inc();
        self.backend_seconds.with_label_values(&[backend]).observe(took.as_secs_f64());
    }

    /// Counts a conversion: `ok`, or the code of what is wrong.
    pub fn conversion(&self, tool: &str, lasted: Duration, outcome: &str) {
        self.conversions.with_label_values(&[tool, outcome]).inc();
        self.conversion_seconds.with_label_values(&[tool]).observe(lasted.as_secs_f64());
    }

    /// Counts a conversion that begins to read, so long after it was started.
    pub fn conversion_waited(&self, waited: Duration) {
        self.conversion_waits.observe(waited.as_secs_f64());
    }
}

/// What a backend does within `limit`, counted.
pub async fn asked<T>(
    of: &str,
    limit: Duration,
    call: impl Future<Output = Result<T, Failure>>,
) -> Result<T, Failure> {
    let began = Instant::now();
    let outcome = within(limit, call).instrument(spans::backend(of)).await;
    FIGURES.backend(of, began.elapsed(), &outcome);
    outcome
}

/// What stands behind the operations of a scope.
pub(crate) fn backend_of(scope: Scope) -> &'static str {
    let port = match scope.product() {
        _ if matches!(scope, Scope::KvmSubscriptionWrite | Scope::LxcSubscriptionWrite) => Port::Billing,
        "hosting" => Port::Panel,
        "lxc" => Port::Containers,
        "kvm" => Port::Machines,
        "email" => Port::Mail,
        _ => Port::Registrar,
    };
    port.name()
}

/// Registers what is counted.
fn kept<C: Collector + Clone + 'static>(registry: &Registry, made: prometheus::Result<C>) -> C {
    let counted = made.expect("the name is sound");
    registry.register(Box::new(counted.clone())).expect("each is registered once");
    counted
}

/// One more for as long as this lives.
pub struct Waiting(&'static IntGauge);

impl Waiting {
    /// One more of what `gauge` counts.
    pub fn one_more(gauge: &'static IntGauge) -> Self {
        gauge.inc();
        Self(gauge)
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.dec();
    }
}
