//! Steps about backends as an operator lists them: while one is away, it is left alone.
use crate::world::World;
use cucumber::given;
use hosting_core::providers::{
    SANDBOX,
    backends::{Backend, Backends},
    registrar::Registrar,
};
use std::sync::Arc;

#[given("the registrar is one of those that the operator lists")]
fn listed(world: &mut World) {
    let registrar = Arc::clone(&world.stage.backends.registrar) as Arc<dyn Registrar>;
    let listed = Backend::new(SANDBOX.to_owned(), registrar, 8);
    world.stage.go_on(|parts| parts.providers.registrar = Backends::new(vec![listed], None));
}
