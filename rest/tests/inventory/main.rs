//! Inventories in a real database.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]
mod adopt;
mod apply;
mod correct;
mod demo;
mod details;
mod example;
mod files;
mod fresh;
mod guide;
mod prune;
mod real;
mod refusals;
mod remove;
mod several;
#[path = "../support/mod.rs"]
mod support;
mod taken_over;
