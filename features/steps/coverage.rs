//! Which operations were performed by the scenarios of a run, on each facade, and how they ended.
use crate::facades::{Facade, rest::ROUTES};
use std::{
    collections::BTreeSet,
    sync::{Mutex, PoisonError},
};

/// The facade, the operation, and the code of the refusal, if it was one.
type Seen = (Facade, String, Option<String>);

static SEEN: Mutex<BTreeSet<Seen>> = Mutex::new(BTreeSet::new());

/// Notes that `operation` ended on `facade`.
pub fn note(facade: Facade, operation: &str, refused_as: Option<&str>) {
    let seen = (facade, operation.to_owned(), refused_as.map(str::to_owned));
    SEEN.lock().unwrap_or_else(PoisonError::into_inner).insert(seen);
}

/// What is missing: each operation must have been performed, and refused without its scope, on each
/// of the `facades`.
pub fn missing(facades: &[Facade]) -> Vec<String> {
    let seen = SEEN.lock().unwrap_or_else(PoisonError::into_inner);
    let mut missing = Vec::new();
    for facade in facades {
        for binding in ROUTES.iter() {
            for (code, what) in
                [(None, "performed"), (Some("insufficient_scope"), "refused without its scope")]
            {
                if !seen.contains(&(*facade, binding.id.to_owned(), code.map(str::to_owned))) {
                    missing.push(format!("{facade}: no scenario in which {} is {what}", binding.id));
                }
            }
        }
    }
    missing
}
