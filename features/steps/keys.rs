//! Steps in which someone changes over to another interface.
use crate::{facades::Facade, world::World};
use cucumber::when;

#[when(regex = r"^\w+ changes over to the graph$")]
fn to_the_graph(world: &mut World) {
    world.facade = Facade::GraphQl;
}

#[when(regex = r"^\w+ changes over to REST$")]
fn to_rest(world: &mut World) {
    world.facade = Facade::Rest;
}
