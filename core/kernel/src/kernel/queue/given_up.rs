//! What becomes of work that is given up without another attempt.
use super::{job::Job, task::Completion};
use crate::{kernel::area::Areas, providers::Failure, refusals::error::Result};

/// Why a job failed that the operator has given up.
pub(super) const BURIED: &str = "given up by the operator";

/// Why a job is given up that is not run again.
pub(super) fn why_given_up(job: &Job) -> Failure {
    match job.last_error.as_deref() {
        Some(BURIED) => Failure::Refused(BURIED.to_owned()),
        _ => Failure::Unavailable("the work broke off again and again".to_owned()),
    }
}

/// Notes on what the job was about that nothing comes of it.
pub(super) async fn abandon(at: &Completion<'_>, areas: Areas, failure: &Failure) -> Result<()> {
    for subject in areas.iter().flat_map(|area| area.subjects) {
        if let Some(id) = subject.identity(&at.job.subject) {
            (subject.abandon)(at, id, &failure.told()).await?;
        }
    }
    Ok(())
}
