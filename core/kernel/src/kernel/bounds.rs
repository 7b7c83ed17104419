//! The bounds that an operation declares on its fields.
use crate::refusals::error::{Detail, Error, Result};
use garde::{Report, Validate};
use hosting_engine::pointer;

/// Refuses what breaks its bounds.
pub fn bounded(operation: &impl Validate<Context = ()>) -> Result<()> {
    operation.validate().map_err(|report| broken_bounds(&report))
}

fn broken_bounds(report: &Report) -> Error {
    Error::InvalidRequest(report.iter().map(broken).collect())
}

/// A broken bound, under the name that the customer knows.
fn broken((path, error): &(garde::Path, garde::Error)) -> Detail {
    Detail::new(pointer::of(path), "bounds", error.message())
}
