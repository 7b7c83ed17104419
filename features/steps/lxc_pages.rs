//! Steps that read what there is of containers page by page.
use crate::{instances::machine, paging::read_to_the_end, world::World};
use cucumber::when;
use hosting_core::lxc::{ListLxcInstances, ListLxcSnapshots};

#[when(regex = r"^(\S+) reads (?:her|his|their) containers in pages of (\d+)$")]
async fn read_containers(world: &mut World, who: String, size: u32) {
    let asked = |cursor| ListLxcInstances { limit: Some(size), cursor };
    read_to_the_end(world, &who, asked, |container| container.display_name).await;
}

#[when(regex = r#"^(\S+) reads the snapshots of the container "([^"]*)" in pages of (\d+)$"#)]
async fn read_snapshots(world: &mut World, who: String, name: String, size: u32) {
    let service_id = machine(world, &name).id;
    let asked = |cursor| ListLxcSnapshots { service_id, limit: Some(size), cursor };
    read_to_the_end(world, &who, asked, |snapshot| snapshot.name).await;
}
