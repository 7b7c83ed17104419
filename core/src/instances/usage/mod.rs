//! What instances use: samples of counters become points of five minutes.
pub(super) mod counter;
pub(super) mod point;
mod sample;
mod write;

#[cfg(test)]
mod tests;

pub(super) use sample::sample;
pub(super) use write::write;

/// Seconds of a point.
pub(super) const RESOLUTION: i32 = 300;
/// Milliseconds of a point.
pub(super) const BUCKET: i64 = RESOLUTION as i64 * 1000;
