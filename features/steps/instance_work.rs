//! Steps about instances that others changed, or brought in.
use crate::{
    instances::{backend, machine, own},
    world::{Machine, World},
};
use cucumber::given;
use hosting_core::{
    clock::Clock,
    instances::{InstanceKind, await_arrivals, instance},
};
use hosting_drivers::sandbox::hypervisor as sandbox;
use sea_orm::{EntityTrait, Set, Unchanged};

#[given(regex = r#"^the guest in "([^"]*)" has gone down, and nobody has noticed$"#)]
async fn gone_down(world: &mut World, name: String) {
    let Machine { id, kind, .. } = machine(world, &name);
    backend(world, kind).backend.goes_down(id).await.expect("a guest");
}

/// As its record says, which is off.
#[given(regex = r#"^somebody has made "([^"]*)" anew at the hypervisor, and left it off$"#)]
async fn made_anew(world: &mut World, name: String) {
    let Machine { id, kind, .. } = machine(world, &name);
    let reader = world.stage.database().reader(false).await.expect("a reader");
    #[expect(clippy::disallowed_methods, reason = "a hypervisor knows no accounts")]
    let row = instance::Entity::find_by_id(id).one(&reader.executor()).await.expect("a look");
    drop(reader);
    let anew = sandbox::Machine::of(kind, &row.expect("an instance").adopted(), world.stage.clock.now());
    backend(world, kind).backend.put(anew).await.expect("an instance that is taken");
}

#[given(regex = r#"^the operator brought in (\w+)'s container "([^"]*)" while it was (\w+)$"#)]
async fn brought_in(world: &mut World, who: String, name: String, status: String) {
    own(world, &who, InstanceKind::Lxc, &name, &status).await;
    let service_id = Unchanged(machine(world, &name).id);
    world.stage.update(instance::ActiveModel { service_id, change: Set(None), ..Default::default() }).await;
    await_arrivals(world.stage.database(), &**world.stage.clock).await.expect("a look that is queued");
}
