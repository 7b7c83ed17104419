//! Steps in which somebody asks for what is somebody else's, by every operation there is.
use crate::{facades::rest::ROUTES, operations, world::World};
use cucumber::{gherkin::Step, given, then, when};
use hosting_core::Effect;
use hosting_rest::bind::Binding;
use serde_json::Value;

/// The routes with an identity in their paths.
fn on_records() -> impl Iterator<Item = &'static Binding> {
    ROUTES.iter().filter(|route| route.path.contains('{'))
}

#[when(regex = r"^(\S+) asks for every operation on what is Kofi's$")]
async fn asks_for_all(world: &mut World, who: String) {
    world.endings.clear();
    for route in on_records() {
        operations::asks_for(world, who.clone(), route.id.to_owned()).await;
    }
}

#[then("each was refused as what is not there:")]
fn each_refused(world: &mut World, step: &Step) {
    let rows = &step.table.as_ref().expect("a table").rows[1..];
    assert_eq!(world.endings.len(), on_records().count());
    for (route, ending) in on_records().zip(&world.endings) {
        let row = rows.iter().find(|row| route.path.starts_with(&format!("{}/", row[0])));
        let code = &row.unwrap_or_else(|| panic!("nothing is said of {}", route.path))[1];
        let refused = ending.outcome.as_ref().err().map(|refusal| &refusal.code);
        assert_eq!(refused, Some(code), "{}: {:?}", route.id, ending.outcome);
    }
}

/// Everything that Kofi can look at, but for what each look adds to or measures anew.
async fn everything(world: &mut World) -> Vec<Value> {
    let before = world.endings.len();
    let moves = ["apiUsage", "hostingServiceStats", "conversionJob"];
    for read in ROUTES.iter().filter(|route| route.effect == Effect::Reads && !moves.contains(&route.id)) {
        operations::asks_for(world, "Kofi".to_owned(), read.id.to_owned()).await;
    }
    let seen = world.endings.split_off(before);
    seen.into_iter().map(|ending| ending.outcome.expect("what is Kofi's")).collect()
}

#[given("Kofi knows everything of his")]
async fn knows(world: &mut World) {
    world.identities = everything(world).await;
}

#[then("everything of Kofi's is as it was")]
async fn as_it_was(world: &mut World) {
    world.stage.work_off().await;
    let known = std::mem::take(&mut world.identities);
    assert!(known.len() > 10, "little is known");
    assert_eq!(everything(world).await, known);
}
