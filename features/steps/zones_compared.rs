//! Steps about what nameservers serve otherwise than the platform believes.
use crate::world::World;
use cucumber::{given, when};
use hosting_core::{
    clock::Clock,
    domains::{Compared, Difference, differences, repair},
    providers::{
        SANDBOX,
        dns::{Dns, RrSet},
    },
};
use std::sync::Arc;

#[given(
    regex = r#"^the nameservers serve "([^"]+)" of "([^"]+)" as ([A-Z]+) with "([^"]+)", beside its records$"#
)]
async fn serve_beside(world: &mut World, label: String, domain: String, kind: String, content: String) {
    let set = RrSet { name: format!("{label}.{domain}"), kind, ttl: 300, contents: vec![content] };
    let stage = &world.stage;
    stage.backends.dns.backend.adopt(stage.clock.id(), &domain, &[set]).await.expect("it is served");
}

async fn compared(world: &World) -> Vec<Compared> {
    let stage = &world.stage;
    differences(stage.database(), SANDBOX, &*stage.backends.dns).await.expect("the zones")
}

#[when("the operator compares zones with what is served")]
async fn compare(world: &mut World) {
    let told = |difference: Difference| match difference {
        Difference::Other { believed, served: None, .. } => format!("{} is not served", believed.name),
        Difference::Other { believed, .. } => format!("{} is served otherwise", believed.name),
        Difference::Strange(set) => format!("{} is no record", set.name),
        Difference::NoZone => "the zone is not there".to_owned(),
    };
    world.compared = compared(world)
        .await
        .into_iter()
        .map(|(domain, found)| {
            let found = found.expect("nameservers that answer").into_iter();
            (domain.domain_name, found.map(told).collect())
        })
        .collect();
}

#[when(regex = r#"^the operator has the zone of "([^"]+)" put right$"#)]
async fn put_right(world: &mut World, domain: String) {
    let id = world.domain(&domain).id;
    let found = compared(world).await.into_iter().find(|(domain, _)| domain.id == id);
    let found = found.expect("the zone").1.expect("nameservers that answer");
    let stage = &world.stage;
    repair(stage.database(), Arc::clone(&stage.clock) as _, id, &found).await.expect("work that is queued");
}
