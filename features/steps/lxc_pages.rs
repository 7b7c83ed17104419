//! Steps that read what there is of containers page by page.
use crate::{instances::machine, world::World};
use cucumber::when;
use hosting_core::lxc::{ListLxcInstances, ListLxcSnapshots};

/// Nothing here has more pages.
const MOST: usize = 20;

#[when(regex = r"^(\S+) reads (?:her|his|their) containers in pages of (\d+)$")]
async fn read_containers(world: &mut World, who: String, size: u32) {
    let mut cursor = None;
    for _ in 0..MOST {
        let operation = ListLxcInstances { limit: Some(size), cursor };
        let answer = world.perform(&who, operation).await.expect("a page");
        let names = answer.data.items.into_iter().map(|container| container.display_name).collect();
        world.pages.read.push(names);
        cursor = answer.next;
        if cursor.is_none() {
            return;
        }
    }
    panic!("the pages do not come to an end");
}

#[when(regex = r#"^(\S+) reads the snapshots of the container "([^"]*)" in pages of (\d+)$"#)]
async fn read_snapshots(world: &mut World, who: String, name: String, size: u32) {
    let (service_id, mut cursor) = (machine(world, &name).id, None);
    for _ in 0..MOST {
        let operation = ListLxcSnapshots { service_id, limit: Some(size), cursor };
        let answer = world.perform(&who, operation).await.expect("a page");
        world.pages.read.push(answer.data.items.into_iter().map(|snapshot| snapshot.name).collect());
        cursor = answer.next;
        if cursor.is_none() {
            return;
        }
    }
    panic!("the pages do not come to an end");
}
