//! Steps about the keys that sign zones.
use crate::{
    facades::{
        Asked,
        graphql::{read, send},
    },
    world::World,
};
use cucumber::{given, then, when};
use hosting_core::providers::registrar::{Ds, Registered};
use serde_json::json;

fn key(tag: u16) -> Ds {
    Ds { key_tag: tag, algorithm: 13, digest_type: 2, digest: "D4B7D520E7BB5F0F67674A0CCEB1E3E0".to_owned() }
}

/// A key that none of our nameservers has.
const STRANGE: u16 = 7;

fn sign_by(world: &World, key: Ds) {
    *world.stage.backends.dns.backend.keys.lock().expect("no panic") = Some(vec![key]);
}

#[given("the nameservers sign their zones")]
fn sign(world: &mut World) {
    sign_by(world, key(60485));
}

#[when("the nameservers change their keys")]
fn change_keys(world: &mut World) {
    sign_by(world, key(60486));
}

#[given(regex = r#"^the registry has a key of somebody else for "([^"]*)"$"#)]
fn has_strange(world: &mut World, name: String) {
    let shown = Registered { ds: vec![key(STRANGE)], ..Registered::TAKEN };
    world.stage.backends.registrar.backend.world.show(&name, shown, None);
}

/// The keys that the registry has.
fn at_registry(world: &World, name: &str) -> Vec<Ds> {
    world.stage.backends.registrar.backend.world.shown(name).unwrap_or(Registered::TAKEN).ds
}

#[then(regex = r#"^the registry has the keys of the nameservers for "([^"]*)"$"#)]
fn has_keys(world: &mut World, name: String) {
    let keys = world.stage.backends.dns.backend.keys.lock().expect("no panic").clone();
    assert_eq!(Some(at_registry(world, &name)), keys);
}

#[then(regex = r#"^the registry has no keys for "([^"]*)"$"#)]
fn has_no_keys(world: &mut World, name: String) {
    assert_eq!(at_registry(world, &name), []);
}

#[then(regex = r#"^the registry has the key of somebody else for "([^"]*)"$"#)]
fn has_the_strange_one(world: &mut World, name: String) {
    assert_eq!(at_registry(world, &name), [key(STRANGE)]);
}

#[then(regex = r#"^the dashboard shows the keys of "([^"]*)"$"#)]
async fn dashboard_shows(world: &mut World, name: String) {
    let owned = world.domain(&name);
    let person = world.person(&owned.owner).clone();
    let document =
        format!("{{ domain(domainId: \"{}\") {{ ds {{ keyTag algorithm digestType digest }} }} }}", owned.id);
    let http = send(Asked { stage: &world.stage, who: &person, key: None }, &document).await;
    let Ds { key_tag, algorithm, digest_type, digest } = at_registry(world, &name).remove(0);
    let shown = json!([{
        "keyTag": key_tag, "algorithm": algorithm, "digestType": digest_type, "digest": digest
    }]);
    assert_eq!(read(http).expect("an answer")["domain"]["ds"], shown);
}
