//! One function for each promise; each has a zone of its own.
use crate::{
    stage::{Stage, ordered, put, remove, set, work},
    types::{bare, every},
};
use hosting_kernel::providers::{
    Failure,
    dns::{Change, TYPES},
};
use std::time::{Duration, Instant};

/// The zones of the promises: where the operator makes zones, all of them are there, and empty.
pub const ZONES: [&str; 13] = [
    "made.test",
    "served.test",
    "order.test",
    "alias.test",
    "whole.test",
    "twice.test",
    "types.test",
    "names.test",
    "ttl.test",
    "own.test",
    "gone.test",
    "many.test",
    "adopted.test",
];
/// A zone that is never there.
const NOWHERE: &str = "nowhere.test";
/// How long 300 sets may take.
const MANY_WITHIN: Duration = Duration::from_secs(10);

/// All of them.
pub async fn all(stage: &Stage) {
    a_zone_that_is_not_there(stage).await;
    a_zone_is_made_once(stage).await;
    a_set_is_served_replaced_and_removed(stage).await;
    of_two_changes_of_a_set_the_last_one_wins(stage).await;
    an_alias_takes_the_place_of_what_is_removed(stage).await;
    all_changes_are_done_or_none(stage).await;
    work_done_twice_is_done_once(stage).await;
    every_type_comes_back(stage).await;
    names_of_every_form_are_served(stage).await;
    times_to_live_are_kept(stage).await;
    what_the_platform_writes_itself_is_left_out(stage).await;
    a_zone_goes_with_everything(stage).await;
    many_sets_are_one_change(stage).await;
    what_was_served_elsewhere_is_adopted(stage).await;
}

/// It is not there: neither is it changed, nor read; it is removed at once.
pub async fn a_zone_that_is_not_there(stage: &Stage) {
    if stage.anything_goes {
        return;
    }
    let changes = [put("www.nowhere.test", "A", &["192.0.2.1"])];
    let refused = stage.dns.change(work(), NOWHERE, &changes).await;
    assert!(matches!(refused, Err(Failure::NotThere(_))), "{refused:?}");
    let refused = stage.dns.zone(NOWHERE).await;
    assert!(matches!(refused, Err(Failure::NotThere(_))), "{refused:?}");
    match stage.zones_are_made {
        true => assert_eq!(stage.dns.remove_zone(work(), NOWHERE).await, Ok(())),
        false => {
            let refused = stage.dns.make_zone(work(), NOWHERE).await;
            assert!(matches!(refused, Err(Failure::NotThere(_))), "{refused:?}");
        }
    }
}

/// A new zone has its own records; made again it stays as it is.
pub async fn a_zone_is_made_once(stage: &Stage) {
    let zone = stage.fresh("made.test").await;
    assert_eq!(stage.dns.zone(zone).await, Ok(Vec::new()));
    let www = set("www.made.test", "A", &["192.0.2.1"]);
    let receipt = stage.dns.change(work(), zone, &[Change::Put(www.clone())]).await.unwrap();
    assert_eq!(stage.dns.make_zone(work(), zone).await, Ok(()), "it is there");
    assert_eq!(stage.dns.zone(zone).await.unwrap(), [www]);
    if stage.zones_are_made && !stage.anything_goes {
        let hosts = stage.dns.name_servers();
        let own = stage.served.data(zone, zone, "NS").await;
        assert_eq!(own, hosts.iter().map(|host| format!("{host}.")).collect::<Vec<_>>());
        let soa = stage.served.data(zone, zone, "SOA").await.concat();
        assert!(soa.starts_with(&format!("{}. hostmaster.{zone}. ", hosts[0])), "{soa}");
        assert!(soa.contains(&format!(" {} ", receipt.serial.unwrap())), "{soa}: {receipt:?}");
    }
}

/// A set is served from its change on, until it is replaced or removed.
pub async fn a_set_is_served_replaced_and_removed(stage: &Stage) {
    let (zone, name) = (stage.fresh("served.test").await, "www.served.test");
    stage.change(zone, &[remove(name, "A")]).await; // nothing happens
    stage.change(zone, &[put(name, "A", &["192.0.2.1", "192.0.2.2"])]).await;
    assert_eq!(stage.served.data(zone, name, "A").await, ["192.0.2.1", "192.0.2.2"]);
    stage.change(zone, &[put(name, "TXT", &["\"beside it\""])]).await;
    let before = stage.dns.change(work(), zone, &[put(name, "A", &["192.0.2.2"])]).await.unwrap();
    assert_eq!(stage.served.data(zone, name, "A").await, ["192.0.2.2"]);
    assert_eq!(stage.served.data(zone, name, "TXT").await.len(), 1, "another type of the name stays");
    let after = stage.dns.change(work(), zone, &[remove(name, "A")]).await.unwrap();
    assert_eq!(stage.served.data(zone, name, "A").await, [""; 0]);
    assert!(after.serial > before.serial || after.serial.is_none(), "{before:?} {after:?}");
    stage.change(zone, &[remove(name, "A"), remove(name, "TXT")]).await;
    assert_eq!(stage.dns.zone(zone).await, Ok(Vec::new()));
}

/// Changes are done in their order.
pub async fn of_two_changes_of_a_set_the_last_one_wins(stage: &Stage) {
    let zone = stage.fresh("order.test").await;
    let (a, b) = ("a.order.test", "b.order.test");
    let last = put(b, "A", &["192.0.2.3"]);
    let changes =
        [put(a, "A", &["192.0.2.1"]), put(b, "A", &["192.0.2.2"]), remove(b, "A"), remove(a, "A"), last];
    stage.change(zone, &changes).await;
    assert_eq!(stage.dns.zone(zone).await.unwrap(), [set(b, "A", &["192.0.2.3"])]);
}

/// A CNAME is alone at its name (RFC 1034 section 3.6.2): what it replaces goes with the same change, wherever that
/// is said.
pub async fn an_alias_takes_the_place_of_what_is_removed(stage: &Stage) {
    let (zone, name) = (stage.fresh("alias.test").await, "www.alias.test");
    stage.change(zone, &[put(name, "A", &["192.0.2.1"])]).await;
    stage.change(zone, &[put(name, "CNAME", &["a.example.net."]), remove(name, "A")]).await;
    assert_eq!(stage.dns.zone(zone).await.unwrap(), [set(name, "CNAME", &["a.example.net."])]);
    stage.change(zone, &[remove(name, "CNAME"), put(name, "A", &["192.0.2.2"])]).await;
    assert_eq!(stage.dns.zone(zone).await.unwrap(), [set(name, "A", &["192.0.2.2"])]);
}

/// One change that cannot be done leaves all as it was.
pub async fn all_changes_are_done_or_none(stage: &Stage) {
    let zone = stage.fresh("whole.test").await;
    let (a, b) = ("a.whole.test", "b.whole.test");
    stage.change(zone, &[put(a, "A", &["192.0.2.1"]), put(b, "A", &["192.0.2.2"])]).await;
    let before = stage.dns.zone(zone).await.unwrap();
    assert_eq!(before.len(), 2);
    if stage.anything_goes {
        return;
    }
    for bad in [put("c.whole.test", "A", &["not-an-address"]), put("www.elsewhere.test", "A", &["192.0.2.3"])]
    {
        let changes = [put(a, "A", &["192.0.2.9"]), remove(b, "A"), bad];
        let refused = stage.dns.change(work(), zone, &changes).await;
        assert!(matches!(refused, Err(Failure::Refused(_))), "{refused:?}");
        assert_eq!(stage.dns.zone(zone).await.unwrap(), before);
        assert_eq!(stage.served.data(zone, a, "A").await, ["192.0.2.1"]);
    }
}

/// The same work may come twice.
pub async fn work_done_twice_is_done_once(stage: &Stage) {
    let zone = stage.fresh("twice.test").await;
    let (a, b) = ("a.twice.test", "b.twice.test");
    stage.change(zone, &[put(b, "A", &["192.0.2.2"])]).await;
    let (work, changes) = (work(), [put(a, "A", &["192.0.2.1", "192.0.2.2"]), remove(b, "A")]);
    for _ in 0..2 {
        stage.dns.change(work, zone, &changes).await.unwrap();
        let sets = stage.dns.zone(zone).await.unwrap();
        assert_eq!(ordered(sets), [set(a, "A", &["192.0.2.1", "192.0.2.2"])]);
    }
}

/// Data of every type comes back as it was put, and is what is served.
pub async fn every_type_comes_back(stage: &Stage) {
    let zone = stage.fresh("types.test").await;
    let every = every();
    for kind in TYPES {
        assert!(every.iter().any(|(other, _)| *other == kind), "{kind} is tried");
    }
    let mut sets = Vec::new();
    for (index, (kind, contents)) in every.iter().enumerate() {
        let contents: Vec<&str> = contents.iter().map(String::as_str).collect();
        let set = set(&format!("n{index}.types.test"), kind, &contents);
        stage.change(zone, &[Change::Put(set.clone())]).await;
        sets.push(set);
    }
    let shown = ordered(stage.dns.zone(zone).await.unwrap());
    for (shown, put) in shown.iter().zip(ordered(sets.clone())) {
        assert_eq!(*shown, put);
    }
    assert_eq!(shown.len(), sets.len());
    // What is delegated is not answered, but referred.
    for set in sets.iter().filter(|set| set.kind != "NS") {
        let mut put: Vec<String> = set.contents.iter().map(|content| bare(content)).collect();
        let served = stage.served.data(zone, &set.name, &set.kind).await;
        let mut served: Vec<String> = served.iter().map(|content| bare(content)).collect();
        put.sort();
        served.sort();
        assert_eq!(served, put, "{} {}", set.name, set.kind);
    }
}

/// Wildcards (RFC 4592), names with an underscore (RFC 8552), the apex, and long ones.
pub async fn names_of_every_form_are_served(stage: &Stage) {
    let zone = stage.fresh("names.test").await;
    let label = "a".repeat(63);
    let long = format!("{label}.{label}.{label}.{}.names.test", "a".repeat(49));
    assert_eq!(long.len(), 252);
    let names = [
        "names.test",
        "*.names.test",
        "*.sub.names.test",
        "_dmarc.names.test",
        "k1._domainkey.names.test",
        "_443._tcp.www.names.test",
        "*._tcp.names.test",
        "xn--bcher-kva.names.test",
        "r3---sn-x.names.test",
        "1.names.test",
        &long,
    ];
    let sets: Vec<_> = names.iter().map(|name| set(name, "TXT", &[&format!("\"{}\"", name.len())])).collect();
    let changes: Vec<_> = sets.iter().cloned().map(Change::Put).collect();
    stage.change(zone, &changes).await;
    assert_eq!(stage.dns.zone(zone).await.unwrap(), ordered(sets.clone()));
    for set in &sets {
        assert_eq!(stage.served.data(zone, &set.name, "TXT").await, set.contents, "{}", set.name);
    }
    if !stage.anything_goes {
        assert_eq!(stage.served.data(zone, "other.names.test", "TXT").await, ["\"12\""], "by the wildcard");
    }
    stage.change(zone, &[remove("*.names.test", "TXT")]).await;
    assert_eq!(stage.served.data(zone, "other.names.test", "TXT").await, [""; 0]);
}

/// From the shortest to the longest, and changed alone.
pub async fn times_to_live_are_kept(stage: &Stage) {
    let (zone, name) = (stage.fresh("ttl.test").await, "www.ttl.test");
    for ttl in [60, 86_400, 3600] {
        let mut www = set(name, "A", &["192.0.2.1"]);
        www.ttl = ttl;
        stage.change(zone, &[Change::Put(www.clone())]).await;
        assert_eq!(stage.dns.zone(zone).await.unwrap(), [www]);
        assert_eq!(stage.served.ask(zone, name, "A").await, [(ttl, "192.0.2.1".to_owned())]);
    }
}

/// The zone's SOA and its own NS records are the platform's; those of names below are the customer's.
pub async fn what_the_platform_writes_itself_is_left_out(stage: &Stage) {
    let zone = stage.fresh("own.test").await;
    let delegated = set("sub.own.test", "NS", &["ns1.example.net."]);
    stage.change(zone, &[Change::Put(delegated.clone())]).await;
    assert_eq!(stage.dns.zone(zone).await.unwrap(), [delegated]);
    if !stage.anything_goes {
        assert_eq!(stage.served.data(zone, zone, "SOA").await.len(), 1);
        assert!(!stage.served.data(zone, zone, "NS").await.is_empty());
    }
}

/// Zones are listed in order; one that is removed is gone with all that was served, and can be made again.
pub async fn a_zone_goes_with_everything(stage: &Stage) {
    let (zone, name) = (stage.fresh("gone.test").await, "www.gone.test");
    stage.change(zone, &[put(name, "A", &["192.0.2.1"]), put(zone, "TXT", &["\"a\""])]).await;
    if stage.zones_are_made {
        let zones = stage.dns.zones().await.unwrap();
        assert!(zones.iter().any(|listed| listed == zone) && zones.is_sorted(), "{zones:?}");
    }
    for _ in 0..2 {
        assert_eq!(stage.dns.remove_zone(work(), zone).await, Ok(()));
    }
    assert_eq!(stage.served.data(zone, name, "A").await, [""; 0]);
    if stage.zones_are_made {
        let zones = stage.dns.zones().await.unwrap();
        assert!(!zones.iter().any(|listed| listed == zone), "{zones:?}");
        if !stage.anything_goes {
            let refused = stage.dns.zone(zone).await;
            assert!(matches!(refused, Err(Failure::NotThere(_))), "{refused:?}");
        }
    }
    let zone = stage.fresh(zone).await;
    assert_eq!(stage.dns.zone(zone).await, Ok(Vec::new()));
}

/// As many as a large zone has.
pub async fn many_sets_are_one_change(stage: &Stage) {
    let zone = stage.fresh("many.test").await;
    let name = |index| format!("n{index:03}.many.test");
    let sets: Vec<_> = (0..300).map(|index| set(&name(index), "A", &["192.0.2.1", "192.0.2.2"])).collect();
    let changes: Vec<_> = sets.iter().cloned().map(Change::Put).collect();
    let started = Instant::now();
    stage.change(zone, &changes).await;
    let taken = started.elapsed();
    println!("{}: 300 sets in one change: {:.3} s", stage.dns.driver(), taken.as_secs_f64());
    assert!(taken < MANY_WITHIN, "{taken:?}");
    assert_eq!(ordered(stage.dns.zone(zone).await.unwrap()), sets);
    for index in [0, 150, 299] {
        assert_eq!(stage.served.data(zone, &name(index), "A").await, ["192.0.2.1", "192.0.2.2"]);
    }
}

/// What another nameserver served before is served here.
pub async fn what_was_served_elsewhere_is_adopted(stage: &Stage) {
    let zone = stage.fresh("adopted.test").await;
    let sets = [set(zone, "MX", &["10 mail.example.net."]), set("www.adopted.test", "A", &["192.0.2.1"])];
    for _ in 0..2 {
        assert_eq!(stage.dns.adopt(work(), zone, &sets).await, Ok(()));
        assert_eq!(stage.dns.zone(zone).await.unwrap(), sets);
    }
}
