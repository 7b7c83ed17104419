//! Which operations were performed by the scenarios of a run, on each facade, and how they ended.
use crate::{
    facades::{Facade, rest::ROUTES},
    record::Ended,
};
use std::collections::BTreeSet;

/// What is missing: each operation must have been performed, and refused without its scope, on each
/// of the `facades`.
pub fn missing(facades: &[Facade], ended: &BTreeSet<Ended>) -> Vec<String> {
    let mut missing = Vec::new();
    for facade in facades {
        for binding in ROUTES.iter() {
            for (code, what) in
                [(None, "performed"), (Some("insufficient_scope"), "refused without its scope")]
            {
                if !ended.contains(&(*facade, binding.id, code.map(str::to_owned))) {
                    missing.push(format!("{facade}: no scenario in which {} is {what}", binding.id));
                }
            }
        }
    }
    missing
}
