//! The promises of the port, kept before registries of either kind.
use super::stage::{Asked, Epps};
use crate::{
    promises,
    registry::{Keeps, Rules},
    stage::Stage,
};
use std::sync::Arc;

async fn kept(rules: Rules) {
    let epps = Epps::with(rules).await;
    let registry = Box::new(Asked(Arc::clone(&epps.registry)));
    let registrar = Arc::new(epps.driver());
    promises::all(&Stage { registrar, registry, anything_goes: false }).await;
}

#[tokio::test]
async fn hosts_that_are_objects() {
    kept(Rules::new(Keeps::Objects)).await;
}

#[tokio::test]
async fn hosts_that_are_attributes() {
    kept(Rules::new(Keeps::Attributes)).await;
}

/// The date of a renewal may be left out of its answer (RFC 5731 section 3.2.3).
#[tokio::test]
async fn a_registry_that_says_little() {
    kept(Rules { says_date: false, ..Rules::new(Keeps::Objects) }).await;
}
