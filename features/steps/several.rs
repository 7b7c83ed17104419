//! Steps about several backends of a port: each has what names it, and none waits for another.
use crate::{backends::Counted, instances::machine, world::World};
use cucumber::{given, then};
use hosting_core::{
    email, hosting, instances,
    providers::{
        backends::{Backend, Backends},
        hypervisor::{Containers, Hypervisor},
        mail::Mail,
        panel::Panel,
    },
};
use hosting_drivers::{
    fault::{Fault, Faults},
    sandbox::Sandboxes,
};
use sea_orm::{Set, Unchanged};
use std::sync::Arc;

/// One of several backends.
pub struct Other {
    faults: Arc<Faults>,
    asked: Box<dyn Fn() -> u32 + Send + Sync>,
}

impl std::fmt::Debug for Other {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Other").field("asked", &(self.asked)()).finish_non_exhaustive()
    }
}

/// A counted backend, as a scenario looks at it.
fn watched<B: Send + Sync + 'static>(of: &Arc<Counted<B>>, faults: &Arc<Faults>) -> Other {
    let (of, faults) = (Arc::clone(of), Arc::clone(faults));
    Other { faults, asked: Box::new(move || of.asked()) }
}

/// The two, of which the first takes what names none.
fn pair<T: ?Sized>(names: [&str; 2], drivers: [Arc<T>; 2]) -> Backends<T> {
    let all = names.into_iter().zip(drivers);
    let all = all.map(|(name, driver)| Backend::new(name.to_owned(), driver, 8)).collect();
    Backends::new(all, Some(0))
}

#[given(
    regex = r#"^the operator lists two backends of (containers|virtual machines|sites|mail), "([^"]+)" and "([^"]+)"$"#
)]
fn lists_two(world: &mut World, port: String, one: String, other: String) {
    let first = world.stage.backends.clone();
    let (names, mut watched_two) = ([one.as_str(), other.as_str()], Vec::new());
    world.stage.go_on(|parts| {
        let more = Sandboxes::new(&parts.database, &parts.clock, &parts.secret, &parts.base_url);
        let providers = &mut parts.providers;
        match port.as_str() {
            "containers" => {
                let both = [first.lxc, Counted::new(more.lxc)];
                watched_two.extend(both.iter().map(|one| watched(one, &one.backend.faults)));
                providers.lxc = pair(names, both.map(|one| one as Arc<dyn Containers>));
            }
            "virtual machines" => {
                let both = [first.kvm, Counted::new(more.kvm)];
                watched_two.extend(both.iter().map(|one| watched(one, &one.backend.faults)));
                providers.kvm = pair(names, both.map(|one| one as Arc<dyn Hypervisor>));
            }
            "sites" => {
                let both = [first.panel, Counted::new(more.panel)];
                watched_two.extend(both.iter().map(|one| watched(one, &one.backend.faults)));
                providers.panel = pair(names, both.map(|one| one as Arc<dyn Panel>));
            }
            _ => {
                let both = [first.mail, Counted::new(more.mail)];
                watched_two.extend(both.iter().map(|one| watched(one, &one.backend.faults)));
                providers.mail = pair(names, both.map(|one| one as Arc<dyn Mail>));
            }
        }
    });
    world.several = [one, other].into_iter().zip(watched_two).collect();
}

#[given(regex = r#"^the (instance|site|mail) "([^"]+)" is at "([^"]+)"$"#)]
async fn is_at(world: &mut World, what: String, name: String, backend: String) {
    assert!(world.several.contains_key(&backend), "nobody lists {backend}");
    let backend = Set(Some(backend));
    match what.as_str() {
        "instance" => {
            let service_id = Unchanged(machine(world, &name).id);
            let row = instances::instance::ActiveModel { service_id, backend, ..Default::default() };
            world.stage.update(row).await;
        }
        "site" => {
            let service_id = Unchanged(world.services[&name].id);
            world.stage.update(hosting::row::ActiveModel { service_id, backend, ..Default::default() }).await;
        }
        _ => {
            let service_id = Unchanged(crate::email::of(world, &name));
            world.stage.update(email::row::ActiveModel { service_id, backend, ..Default::default() }).await;
        }
    }
}

#[given(regex = r#"^"([^"]+)" will be away for the next (\d+) requests$"#)]
fn will_be_away(world: &mut World, backend: String, times: usize) {
    world.several[&backend].faults.next(Fault::Unavailable, times);
}

#[then(regex = r#"^"([^"]+)" was asked, and "([^"]+)" was not$"#)]
fn was_asked(world: &mut World, one: String, other: String) {
    let asked = |backend: &str| (world.several[backend].asked)();
    assert_ne!(asked(&one), 0, "{one} was not asked");
    assert_eq!(asked(&other), 0, "{other} was asked");
}
