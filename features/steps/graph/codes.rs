//! Steps about the codes of refusals, as the graph has them.
use super::ask;
use crate::world::World;
use cucumber::then;
use serde_json::json;

#[then(regex = r#"^the graph tells that (\w+)'s newest request was refused as "([^"]+)"$"#)]
async fn newest_refused_as(world: &mut World, who: String, code: String) {
    let person = world.trusted(&who).await;
    *world.person(&who) = person;
    ask(world, &who, "{ apiUsage { entries { refusedAs } } }").await;
    let told = world.http().json();
    let newest = &told["data"]["apiUsage"]["entries"][0];
    let expected =
        if code == "nothing" { json!({ "refusedAs": null }) } else { json!({ "refusedAs": code }) };
    assert_eq!(*newest, expected, "{told}");
}
