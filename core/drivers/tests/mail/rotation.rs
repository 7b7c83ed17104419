//! Selectors rotate: two keys are told to the servers, and the new one signs once its zone was there for a day.
use crate::{
    database::{Other, Tables},
    stage::{domain, ed25519, id, rsa},
};
use hosting_kernel::{
    Time,
    clock::{Clock, SystemClock},
    providers::mail::{Mail, MailDomain},
};
use std::sync::Arc;

/// A clock that is so many hours ahead.
struct Ahead(i64);

impl Clock for Ahead {
    fn now(&self) -> Time {
        SystemClock.now().plus(chrono::TimeDelta::hours(self.0))
    }
}

/// The selectors that sign.
async fn signing(other: &Other) -> Vec<String> {
    let mut found = other.texts("SELECT id FROM opendkim_rsa UNION SELECT id FROM opendkim_ed25519").await;
    found.sort();
    found.iter().map(|id| id.split('.').next().unwrap().to_owned()).collect()
}

/// The selectors that are known.
async fn known(other: &Other) -> Vec<String> {
    other.texts("SELECT selector FROM opendkim_key ORDER BY selector").await
}

/// Lets the database, which has a clock of its own, come to the same hour.
async fn pass(other: &Other, hours: i64) {
    let earlier =
        format!("UPDATE dkim_key SET signs_from = signs_from - {} WHERE signs_from > 0", hours * 3600);
    other.run(&earlier).await.unwrap();
}

#[tokio::test]
async fn a_new_selector_signs_when_its_zone_was_there_for_a_day() {
    for tables in Tables::all().await {
        let (maps, other) = (tables.maps(), tables.other().await);
        let before = domain("a.example");
        maps.put_domain(id(), &before).await.unwrap();
        assert_eq!(signing(&other).await, ["host1", "host2"], "the first ones sign at once");
        let keys = vec![rsa("host3"), ed25519("host4")];
        let after = MailDomain { keys, ..before.clone() };
        let work = id();
        for _ in 0..2 {
            maps.put_domain(work, &after).await.unwrap();
            assert_eq!(signing(&other).await, ["host1", "host2"]);
            assert_eq!(known(&other).await, ["host1", "host2", "host3", "host4"]);
        }
        pass(&other, 25).await;
        assert_eq!(signing(&other).await, ["host3", "host4"], "nobody has to ask for it");
        // What signs no more is forgotten when the domain is put again.
        maps.put_domain(id(), &after).await.unwrap();
        assert_eq!(
            (signing(&other).await, known(&other).await.len()),
            (vec!["host3".to_owned(), "host4".to_owned()], 2)
        );
    }
}

#[tokio::test]
async fn a_rotation_that_is_taken_back_changes_nothing() {
    for tables in Tables::all().await {
        let (maps, other) = (tables.maps(), tables.other().await);
        let before = domain("a.example");
        maps.put_domain(id(), &before).await.unwrap();
        let after = MailDomain { keys: vec![rsa("host3"), before.keys[1].clone()], ..before.clone() };
        maps.put_domain(id(), &after).await.unwrap();
        maps.put_domain(id(), &before).await.unwrap();
        assert_eq!(
            (signing(&other).await, known(&other).await.len()),
            (vec!["host1".to_owned(), "host2".to_owned()], 2)
        );
        pass(&other, 25).await;
        assert_eq!(signing(&other).await, ["host1", "host2"]);
    }
}

#[tokio::test]
async fn another_key_under_the_same_selector_replaces_it_at_once() {
    let tables = Tables::in_a_file();
    let other = tables.other().await;
    let before = domain("a.example");
    tables.maps().put_domain(id(), &before).await.unwrap();
    let private = "SELECT private_key FROM opendkim_key WHERE selector = 'host1'";
    let first = other.texts(private).await;
    assert!(
        first[0].starts_with("-----BEGIN PRIVATE KEY-----\n")
            && first[0].lines().all(|line| line.len() <= 64)
    );
    let after = MailDomain { keys: vec![rsa("host1"), ed25519("host2")], ..before };
    tables.maps_at(Arc::new(Ahead(1))).put_domain(id(), &after).await.unwrap();
    assert_ne!(other.texts(private).await, first);
    assert_eq!(signing(&other).await, ["host1", "host2"]);
}
