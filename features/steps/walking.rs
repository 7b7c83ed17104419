//! Steps that walk through a whole list, in both directions.
use crate::{
    domains,
    facades::{Asked, direct},
    services,
    world::World,
    zone,
};
use chrono::TimeDelta;
use cucumber::{given, then};
use hosting_core::{
    Backward, Operation, Page, Time,
    account::GetAccount,
    account::usage::{ListUsage, UsageEntry, UsageReport},
    clock::Clock,
    dns::ListDnsRecords,
    domains::{DomainOrder, ListDomains, domain},
    services::{ListServices, ServiceOrder, service},
};
use sea_orm::{Set, Unchanged};
use std::{cmp::Reverse, fmt::Debug};
use uuid::Uuid;

#[given(regex = r"^(\S+) has 50 of everything, much of it alike$")]
async fn much_alike(world: &mut World, who: String) {
    world.introduce(&who).await;
    for number in 0..50_usize {
        if number % 7 == 0 {
            world.pass(TimeDelta::seconds(1));
        }
        // One in three has no end, and several have the same.
        let end = world
            .stage
            .clock
            .now()
            .plus(TimeDelta::days(400 - i64::try_from(number).expect("a small number")));
        let end = (number % 3 != 0).then_some(if number % 2 == 0 { end } else { Time::of_millis(7) });
        let name = format!("{}{number}.example", ["b-", "b", "a"][number % 3]);
        domains::own(world, &who, &name, "active").await;
        let id = Unchanged(world.domain(&name).id);
        world.stage.update(domain::ActiveModel { id, expires_at: Set(end), ..Default::default() }).await;
        let key = number.to_string();
        services::order(world, &who, "lxc", &key, "active").await;
        let id = Unchanged(world.services[&key].id);
        let name = ["box", "Box", "a/b", "ähre", "Z"][number % 5].to_owned();
        let row =
            service::ActiveModel { id, renews_at: Set(end), display_name: Set(name), ..Default::default() };
        world.stage.update(row).await;
        world.look(&who, GetAccount {}).await;
    }
    zone::has_many(world, "b-0.example".to_owned(), 50).await;
    world.pass(TimeDelta::minutes(2));
}

/// A part of a list: so many of the first, or of the last, between two cursors.
#[derive(Clone, Debug, Default)]
struct Wanted {
    first: Option<u32>,
    after: Option<String>,
    last: Option<u32>,
    before: Option<String>,
}

impl Wanted {
    fn backward(&self) -> Backward {
        Backward { last: self.last, before: self.before.clone(), count: false }
    }
}

#[then(
    regex = r"^(\w+)'s (domains|services|records|usage) by (\w+) (?:are|is) the same from either end, in pages of 1 to 7$"
)]
async fn same_from_either_end(world: &mut World, who: String, kind: String, order: String) {
    match kind.as_str() {
        "domains" => walk_domains(world, &who, &order).await,
        "services" => walk_services(world, &who, &order).await,
        "records" => {
            let domain_id = world.domain("b-0.example").id;
            let ask = |wanted: Wanted| ListDnsRecords {
                domain_id,
                r#type: None,
                name: None,
                limit: wanted.first,
                backward: Some(wanted.backward()),
                cursor: wanted.after,
            };
            let whole = walk(world, &who, ask, |page| page).await;
            assert!(whole.is_sorted_by_key(|one| one.name.clone()));
        }
        _ => {
            let before_now = Some(world.stage.clock.now());
            world.pass(TimeDelta::minutes(2));
            let ask = |wanted: Wanted| ListUsage {
                operation_id: Some("account".to_owned()),
                status: None,
                since: Some(Time::of_millis(0)),
                until: before_now,
                limit: wanted.first,
                backward: Some(wanted.backward()),
                cursor: wanted.after,
            };
            let whole = walk(world, &who, ask, entries).await;
            assert!(whole.is_sorted_by_key(|one| Reverse(one.id)));
        }
    }
}

async fn walk_domains(world: &mut World, who: &str, order: &str) {
    let by = match order {
        "name" => DomainOrder::Name,
        "end" => DomainOrder::ExpiresAt,
        _ => DomainOrder::Newest,
    };
    let ask = |wanted: Wanted| ListDomains {
        order: Some(by),
        limit: wanted.first,
        backward: Some(wanted.backward()),
        cursor: wanted.after,
        ..Default::default()
    };
    let whole = walk(world, who, ask, |page| page).await;
    assert!(match by {
        DomainOrder::Newest => whole.is_sorted_by_key(|one| Reverse((one.created_at, one.id))),
        DomainOrder::Name => whole.is_sorted_by_key(|one| one.domain_name.clone()),
        DomainOrder::ExpiresAt => whole.is_sorted_by_key(|one| ends_first(one.expires_at, one.id)),
    });
}

async fn walk_services(world: &mut World, who: &str, order: &str) {
    let by = match order {
        "name" => ServiceOrder::Name,
        "renewal" => ServiceOrder::RenewsAt,
        _ => ServiceOrder::Newest,
    };
    let ask = |wanted: Wanted| ListServices {
        order: Some(by),
        limit: wanted.first,
        backward: Some(wanted.backward()),
        cursor: wanted.after,
        ..Default::default()
    };
    let whole = walk(world, who, ask, |page| page).await;
    assert!(match by {
        ServiceOrder::Newest => whole.is_sorted_by_key(|one| Reverse((one.created_at, one.id))),
        ServiceOrder::Name => whole.is_sorted_by_key(|one| (one.display_name.to_ascii_lowercase(), one.id)),
        ServiceOrder::RenewsAt => whole.is_sorted_by_key(|one| ends_first(one.renews_at, one.id)),
    });
}

/// What has no end comes last.
fn ends_first(end: Option<Time>, id: Uuid) -> (bool, Option<Time>, Uuid) {
    (end.is_none(), end, id)
}

fn entries(report: UsageReport) -> Page<UsageEntry> {
    report.page()
}

/// Compares pages of each size, from either end and in between, with the whole list; and gives that.
async fn walk<O: Operation, T: PartialEq + Debug>(
    world: &mut World,
    who: &str,
    ask: impl Fn(Wanted) -> O,
    page: fn(O::Output) -> Page<T>,
) -> Vec<T> {
    let person = world.person(who).clone();
    let call = direct::call(Asked { stage: &world.stage, who: &person, key: None }).await;
    let platform = world.stage.platform.clone();
    let read = async |wanted: Wanted| {
        let told = platform.perform(&call, Ok(ask(wanted))).await;
        page(told.and_then(hosting_core::Answer::data).expect("a page"))
    };
    let whole = read(Wanted::default()).await;
    let (keys, whole) = (whole.items.iter().map(whole.key).collect::<Vec<_>>(), whole.items);
    assert_eq!(whole.len(), 50);
    for size in 1..=7_usize {
        let count = u32::try_from(size).ok();
        for (number, expected) in whole.chunks(size).enumerate() {
            let (start, end) = (number * size, number * size + expected.len());
            let after = start.checked_sub(1).map(|last| keys[last].clone());
            let page = read(Wanted { first: count, after, ..Wanted::default() }).await;
            assert_eq!(page.items, expected);
            assert_eq!((page.previous, page.next), (start > 0, (end < 50).then(|| keys[end - 1].clone())));
        }
        for (number, expected) in whole.rchunks(size).enumerate() {
            let end = 50 - number * size;
            let (start, before) = (end - expected.len(), keys.get(end).cloned());
            let page = read(Wanted { last: count, before, ..Wanted::default() }).await;
            assert_eq!(page.items, expected);
            assert_eq!((page.previous, page.next), (start > 0, (end < 50).then(|| keys[end - 1].clone())));
        }
        for (start, end) in [(0, 3), (10, 30), (40, 49)] {
            let between = &whole[start + 1..end];
            let (after, before) = (Some(keys[start].clone()), Some(keys[end].clone()));
            let wanted = Wanted { after, before, ..Wanted::default() };
            let first = read(Wanted { first: count, ..wanted.clone() }).await;
            assert_eq!(first.items, &between[..size.min(between.len())]);
            assert_eq!((first.previous, first.next.is_some()), (true, between.len() > size));
            let last = read(Wanted { last: count, ..wanted }).await;
            assert_eq!(last.items, &between[between.len().saturating_sub(size)..]);
            assert_eq!((last.previous, last.next.is_some()), (between.len() > size, true));
        }
    }
    whole
}
