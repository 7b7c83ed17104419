mod case;

use super::{Draft, Merge, Set, Wanted, Zone, by_hand, merge};
use crate::{Presence, Purpose};
use case::{Case, cases, wanted};
use hosting_domains::dns::content;

/// The zone with the changes of a merge.
fn applied(zone: &Zone, merge: &Merge) -> Zone {
    let replaced = |set: &&Set| !merge.changes.iter().any(|new| new.name == set.name && new.kind == set.kind);
    let kept = zone.sets.iter().filter(replaced).cloned();
    let sets: Vec<Set> = kept.chain(merge.changes.iter().cloned()).collect();
    let room = zone.room - (sets.len() - zone.sets.len());
    Zone { sets, room, ..zone.clone() }
}

fn states(merge: &Merge, purpose: Purpose) -> Vec<Presence> {
    merge.records.iter().filter(|record| record.purpose == purpose).map(|record| record.state).collect()
}

#[test]
fn zones_of_the_world_come_out_as_the_table_says() {
    let cases = cases();
    assert!(cases.len() >= 40, "{}", cases.len());
    for case in &cases {
        let merge = merge(&case.zone, &case.wanted);
        for (purpose, expected) in &case.states {
            let seen = states(&merge, *purpose);
            let alike = expected.len() == 1 && seen.iter().all(|state| *state == expected[0]);
            assert!(alike || seen == *expected, "{}: {purpose:?} is {seen:?}", case.title);
        }
        for set in &case.changes {
            assert!(merge.changes.contains(set), "{}: no {set:?} in {:#?}", case.title, merge.changes);
        }
        for set in merge.changes.iter().filter(|set| !case.changes.contains(set)) {
            let before = case.zone.set(&set.name, set.kind);
            assert_eq!(before, None, "{}: the owner's record became {set:?}", case.title);
        }
    }
}

#[test]
fn merging_again_changes_nothing() {
    for case in cases() {
        let first = merge(&case.zone, &case.wanted);
        let then = applied(&case.zone, &first);
        let second = merge(&then, &case.wanted);
        assert_eq!(second.changes, [], "{}", case.title);
        for (before, now) in first.records.iter().zip(&second.records) {
            let expected = match before.state {
                Presence::Added | Presence::Merged => Presence::Present,
                other => other,
            };
            assert_eq!((&now.content, now.state), (&before.content, expected), "{}", case.title);
        }
    }
}

/// Any two zones of the table in one: what is said twice, the first one says.
#[test]
fn merging_again_changes_nothing_in_zones_put_together_either() {
    let cases = cases();
    for (one, other) in cases.iter().flat_map(|one| cases.iter().map(move |other| (one, other))) {
        let mut zone = one.zone.clone();
        let more = other.zone.sets.iter().filter(|set| zone.set(&set.name, set.kind).is_none());
        zone.sets.extend(more.cloned().collect::<Vec<_>>());
        zone.elsewhere.extend(other.zone.elsewhere.clone());
        let first = merge(&zone, &one.wanted);
        let second = merge(&applied(&zone, &first), &one.wanted);
        assert_eq!(second.changes, [], "{} and {}", one.title, other.title);
    }
}

#[test]
fn what_is_written_is_in_the_form_of_the_platforms_records() {
    for Case { title, zone, wanted, .. } in cases() {
        for set in merge(&zone, &wanted).changes {
            let shared = set.priority.map(i64::from);
            let read = content::record_set(set.kind, &set.contents, shared, &zone.name, false);
            let read = read.unwrap_or_else(|fault| panic!("{title}: {set:?}: {fault}"));
            assert_eq!((read.contents, read.priority), (set.contents, set.priority), "{title}");
        }
    }
}

#[test]
fn all_that_mail_needs_is_told_where_the_zone_is_not_ours() {
    use Purpose::{Autoconfig, Autodiscover, Dkim, Dmarc, Mx, Spf, Tlsrpt};
    let records = by_hand(&wanted("news.example.com"));
    let purposes: Vec<_> = records.iter().map(|record| record.purpose).collect();
    assert_eq!(purposes, [Mx, Mx, Spf, Dkim, Dkim, Dmarc, Autoconfig, Autodiscover, Tlsrpt]);
    assert!(records.iter().all(|record| record.state == Presence::Missing));
    assert!(records.iter().all(|record| record.name.ends_with("news.example.com")), "{records:?}");
    assert_eq!((records[0].content.as_str(), records[0].priority), ("mx1.mail.example.net.", Some(10)));
}

#[test]
fn a_name_that_would_be_too_long_is_not_written() {
    let label = "a".repeat(60);
    let name = format!("{label}.{label}.{label}.{label}.com");
    let zone = Zone { name: name.clone(), room: 9, ..Zone::default() };
    let merge = merge(&zone, &wanted(&name));
    assert_eq!(states(&merge, Purpose::Dkim), [Presence::Conflict; 2]);
    assert_eq!(states(&merge, Purpose::Spf), [Presence::Added]);
}

#[test]
fn every_name_is_written_as_the_zone_writes_it() {
    let zone = Zone { name: "example.com".to_owned(), ..Zone::default() };
    assert_eq!(Draft::new(&zone, "example.com").below("_dmarc"), "_dmarc");
    assert_eq!(Draft::new(&zone, "a.b.example.com").below("_dmarc"), "_dmarc.a.b");
    let foreign = Wanted { domain: "news.example.com".to_owned(), ..wanted("example.com") };
    assert!(merge(&zone, &foreign).changes.is_empty(), "there is no room");
}
