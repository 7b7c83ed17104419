//! What is done for a request, as spans of one trace: the request, its operations, the jobs that it queued, and what
//! backends did for them. They cost nothing while nobody collects them.
//!
//! The trace has the request's id, so that it is found by what the log, the job and the answer say.
use crate::{
    kernel::{facade::Facade, queue::Job},
    refusals::scope::Scope,
};
use sea_orm::ActiveEnum;
use std::sync::OnceLock;
use tracing::{Span, info_span};
use uuid::Uuid;

/// The target of all spans, by which they are told from what is logged.
pub const TARGET: &str = "traces";

/// Puts a span into the trace of a request.
pub type Join = fn(&Span, Uuid);

static JOIN: OnceLock<Join> = OnceLock::new();

/// Says, once, how a span is put into the trace of a request.
pub fn collect(join: Join) {
    JOIN.get_or_init(|| join);
}

/// The span of a request, in the trace that is its own.
pub fn request(id: Uuid, method: &str, route: &str) -> Span {
    let span = info_span!(target: TARGET, "request", request_id = %id, method, route, status = tracing::field::Empty);
    joined(&span, id);
    span
}

fn joined(span: &Span, request: Uuid) {
    if !span.is_disabled()
        && let Some(join) = JOIN.get()
    {
        join(span, request);
    }
}

/// The span of a job: every attempt has one.
pub fn job(job: &Job) -> Span {
    let span = info_span!(
        target: TARGET,
        "job",
        job = %job.id,
        kind = job.kind,
        lane = job.lane,
        attempt = job.attempts,
        request_id = %job.request_id,
        account = job.account_id.map(tracing::field::display),
    );
    joined(&span, job.request_id);
    span
}

/// The span of an operation, within its request's.
pub fn operation(id: &'static str, scope: Scope, facade: Facade) -> Span {
    info_span!(target: TARGET, "operation", operation = id, product = scope.product(), facade = facade.to_value())
}

/// The span of what a backend is asked to do.
pub fn backend(name: &str) -> Span {
    info_span!(target: TARGET, "backend", backend = name)
}
