//! Steps about what is not on a page, and what a page leaves in the usage.
use super::{
    dashboard::{nothing_refused, opens},
    errors, whole,
};
use crate::{people::Person, words::list, world::World};
use cucumber::{gherkin::Step, then};
use hosting_core::account::usage::ListUsage;
use serde_json::Value;

#[then(regex = r#"^the page lacks "([^"]*)" for want of "([^"]*)"$"#)]
fn lacks(world: &mut World, parts: String, scope: String) {
    let (page, errors) = (whole(world), errors(world));
    let mut lacking = Vec::new();
    for error in errors {
        assert_eq!(error["extensions"]["code"], "insufficient_scope", "{error}");
        assert!(error["message"].as_str().expect("words").contains(&scope), "{error}");
        let path = error["path"].as_array().expect("a path");
        assert_eq!(page.pointer(&pointer(path)), Some(&Value::Null), "{page}");
        let part = path.iter().rev().find_map(Value::as_str);
        lacking.push(part.expect("a name").to_owned());
    }
    lacking.sort();
    lacking.dedup();
    assert_eq!(lacking, list(&parts, ", "));
}

/// Where the answer has what an error is about.
fn pointer(path: &[Value]) -> String {
    let place = |step: &Value| step.as_str().map_or_else(|| step.to_string(), str::to_owned);
    path.iter().fold("/data".to_owned(), |pointer, step| format!("{pointer}/{}", place(step)))
}

#[then("the rest of the page is what it is with every scope")]
async fn rest_is_the_same(world: &mut World) {
    let (mut lacking, errors) = (whole(world), errors(world));
    let owner = world.domain("baobab.example").owner;
    let trusted = world.trusted(&owner).await;
    let own = std::mem::replace(world.person(&owner), trusted);
    opens(world, owner.clone()).await;
    nothing_refused(world);
    *world.person(&owner) = own;
    let mut page = whole(world);
    for error in &errors {
        *page.pointer_mut(&pointer(error["path"].as_array().expect("a path"))).expect("a part") = Value::Null;
    }
    // The usage has gone on meanwhile.
    for page in [&mut page, &mut lacking] {
        page["data"]["account"]["usage"].take();
    }
    assert_eq!(lacking["data"], page["data"]);
}

#[then(regex = r"^nothing on the page is (\w+)'s$")]
fn nothing_of(world: &mut World, who: String) {
    let page = whole(world).to_string();
    let Person { account, .. } = world.person(&who).clone();
    let owned = world.domains.iter().chain(&world.services).filter(|(_, one)| one.owner == who);
    let mut theirs: Vec<_> = owned.flat_map(|(name, one)| [name.clone(), one.id.to_string()]).collect();
    assert!(!theirs.is_empty(), "{who} owns something");
    let records = world.records.keys().filter(|[domain, ..]| world.domain(domain).owner == who);
    theirs.extend(records.map(|[_, _, name]| name.clone()));
    theirs.push(account.to_string());
    for one in theirs {
        assert!(!page.contains(&format!("\"{one}\"")), "{one} in {page}");
    }
}

#[then("the page left one entry each of")]
async fn left_entries(world: &mut World, step: &Step) {
    let request = world.http().header("x-request-id").expect("an identity").to_owned();
    let mut expected: Vec<_> = step.table.as_ref().expect("a table").rows.concat();
    let entries = world.look("Ama", ListUsage::default()).await.entries.into_iter();
    let of_page = entries.filter(|entry| entry.request_id.to_string() == request);
    let mut left: Vec<_> = of_page.filter_map(|entry| entry.operation_id).collect();
    left.sort();
    expected.sort();
    assert_eq!(left, expected);
}
