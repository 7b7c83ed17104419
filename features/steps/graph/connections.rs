//! Steps about long lists, a page at a time and in both directions.
use super::{ask, whole};
use crate::{words::list, world::World};
use chrono::TimeDelta;
use cucumber::{given, then, when};
use hosting_core::{clock::Clock, domains::ListDomains};
use serde_json::{Value, json};

/// The domain whose records are paged through.
const ZONE: &str = "zone.example";
/// Only what was there before the list is read, which leaves entries itself.
const EARLIER: &str = "of \"account\", older than 1 minutes";

/// `filter` and `order` of what is said of a list: `that are "active", by name`
fn said(world: &World, words: &str) -> (String, Option<String>) {
    let phrases = list(words, ", ");
    let (orders, filter): (Vec<_>, Vec<_>) = phrases.iter().partition(|phrase| phrase.starts_with("by "));
    let filter: Vec<_> = filter.into_iter().map(|phrase| member(world, phrase)).collect();
    let order = orders.first().map(|phrase| match phrase.as_str() {
        "by name" => "order: NAME".to_owned(),
        "by end" => "order: EXPIRES_AT".to_owned(),
        "by renewal" => "order: RENEWS_AT".to_owned(),
        other => panic!("ordered {other}?"),
    });
    (filter.join(", "), order)
}

/// What a phrase narrows a list to.
fn member(world: &World, phrase: &str) -> String {
    let quoted = phrase.split('"').nth(1).unwrap_or_default();
    let choice = quoted.to_uppercase();
    let count = phrase.split(' ').find_map(|word| word.parse().ok()).unwrap_or_default();
    let moment = |delta| json!(world.stage.clock.now().plus(delta));
    let ahead = moment(TimeDelta::days(count));
    let ago = moment(-TimeDelta::minutes(count));
    match phrase {
        "that was done" => "status: SUCCEEDED".to_owned(),
        "that was rejected" => "status: REJECTED".to_owned(),
        one if one.starts_with("that are ") => format!("status: {choice}"),
        one if one.starts_with("with ") => format!("nameContains: \"{quoted}\""),
        one if one.starts_with("that end within ") => format!("expiresBefore: {ahead}"),
        one if one.starts_with("that renew within ") => format!("renewsBefore: {ahead}"),
        one if one.starts_with("of the kind ") => format!("serviceType: {choice}"),
        one if one.starts_with("of the last ") => format!("since: {ago}"),
        one if one.starts_with("older than ") => format!("until: {ago}"),
        one if one.starts_with("of ") => format!("operationId: \"{quoted}\""),
        other => panic!("what is {other}?"),
    }
}

/// The member of its record that tells the entries of a list.
fn name(kind: &str) -> &'static str {
    match kind {
        "domains" => "domainName",
        "services" => "displayName",
        "records" => "name",
        _ => "operationId",
    }
}

/// Reads a part of a list, and notes it as a page.
async fn read(world: &mut World, who: &str, kind: &str, part: &str, words: &str) {
    let (filter, order) = said(world, words);
    let filter = (!filter.is_empty()).then(|| format!("filter: {{ {filter} }}"));
    let arguments: Vec<_> = [Some(part.to_owned()), filter, order].into_iter().flatten().collect();
    let one = format!("{{ id name: {} }}", name(kind));
    let page = format!(
        "({}) {{ totalCount edges {{ cursor node {one} }} nodes {one} \
         pageInfo {{ hasPreviousPage hasNextPage startCursor endCursor }} }}",
        arguments.join(", ")
    );
    let document = match kind {
        "records" => {
            format!("{{ at: domain(domainId: \"{}\") {{ list: dnsRecords{page} }} }}", world.domain(ZONE).id)
        }
        "usage" => format!("{{ at: account {{ list: usage{page} }} }}"),
        kind => format!("{{ at: account {{ list: {kind}{page} }} }}"),
    };
    ask(world, who, &document).await;
    if world.last().outcome.is_ok() {
        let ids = checked(world).iter().map(|one| one["id"].as_str().expect("an id").to_owned()).collect();
        world.pages.read.push(ids);
    }
}

/// The last page.
fn page(world: &World) -> Value {
    let answer = whole(world);
    let page = answer["data"]["at"]["list"].clone();
    assert!(page.is_object(), "{answer}");
    page
}

/// What is on the last page, told the same in every way.
fn checked(world: &World) -> Vec<Value> {
    let page = page(world);
    let edges = page["edges"].as_array().expect("edges");
    let nodes: Vec<_> = edges.iter().map(|edge| edge["node"].clone()).collect();
    assert_eq!(page["nodes"], json!(nodes));
    let cursor = |edge: Option<&Value>| edge.map_or(Value::Null, |edge| edge["cursor"].clone());
    assert_eq!(page["pageInfo"]["startCursor"], cursor(edges.first()));
    assert_eq!(page["pageInfo"]["endCursor"], cursor(edges.last()));
    nodes
}

/// `first: 2, after: "…"`: what stands on a side of the last page.
fn beside(world: &World, count: u32, side: &str) -> String {
    let info = page(world)["pageInfo"].clone();
    assert!(info["endCursor"].is_string(), "the page leads on: {info}");
    match side {
        "after" => format!("first: {count}, after: {}", info["endCursor"]),
        _ => format!("last: {count}, before: {}", info["startCursor"]),
    }
}

#[given(
    regex = r"^(\w+) has read the (first|last) (\d+) of (?:her|his) (domains|services|records|usage)(?: (.+))?$"
)]
#[when(
    regex = r"^(\w+) reads the (first|last) (\d+) of (?:her|his) (domains|services|records|usage)(?: (.+))?$"
)]
async fn reads(world: &mut World, who: String, end: String, count: u32, kind: String, words: String) {
    read(world, &who, &kind, &format!("{end}: {count}"), &words).await;
}

#[given(
    regex = r"^(\w+) has read the (\d+) (domains|services|records|usage) (before|after) them(?:, (.+))?$"
)]
#[when(regex = r"^(\w+) reads the (\d+) (domains|services|records|usage) (before|after) them(?:, (.+))?$")]
async fn reads_on(world: &mut World, who: String, count: u32, kind: String, side: String, words: String) {
    let part = beside(world, count, &side);
    read(world, &who, &kind, &part, &words).await;
}

#[when(regex = r"^(\w+) reads the first (\d+) and the last (\d+) of (?:her|his) domains$")]
async fn reads_both(world: &mut World, who: String, first: u32, last: u32) {
    read(world, &who, "domains", &format!("first: {first}, last: {last}"), "").await;
}

#[when(
    regex = r"^(\w+) reads (?:her|his) (domains|services|records|usage) from the (beginning|end) in pages of (\d+)$"
)]
async fn walks(world: &mut World, who: String, kind: String, end: String, size: u32) {
    let words = if kind == "usage" { EARLIER } else { "" };
    let (first, beyond, on, back) = match end.as_str() {
        "beginning" => ("first", "after", "hasNextPage", "hasPreviousPage"),
        _ => ("last", "before", "hasPreviousPage", "hasNextPage"),
    };
    let mut part = format!("{first}: {size}");
    for number in 0..20 {
        read(world, &who, &kind, &part, words).await;
        let info = page(world)["pageInfo"].clone();
        assert_eq!(info[back], json!(number > 0), "{info}");
        if info[on] == json!(false) {
            if end == "end" {
                world.pages.read.reverse();
            }
            return;
        }
        part = beside(world, size, beyond);
    }
    panic!("the pages do not come to an end");
}

#[given(regex = r"^(\S+) was refused (?:her|his|their) domains$")]
async fn was_refused(world: &mut World, who: String) {
    let told = world.perform(&who, ListDomains::default()).await;
    assert!(told.is_err(), "{told:?}");
}

#[then(regex = r"^she has read each of her (\w+) once, in the order of the plain list$")]
async fn read_each(world: &mut World, kind: String) {
    let document = match kind.as_str() {
        "records" => format!("{{ list: dnsRecords(domainId: \"{}\") {{ id }} }}", world.domain(ZONE).id),
        "usage" => {
            format!("{{ list: apiUsage({}) {{ entries {{ id }} }} }}", said(world, EARLIER).0)
        }
        kind => format!("{{ list: {kind} {{ id }} }}"),
    };
    ask(world, "Ama", &document).await;
    let mut plain = whole(world)["data"]["list"].clone();
    if kind == "usage" {
        plain = plain["entries"].clone();
    }
    let plain = plain.as_array().expect("a list").iter().map(|one| one["id"].as_str().expect("an id"));
    assert_eq!(plain.collect::<Vec<_>>(), world.pages.read.concat());
    assert_eq!(world.pages.read.concat().len(), 7);
}

#[then(regex = r#"^the page holds "([^"]*)"$"#)]
fn holds(world: &mut World, names: String) {
    let held = checked(world);
    let held: Vec<_> = held.iter().map(|one| one["name"].as_str().expect("a name")).collect();
    assert_eq!(held, list(&names, ", "));
}

#[then(regex = r"^there are (\d+) in all$")]
fn in_all(world: &mut World, count: u64) {
    assert_eq!(page(world)["totalCount"], json!(count));
}

#[when(regex = r"^(\S+) asks how many records each of (?:her|his|their) domains has$")]
async fn asks_how_many(world: &mut World, who: String) {
    let document =
        "{ account { domains { nodes { domainName dnsRecords(first: 1) { totalCount nodes { id } } } } } }";
    ask(world, &who, document).await;
}

#[then(regex = r#"^(?:she|he|they) is told "([^"]*)"$"#)]
fn told_how_many(world: &mut World, counts: String) {
    let told = whole(world);
    let domains = told.pointer("/data/account/domains/nodes").and_then(Value::as_array).expect("domains");
    let count = |one: &Value| {
        let (name, total) = (one["domainName"].as_str().expect("a name"), &one["dnsRecords"]["totalCount"]);
        format!("{name} {total}")
    };
    assert_eq!(domains.iter().map(count).collect::<Vec<_>>(), list(&counts, ", "));
}

#[then("the page is empty")]
fn is_empty(world: &mut World) {
    holds(world, String::new());
}

#[then(regex = r"^(nothing|more) (stands before|follows) it$")]
fn beside_it(world: &mut World, what: String, side: String) {
    let member = if side == "follows" { "hasNextPage" } else { "hasPreviousPage" };
    assert_eq!(page(world)["pageInfo"][member], json!(what == "more"));
}
