//! Steps in which someone changes over to another interface.
use crate::{facades::Facade, world::World};
use cucumber::when;

#[when(expr = "{word} changes over to the graph")]
fn to_the_graph(world: &mut World, _who: String) {
    world.facade = Facade::GraphQl;
}

#[when(expr = "{word} changes over to REST")]
fn to_rest(world: &mut World, _who: String) {
    world.facade = Facade::Rest;
}
