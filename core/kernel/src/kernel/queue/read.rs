//! Reading a job that may be another version's.
use super::{
    job::Job,
    task::{AnyTask, JobKind},
};
use crate::kernel::area::Areas;

/// What a job is, where one of the areas knows that; or why it cannot be read.
pub(super) fn read(job: &Job, areas: Areas) -> Result<(&'static JobKind, Box<dyn AnyTask>), String> {
    let mut all = areas.iter().flat_map(|area| area.jobs);
    let kind = all.find(|kind| kind.name == job.kind).ok_or("no area has this kind of job")?;
    let task = (kind.read)(job.task.clone()).map_err(|cause| cause.to_string())?;
    Ok((kind, task))
}
