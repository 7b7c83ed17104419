//! Steps about the account's API usage.
use crate::{
    people::Person,
    words::{assert_none, choice},
    world::World,
};
use cucumber::{given, then, when};
use hosting_core::{
    Facade,
    account::usage::{
        ListUsage, UsageEntry, UsageReport,
        entry::{EntryKind, EntryStatus},
    },
    domains::ListDomains,
};

#[given(regex = r#"^(\S+) is at "([^"]*)"$"#)]
#[when(regex = r#"^(\S+) is at "([^"]*)"$"#)]
fn is_at(world: &mut World, who: String, address: String) {
    world.person(&who).address = address.parse().expect("an address");
}

#[given(regex = r#"^(\S+) uses the client "([^"]*)"$"#)]
fn uses_client(world: &mut World, who: String, agent: String) {
    world.person(&who).agent = Some(agent);
}

#[given(regex = r"^(\S+) uses a client whose name has (\d+) characters$")]
fn uses_long_client(world: &mut World, who: String, length: usize) {
    world.person(&who).agent = Some("c".repeat(length));
}

#[given(regex = r"^(\S+) has listed (?:her|his|their) domains$")]
async fn has_listed(world: &mut World, who: String) {
    world.perform(&who, ListDomains::default()).await.expect("domains");
}

#[given(regex = r"^(\S+) was refused a list of (?:her|his|their) domains$")]
async fn was_refused_list(world: &mut World, who: String) {
    let nowhere = ListDomains { cursor: Some("nowhere".to_owned()), ..Default::default() };
    world.perform(&who, nowhere).await.expect_err("a refusal");
}

async fn report(world: &mut World, who: &str) -> UsageReport {
    world.look(who, ListUsage::default()).await
}

async fn entries(world: &mut World, who: &str, operation: &str) -> Vec<UsageEntry> {
    let entries = report(world, who).await.entries.into_iter();
    entries.filter(|entry| entry.operation_id.as_deref() == Some(operation)).collect()
}

async fn newest(world: &mut World, who: &str) -> UsageEntry {
    let entry = report(world, who).await.entries.into_iter().next().expect("an entry");
    world.entry = Some(entry.clone());
    entry
}

/// Says that exactly one of `entries` ended with `code`: with none, if it was done.
fn assert_one(entries: &[UsageEntry], code: Option<&str>) {
    let endings: Vec<_> = entries.iter().map(|entry| entry.error_code.as_deref()).collect();
    assert_eq!(endings.iter().filter(|ending| **ending == code).count(), 1, "they ended in {endings:?}");
    let right = |entry: &UsageEntry| (entry.status == EntryStatus::Succeeded) == entry.error_code.is_none();
    assert!(entries.iter().all(right), "{entries:?}");
}

#[then(regex = r#"^(\S+)'s usage shows one "([^"]*)", done, as an? "([^"]*)" of "([^"]*)"$"#)]
async fn shows_done_as(world: &mut World, who: String, operation: String, kind: String, product: String) {
    let entries = entries(world, &who, &operation).await;
    assert_one(&entries, None);
    let [entry] = &entries[..] else { panic!("one entry: {entries:?}") };
    assert_eq!(entry.kind, choice::<EntryKind>(&kind));
    assert_eq!(entry.product.as_deref(), Some(product.as_str()));
}

#[then(regex = r#"^(\S+)'s usage shows one "([^"]*)", done$"#)]
#[then(regex = r#"^(\S+)'s usage shows one "([^"]*)"$"#)]
async fn shows_done(world: &mut World, who: String, operation: String) {
    assert_one(&entries(world, &who, &operation).await, None);
}

#[then(regex = r#"^(\S+)'s usage shows one "([^"]*)", rejected as "([^"]*)"$"#)]
async fn shows_rejected(world: &mut World, who: String, operation: String, code: String) {
    assert_one(&entries(world, &who, &operation).await, Some(&code));
}

#[then(
    regex = r#"^(\S+)'s usage, seen with another credential, shows one "([^"]*)", rejected as "([^"]*)"$"#
)]
async fn shows_rejected_to_another(world: &mut World, who: String, operation: String, code: String) {
    let mine = trust(world, &who).await;
    shows_rejected(world, who.clone(), operation, code).await;
    *world.person(&who) = mine;
}

#[then(
    regex = r#"^(\S+)'s usage, seen with another credential, shows one request without an operation, rejected as "([^"]*)"$"#
)]
async fn shows_no_operation_to_another(world: &mut World, who: String, code: String) {
    let mine = trust(world, &who).await;
    shows_no_operation(world, who.clone(), code).await;
    *world.person(&who) = mine;
}

/// Gives `who` another credential for a look; what they had is given back.
async fn trust(world: &mut World, who: &str) -> Person {
    let trusted = world.trusted(who).await;
    std::mem::replace(world.person(who), trusted)
}

#[then(regex = r#"^(\S+)'s usage shows (\d+) entries of "([^"]*)"$"#)]
async fn shows_many(world: &mut World, who: String, count: usize, operation: String) {
    assert_eq!(entries(world, &who, &operation).await.len(), count);
}

#[then(regex = r#"^(\S+)'s usage shows no "([^"]*)"$"#)]
async fn shows_no(world: &mut World, who: String, operation: String) {
    assert_none(&entries(world, &who, &operation).await);
}

#[then(regex = r#"^(\S+)'s usage shows one request without an operation, rejected as "([^"]*)"$"#)]
async fn shows_no_operation(world: &mut World, who: String, code: String) {
    let entries = report(world, &who).await.entries;
    let nothing: Vec<_> = entries.into_iter().filter(|entry| entry.operation_id.is_none()).collect();
    assert_eq!(nothing.len(), 1, "{nothing:?}");
    assert_one(&nothing, Some(&code));
    assert_eq!(nothing[0].product, None);
}

#[then(regex = r#"^(\S+)'s usage begins with "([^"]*)", then "([^"]*)"$"#)]
async fn begins_with(world: &mut World, who: String, first: String, second: String) {
    let entries = report(world, &who).await.entries;
    let begin: Vec<_> = entries.iter().take(2).filter_map(|entry| entry.operation_id.as_deref()).collect();
    assert_eq!(begin, [first, second]);
}

#[then(regex = r"^(\S+)'s usage is empty$")]
async fn is_empty(world: &mut World, who: String) {
    assert_none(&report(world, &who).await.entries);
}

#[then(
    regex = r"^(\w+)'s usage counts (\d+) entries, (\d+) done and (\d+) rejected, from (\d+) IPv4 address(?:es)?$"
)]
async fn counts(world: &mut World, who: String, total: i64, done: i64, rejected: i64, addresses: i64) {
    let summary = report(world, &who).await.summary;
    assert_eq!((summary.total, summary.succeeded, summary.rejected), (total, done, rejected));
    assert_eq!(summary.distinct_ipv4, addresses);
}

#[then(regex = r#"^the newest entry of (\S+)'s usage names "([^"]*)", "([^"]*)" and "([^"]*)"$"#)]
async fn newest_names(world: &mut World, who: String, credential: String, address: String, agent: String) {
    let entry = newest(world, &who).await;
    assert_eq!((entry.credential_name, entry.client_ip), (credential, address));
    assert_eq!(entry.user_agent, Some(agent));
    assert_eq!(entry.credential_id, world.person(&who).credential);
}

#[then(regex = r#"^the newest entry of (\S+)'s usage comes from "([^"]*)"$"#)]
async fn newest_from(world: &mut World, who: String, address: String) {
    assert_eq!(newest(world, &who).await.client_ip, address);
}

#[then(regex = r"^the newest entry of (\S+)'s usage holds (\d+) characters of it$")]
async fn newest_holds(world: &mut World, who: String, length: usize) {
    assert_eq!(newest(world, &who).await.user_agent.expect("a client").chars().count(), length);
}

#[then("it has an IPv4 address")]
fn has_ipv4(world: &mut World) {
    let entry = world.entry.as_ref().expect("an entry");
    assert_eq!(entry.client_ipv4.as_ref(), Some(&entry.client_ip));
}

#[then("it has no IPv4 address")]
fn has_no_ipv4(world: &mut World) {
    assert_eq!(world.entry.as_ref().expect("an entry").client_ipv4, None);
}

#[then(regex = r"^the newest entry of (\S+)'s usage is about this request$")]
async fn newest_is_this(world: &mut World, who: String) {
    let id = world.http().header("x-request-id").expect("an identity").to_owned();
    assert_eq!(newest(world, &who).await.request_id.to_string(), id);
}

#[then(
    regex = r#"^the newest entry of (\w+)'s usage shows ([A-Z]+) on "([^"]+)", answered (well|as refused)$"#
)]
async fn newest_shows(world: &mut World, who: String, method: String, route: String, answered: String) {
    let status = world.http().status;
    let entry = newest(world, &who).await;
    assert_eq!((entry.http_method, entry.route), (method, route));
    assert_eq!(entry.http_status, i32::from(status));
    assert_eq!(entry.facade, Facade::Rest);
    assert_eq!(status < 400, answered == "well");
}

#[then(regex = r"^the newest entry of (\S+)'s usage came through the graph$")]
async fn newest_through_graph(world: &mut World, who: String) {
    let entry = newest(world, &who).await;
    assert_eq!((entry.facade, entry.http_method.as_str()), (Facade::GraphQl, "POST"));
    assert_eq!(entry.route, "/graphql");
}
