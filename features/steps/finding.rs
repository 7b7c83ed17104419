//! Steps about lists that are narrowed and ordered.
use crate::{
    domains, services,
    time::span,
    words::{choice, list},
    world::World,
};
use chrono::TimeDelta;
use cucumber::{gherkin::Step, given, then, when};
use hosting_core::{
    Time,
    account::GetAccount,
    account::usage::{ListUsage, UsageReport, entry::EntryStatus},
    clock::Clock,
    domains::{DomainOrder, GetDomain, ListDomains, domain},
    services::{ListServices, ServiceOrder, service},
};
use sea_orm::{Set, Unchanged};

/// The rows of a table under its heading.
fn rows<const N: usize>(step: &Step) -> Vec<[String; N]> {
    let rows = step.table.as_ref().expect("a table").rows.iter().skip(1);
    rows.map(|row| row.clone().try_into().expect("as many columns")).collect()
}

/// `never`, or `30 days` from now.
fn moment(world: &World, words: &str) -> Option<Time> {
    let (count, unit) = words.split_once(' ')?;
    let count = count.parse().expect("a number");
    Some(world.stage.clock.now().plus(span(count, unit.trim_end_matches('s'))))
}

#[given(regex = r"^(\S+) owns these domains:$")]
async fn owns_these(world: &mut World, who: String, step: &Step) {
    for [name, status, end] in rows(step) {
        domains::own(world, &who, &name, &status).await;
        let (id, end) = (Unchanged(world.domain(&name).id), Set(moment(world, &end)));
        world.stage.update(domain::ActiveModel { id, expires_at: end, ..Default::default() }).await;
    }
}

#[given(regex = r"^(\S+) ordered these services:$")]
async fn ordered_these(world: &mut World, who: String, step: &Step) {
    for [name, kind, status, renewal] in rows(step) {
        services::order(world, &who, &kind, &name, &status).await;
        let (id, at) = (Unchanged(world.services[&name].id), Set(moment(world, &renewal)));
        world.stage.update(service::ActiveModel { id, renews_at: at, ..Default::default() }).await;
    }
}

/// What is behind a number of days that may not be said.
fn within(world: &World, days: &str) -> Option<Time> {
    Some(world.stage.clock.now().plus(TimeDelta::days(days.parse().ok()?)))
}

fn domain_order(word: &str) -> Option<DomainOrder> {
    match word {
        "name" => Some(DomainOrder::Name),
        "end" => Some(DomainOrder::ExpiresAt),
        _ => None,
    }
}

fn service_order(word: &str) -> Option<ServiceOrder> {
    match word {
        "name" => Some(ServiceOrder::Name),
        "renewal" => Some(ServiceOrder::RenewsAt),
        _ => None,
    }
}

/// What stands in quotes, if anything does.
fn said(words: &str) -> Option<String> {
    words.split('"').nth(1).map(str::to_owned)
}

#[when(
    regex = r#"^(\w+) asks for (?:her|his) domains( that are "\w+")?( with "[^"]*" in the name)?(?: that end within (\d+) days)?(?: that end after (\d+) days)?(?:, by (name|end))?$"#
)]
async fn asks_for_domains(
    world: &mut World,
    who: String,
    status: String,
    part: String,
    days: String,
    after: String,
    order: String,
) {
    let asked = ListDomains {
        status: said(&status).map(|word| choice(&word)),
        name_contains: said(&part),
        expires_before: within(world, &days),
        expires_after: within(world, &after),
        order: domain_order(&order),
        ..Default::default()
    };
    let _ = world.perform(&who, asked).await;
}

#[when(
    regex = r#"^(\w+) asks for (?:her|his) services( of the kind "\w+")?( that are "\w+")?(?: that renew within (\d+) days)?(?:, by (name|renewal))?$"#
)]
async fn asks_for_services(
    world: &mut World,
    who: String,
    kind: String,
    status: String,
    days: String,
    order: String,
) {
    let asked = ListServices {
        service_type: said(&kind).map(|word| choice(&word)),
        status: said(&status).map(|word| choice(&word)),
        renews_before: within(world, &days),
        order: service_order(&order),
        ..Default::default()
    };
    let _ = world.perform(&who, asked).await;
}

#[given(regex = r#"^(\S+) has looked up (?:her|his|their) account and "([^"]*)"$"#)]
async fn has_looked_up(world: &mut World, who: String, name: String) {
    let _ = world.perform(&who, GetAccount {}).await;
    let domain_id = world.domain(&name).id;
    let _ = world.perform(&who, GetDomain { domain_id }).await;
}

#[when(
    regex = r#"^(\w+) asks for (?:her|his) usage( of "\w*")?(?: that was (done|rejected))?(?: from (\d+) to (\d+) minutes ago)?$"#
)]
async fn asks_for_usage(
    world: &mut World,
    who: String,
    operation: String,
    ending: String,
    from: String,
    to: String,
) {
    let now = world.stage.clock.now();
    let ago = |minutes: String| Some(now.plus(-TimeDelta::minutes(minutes.parse().ok()?)));
    let status = match ending.as_str() {
        "done" => Some(EntryStatus::Succeeded),
        "rejected" => Some(EntryStatus::Rejected),
        _ => None,
    };
    let (since, until) = (ago(from), ago(to));
    let asked = ListUsage { operation_id: said(&operation), status, since, until, ..Default::default() };
    let _ = world.perform(&who, asked).await;
}

fn report(world: &World) -> UsageReport {
    let data = world.last().outcome.clone().expect("usage");
    serde_json::from_value(data).expect("usage")
}

#[then(regex = r#"^(?:she|he|they) sees the usage "([^"]*)"$"#)]
fn sees_usage(world: &mut World, operations: String) {
    let entries = report(world).entries.into_iter();
    let seen: Vec<_> = entries.map(|entry| entry.operation_id.unwrap_or_default()).collect();
    assert_eq!(seen, list(&operations, ", "));
}

#[then(regex = r"^the sums beside it count (\d+) entries$")]
fn sums_count(world: &mut World, count: i64) {
    assert_eq!(report(world).summary.total, count);
}

/// Reads one page in an order; whether it was given.
async fn read(world: &mut World, who: &str, kind: &str, order: &str, limit: u32) -> bool {
    let (limit, cursor) = (Some(limit), world.pages.next.take());
    let page = if kind == "domains" {
        let asked = ListDomains { order: domain_order(order), limit, cursor, ..Default::default() };
        let told = world.perform(who, asked).await;
        told.map(|told| (told.data.items.into_iter().map(|one| one.domain_name).collect(), told.next))
    } else {
        let asked = ListServices { order: service_order(order), limit, cursor, ..Default::default() };
        let told = world.perform(who, asked).await;
        told.map(|told| (told.data.items.into_iter().map(|one| one.display_name).collect(), told.next))
    };
    let Ok((names, next)) = page else { return false };
    world.pages.read.push(names);
    world.pages.next = next;
    true
}

#[when(regex = r"^(\w+) reads (?:her|his) (domains|services) by (name|end|renewal) in pages of (\d+)$")]
async fn read_all(world: &mut World, who: String, kind: String, order: String, size: u32) {
    for _ in 0..20 {
        assert!(read(world, &who, &kind, &order, size).await, "{:?}", world.last().outcome);
        if world.pages.next.is_none() {
            return;
        }
    }
    panic!("the pages do not come to an end");
}

#[when(regex = r"^(\w+) reads a page of (\d+) of (?:her|his) domains by (name|end|age)$")]
async fn read_one(world: &mut World, who: String, size: u32, order: String) {
    assert!(read(world, &who, "domains", &order, size).await, "{:?}", world.last().outcome);
}

#[when(regex = r"^(\w+) goes on from there by (name|end|age)$")]
async fn goes_on(world: &mut World, who: String, order: String) {
    assert!(world.pages.next.is_some(), "the page leads on");
    read(world, &who, "domains", &order, 2).await;
}

#[then(regex = r#"^the pages together show the (?:domains|services) "([^"]+)"$"#)]
fn together(world: &mut World, names: String) {
    assert_eq!(world.pages.read.concat(), list(&names, ", "));
}
