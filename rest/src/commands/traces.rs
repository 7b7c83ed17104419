//! Traces, handed to a collector (OTLP over HTTP), where the operator names one.
use super::failure::CommandError;
use hosting_core::kernel::spans;
use opentelemetry::{
    Context,
    trace::{SpanContext, SpanId, TraceContextExt, TraceFlags, TraceId, TraceState, TracerProvider},
};
use opentelemetry_otlp::{SpanExporter, WithExportConfig};
use opentelemetry_sdk::{
    Resource,
    trace::{SdkTracer, SdkTracerProvider},
};
use tracing::Span;
use tracing_opentelemetry::OpenTelemetrySpanExt;
use uuid::Uuid;

/// What collects spans until they are handed over; the rest is, at the end.
pub struct Traces(SdkTracerProvider);

impl Traces {
    /// Hands traces to the collector at `endpoint` from now on.
    pub fn start(endpoint: &str) -> Result<Self, CommandError> {
        let refused =
            |cause: &dyn std::error::Error| CommandError::refused(format!("HOSTING_OTLP_ENDPOINT: {cause}"));
        let endpoint = format!("{}/v1/traces", endpoint.trim_end_matches('/'));
        let exporter = SpanExporter::builder().with_http().with_endpoint(endpoint).build();
        let exporter = exporter.map_err(|cause| refused(&cause))?;
        let resource = Resource::builder().with_service_name("hosting").build();
        let provider =
            SdkTracerProvider::builder().with_resource(resource).with_batch_exporter(exporter).build();
        spans::collect(join);
        Ok(Self(provider))
    }

    /// What makes the spans.
    pub fn tracer(&self) -> SdkTracer {
        self.0.tracer("hosting")
    }

    /// Hands over what is left.
    pub fn end(&self) {
        if let Err(cause) = self.0.shutdown() {
            tracing::warn!(%cause, "some traces were not handed over");
        }
    }
}

/// Puts a span into the trace of a request, which has the request's id.
fn join(span: &Span, request: Uuid) {
    // The last bytes of an id are random.
    let (_, last) = request.as_u64_pair();
    let parent = SpanContext::new(
        TraceId::from(request.as_u128()),
        SpanId::from(last),
        TraceFlags::SAMPLED,
        true,
        TraceState::default(),
    );
    // Only a span that nobody collects cannot be put there.
    drop(span.set_parent(Context::new().with_remote_span_context(parent)));
}
