//! Steps in which many things happen at the same moment.
use crate::{domains::seen, facades::Told, records::new, words::Switch, world::World};
use cucumber::{then, when};
use futures_util::future::join_all;
use hosting_core::{
    Operation,
    dns::{CreateDnsRecord, DnsRecord},
    domains::SetDomainAutoRenew,
};

/// Performs all at once; each is remembered as an ending.
async fn all_at_once<O: Operation>(
    world: &mut World,
    who: &str,
    asked: Vec<(String, O)>,
) -> Vec<Told<O::Output>> {
    let person = world.person(who).clone();
    let here = &*world;
    let told = join_all(asked.iter().map(|(key, operation)| here.ask(&person, Some(key), operation))).await;
    for one in &told {
        world.end(one);
    }
    told
}

fn record(world: &World, domain: &str, name: &str) -> CreateDnsRecord {
    CreateDnsRecord { domain_id: world.domain(domain).id, ..new("A", name, "192.0.2.1") }
}

#[when(
    regex = r#"^(\w+) adds the A record "([^"]+)" with "192.0.2.1" to "([^"]+)" (\d+) times at once(?: (under one key)|, each under its own key)$"#
)]
async fn add_often(world: &mut World, who: String, name: String, domain: String, times: usize, one: String) {
    let key = world.new_key();
    let key = || if one.is_empty() { world.new_key() } else { key.clone() };
    let asked = (0..times).map(|_| (key(), record(world, &domain, &name))).collect();
    all_at_once::<CreateDnsRecord>(world, &who, asked).await;
}

#[when(regex = r#"^(\S+) adds (\d+) records to "([^"]*)" at once, each under its own key$"#)]
async fn add_many(world: &mut World, who: String, count: usize, domain: String) {
    let one = |number| (world.new_key(), record(world, &domain, &format!("r{number}")));
    let asked = (0..count).map(one).collect();
    all_at_once::<CreateDnsRecord>(world, &who, asked).await;
}

#[when(expr = "{word} turns auto-renew {switch} for {string} and for {string} at once under one key")]
async fn turn_both(world: &mut World, who: String, to: Switch, one: String, other: String) {
    let key = world.new_key();
    let turn = |name| SetDomainAutoRenew { domain_id: world.domain(name).id, enabled: to.0 };
    let asked = vec![(key.clone(), turn(&one)), (key, turn(&other))];
    all_at_once(world, &who, asked).await;
}

#[then(regex = r"^all (\d+) are accepted with the same answer$")]
fn all_alike(world: &mut World, count: usize) {
    all_accepted(world, count);
    let answers = world.endings.iter().map(|ending| ending.outcome.as_ref().ok());
    let first = answers.clone().next().flatten();
    assert!(answers.clone().all(|answer| answer == first), "{:?}", answers.collect::<Vec<_>>());
    let record: DnsRecord = serde_json::from_value(first.expect("an answer").clone()).expect("a record");
    assert_eq!(record.name, "www");
}

#[then(regex = r"^all (\d+) are accepted$")]
fn all_accepted(world: &mut World, count: usize) {
    assert_eq!(world.endings.len(), count);
    let refused = world.endings.iter().find(|ending| ending.outcome.is_err());
    assert!(refused.is_none(), "{refused:?}");
}

#[then(regex = r#"^one is accepted, and the others? refused as "([^"]+)"$"#)]
fn one_accepted(world: &mut World, code: String) {
    let (accepted, refused): (Vec<_>, Vec<_>) =
        world.endings.iter().partition(|ending| ending.outcome.is_ok());
    assert_eq!(accepted.len(), 1, "{refused:?}");
    for ending in refused {
        assert_eq!(ending.outcome.as_ref().err().map(|refusal| refusal.code.as_str()), Some(code.as_str()));
    }
}

#[then(regex = r#"^auto-renew is on for one of "([^"]*)" and "([^"]*)"$"#)]
async fn on_for_one(world: &mut World, one: String, other: String) {
    let on = [seen(world, &one).await.auto_renew, seen(world, &other).await.auto_renew];
    assert_eq!(on.iter().filter(|on| **on).count(), 1, "{on:?}");
}
