//! What instances use: samples of counters become points of five minutes.
pub(super) mod counter;
pub(super) mod point;
pub(super) mod purge;
pub(super) mod sample;
pub(super) mod write;

#[cfg(test)]
mod tests;
