//! What the tests of whole conversions share: a workshop, the files that other programs made, and a table of checks.
pub mod checks;
pub mod pages;
pub mod samples;
pub mod stage;
