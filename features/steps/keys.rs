//! Steps in which someone changed over to another interface.
use crate::{facades::Facade, world::World};
use cucumber::given;

#[given(regex = r"^\w+ changed over to the graph$")]
fn to_the_graph(world: &mut World) {
    world.facade = Facade::GraphQl;
}

#[given(regex = r"^\w+ changed over to REST$")]
fn to_rest(world: &mut World) {
    world.facade = Facade::Rest;
}
