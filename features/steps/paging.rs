//! Steps about lists that are read page by page.
use crate::{domains, hosting, services, world::World, zone};
use chrono::TimeDelta;
use cucumber::{given, then, when};
use hosting_core::{
    Operation, Page, account::GetAccount, account::usage::ListUsage, dns::ListDnsRecords,
    domains::ListDomains, hosting::ListHostingServices, services::ListServices,
};

/// The domain whose records are paged through.
const ZONE: &str = "zone.example";

#[given(regex = r"^(\w+) owns (\d+) (domains|services|sites|records)(?: more)?$")]
async fn owns_many(world: &mut World, who: String, count: usize, kind: String) {
    if kind == "records" {
        domains::own(world, &who, ZONE, "active").await;
        zone::has_many(world, ZONE.to_owned(), count).await;
        return;
    }
    for number in 0..count {
        world.pass(TimeDelta::seconds(1));
        match kind.as_str() {
            "domains" => domains::own(world, &who, &format!("d{number}.example"), "active").await,
            "sites" => hosting::give(world, &who, "free", &format!("s{number}.example")).await,
            _ => services::order(world, &who, "lxc", &format!("s{number}"), "active").await,
        }
    }
}

#[when(regex = r"^(\S+) gets one domain more$")]
async fn one_more(world: &mut World, who: String) {
    world.pass(TimeDelta::seconds(1));
    domains::own(world, &who, "one-more.example", "active").await;
}

#[given(regex = r"^(\S+) has looked up (?:her|his|their) account (\d+) times, a second apart$")]
async fn looked_up(world: &mut World, who: String, times: usize) {
    world.introduce(&who).await;
    for _ in 0..times {
        world.pass(TimeDelta::seconds(1));
        world.look(&who, GetAccount {}).await;
    }
}

/// Reads one page; whether it was given.
async fn read(world: &mut World, who: &str, kind: &str, limit: Option<u32>, cursor: Option<String>) -> bool {
    let page = match kind {
        "domains" => world
            .perform(who, ListDomains { limit, cursor, ..Default::default() })
            .await
            .map(|answer| (answer.data.items.into_iter().map(|one| one.domain_name).collect(), answer.next)),
        "services" => world
            .perform(who, ListServices { limit, cursor, ..Default::default() })
            .await
            .map(|answer| (answer.data.items.into_iter().map(|one| one.display_name).collect(), answer.next)),
        "sites" => world.perform(who, ListHostingServices { limit, cursor }).await.map(|answer| {
            (answer.data.items.into_iter().map(|one| one.primary_domain).collect(), answer.next)
        }),
        "records" => {
            let domain_id = world.domains.values().next().expect("a domain").id;
            world
                .perform(who, ListDnsRecords { domain_id, limit, cursor, ..Default::default() })
                .await
                .map(|answer| (answer.data.items.into_iter().map(|one| one.name).collect(), answer.next))
        }
        _ => world.perform(who, ListUsage { limit, cursor, ..Default::default() }).await.map(|answer| {
            let looks =
                answer.data.entries.into_iter().filter(|one| one.operation_id.as_deref() == Some("account"));
            (looks.map(|one| format!("{} {}", one.occurred_at, one.id)).collect(), answer.next)
        }),
    };
    let Ok((names, next)) = page else { return false };
    world.pages.read.push(names);
    world.pages.next = next;
    true
}

/// Reads a list of `who` to its end: what is `asked` with each cursor, and what each record is called.
pub async fn read_to_the_end<O, T>(
    world: &mut World,
    who: &str,
    asked: impl Fn(Option<String>) -> O,
    name: impl Fn(T) -> String,
) where
    O: Operation<Output = Page<T>>,
{
    let mut cursor = None;
    for _ in 0..20 {
        let answer = world.perform(who, asked(cursor)).await.expect("a page");
        world.pages.read.push(answer.data.items.into_iter().map(&name).collect());
        cursor = answer.next;
        if cursor.is_none() {
            return;
        }
    }
    panic!("the pages do not come to an end");
}

#[when(regex = r"^(\w+) reads (?:her|his) (domains|services|sites|records|usage) in pages of (\d+)$")]
async fn read_all(world: &mut World, who: String, kind: String, size: u32) {
    let mut cursor = None;
    for _ in 0..20 {
        assert!(read(world, &who, &kind, Some(size), cursor).await, "{:?}", world.last().outcome);
        cursor = world.pages.next.clone();
        if cursor.is_none() {
            return;
        }
    }
    panic!("the pages do not come to an end");
}

#[given(regex = r"^(\S+) has read a page of (\d+) of (?:her|his|their) domains$")]
#[when(regex = r"^(\S+) reads a page of (\d+) of (?:her|his|their) domains$")]
async fn read_one(world: &mut World, who: String, size: u32) {
    read(world, &who, "domains", Some(size), None).await;
}

#[when(regex = r"^(\S+) reads on$")]
async fn read_on(world: &mut World, who: String) {
    let next = world.pages.next.clone();
    assert!(read(world, &who, "domains", Some(2), Some(next.expect("a next page"))).await);
}

#[when(
    regex = r#"^(\w+) reads (?:her|his) (domains|services|sites|records|usage) from the place "([^"]+)"$"#
)]
async fn read_from(world: &mut World, who: String, kind: String, place: String) {
    read(world, &who, &kind, None, Some(place)).await;
}

#[then(
    regex = r"^she gets (\d+) pages? with (?:all|the first) (\d+) (domains|services|sites|records) in order(, and an empty one)?$"
)]
fn gets_pages(world: &mut World, pages: usize, count: usize, kind: String, empty: String) {
    let name = |number| match kind.as_str() {
        "domains" => format!("d{}.example", count - 1 - number),
        "services" => format!("s{}", count - 1 - number),
        "sites" => format!("s{}.example", count - 1 - number),
        _ => format!("r{number:04}"),
    };
    let expected: Vec<_> = (0..count).map(name).collect();
    assert_eq!(world.pages.read.concat(), expected);
    // A plain list of the graph does not say that it ends: after a page that is full, one learns it by an empty one.
    let read: Vec<_> = world.pages.read.iter().map(Vec::is_empty).collect();
    let expected = [vec![false; pages], vec![true; usize::from(!empty.is_empty())]].concat();
    assert_eq!(read, expected, "{:?}", world.pages.read);
}

#[then(regex = r"^(?:she|he|they) sees all (\d+) look-ups once, newest first$")]
fn sees_look_ups(world: &mut World, count: usize) {
    let seen = world.pages.read.concat();
    let mut sorted = seen.clone();
    sorted.sort_unstable_by(|one, other| other.cmp(one));
    sorted.dedup();
    assert_eq!(seen.len(), count);
    assert_eq!(seen, sorted);
}
