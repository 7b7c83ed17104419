//! Inventories in a real database.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]
use hosting_core::{
    Database, Secret,
    clock::{Clock, SystemClock},
    credential::token::Prefixes,
    database::Location,
    inventory::{Action, Change, Failed, Inventory, apply, export},
    providers::{
        dns::{Dns, sandbox::Sandbox as Zones},
        registrar::{Registrar, sandbox::Sandbox as Registry},
    },
};
use hosting_migrations::{Migrator, MigratorTrait};
use hosting_rest::commands::inventory::apply_demo;
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};
use std::{fs, path::PathBuf};

const DEMO: &str = include_str!("../src/commands/demo.json");

/// A database of its own: a file that is gone with the test; or one in the throw-away server that
/// `DATABASE_TEST_URL` names, such as `postgres://postgres@127.0.0.1:5432`.
struct Fresh {
    db: Database,
    folder: PathBuf,
}

impl Fresh {
    async fn new() -> Self {
        let folder = std::env::temp_dir().join(format!("inventory-{}", SystemClock.id()));
        fs::create_dir(&folder).unwrap();
        let location = match std::env::var("DATABASE_TEST_URL") {
            Ok(server) => {
                let name = format!("inventory_{}", SystemClock.id().simple());
                let admin = sea_orm::Database::connect(format!("{server}/postgres")).await.unwrap();
                admin.execute_unprepared(&format!("CREATE DATABASE {name}")).await.unwrap();
                Location::Postgres(format!("{server}/{name}"))
            }
            Err(_) => Location::Sqlite(folder.join("hosting.db")),
        };
        let db = Database::open(&location).await.unwrap();
        Migrator::up(db.connection(), None).await.unwrap();
        Self { db, folder }
    }

    async fn apply(&self, file: &Value) -> Vec<Change> {
        apply(&self.db, &SystemClock, &read(file), false).await.unwrap()
    }

    async fn faults(&self, file: &Value) -> Vec<String> {
        match apply(&self.db, &SystemClock, &read(file), false).await {
            Err(Failed::Faults(faults)) => faults.iter().map(ToString::to_string).collect(),
            other => panic!("{other:?}"),
        }
    }

    async fn export(&self) -> String {
        export(&self.db).await.unwrap().to_json().unwrap()
    }
}

impl Drop for Fresh {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.folder).ok();
    }
}

fn read(file: &Value) -> Inventory {
    Inventory::read(&file.to_string()).unwrap()
}

fn demo() -> Inventory {
    Inventory::read(DEMO).unwrap()
}

fn lines(changes: &[Change]) -> Vec<String> {
    changes.iter().map(ToString::to_string).collect()
}

fn small() -> Value {
    json!({
        "accounts": [{
            "email": "ama@example.com", "full_name": "Ama Mensah", "preferred_language": "en",
            "timezone": "Africa/Accra", "status": "active",
            "services": [{
                "service_type": "lxc", "display_name": "web", "status": "active", "plan_name": "LXC 2",
                "billing_months": 1, "renewal_price": 4.5, "renewal_currency": "USD", "auto_renew": true
            }],
            "domains": [domain("example.co.uk")]
        }]
    })
}

fn domain(name: &str) -> Value {
    json!({
        "domain_name": name, "status": "active", "auto_renew": false, "privacy_enabled": true, "locked": false,
        "registrar_environment": "ote", "name_servers": ["ns1.host.example", "ns2.host.example"],
        "records": [
            { "name": "@", "type": "A", "contents": ["192.0.2.1"] },
            { "name": "@", "type": "TXT", "contents": ["v=spf1 -all"] },
            { "name": "@", "type": "MX", "contents": ["mx.host.example"], "priority": 10 }
        ]
    })
}

fn price(tld: &str) -> Value {
    let demo: Value = serde_json::from_str(DEMO).unwrap();
    let mut price = demo["prices"][0].clone();
    price["tld"] = tld.into();
    price
}

#[tokio::test(flavor = "multi_thread")]
async fn applied_twice_the_second_time_changes_nothing() {
    let fresh = Fresh::new().await;
    let first = apply(&fresh.db, &SystemClock, &demo(), false).await.unwrap();
    assert!(first.len() > 300 && first.iter().all(|change| change.action == Action::Added));
    assert_eq!(first[0].to_string(), "+ price .com");
    assert!(lines(&first).contains(&"+ account demo@example.com".to_owned()));
    assert!(apply(&fresh.db, &SystemClock, &demo(), false).await.unwrap().is_empty());
    assert!(!fresh.apply(&small()).await.is_empty());
    assert!(fresh.apply(&small()).await.is_empty(), "also where there are no ids");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_exported_changes_nothing() {
    let fresh = Fresh::new().await;
    apply(&fresh.db, &SystemClock, &demo(), false).await.unwrap();
    fresh.apply(&small()).await;
    let exported = fresh.export().await;
    let again = Inventory::read(&exported).unwrap();
    assert!(apply(&fresh.db, &SystemClock, &again, false).await.unwrap().is_empty());

    let other = Fresh::new().await;
    apply(&other.db, &SystemClock, &again, false).await.unwrap();
    assert_eq!(other.export().await, exported, "and makes another database the same");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dry_run_finds_the_same_and_changes_nothing() {
    let fresh = Fresh::new().await;
    let empty = fresh.export().await;
    let found = apply(&fresh.db, &SystemClock, &demo(), true).await.unwrap();
    assert_eq!(fresh.export().await, empty);
    assert_eq!(lines(&found), lines(&apply(&fresh.db, &SystemClock, &demo(), false).await.unwrap()));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_different_is_told_member_by_member() {
    let fresh = Fresh::new().await;
    fresh.apply(&small()).await;
    let mut file = small();
    file["prices"] = json!([price(".uk"), price(".co.uk")]);
    file["registry"] = json!([{ "name": "brew.club", "premium": true, "price_usd": 640.5, "taken": false }]);
    let account = &mut file["accounts"][0];
    account["conversion_plan"] = json!({ "plan": "pro", "status": "active", "operations_limit": 1000 });
    account["services"][0]["renewal_price"] = json!(5);
    account["domains"][0]["auto_renew"] = json!(true);
    account["domains"][0]["name_servers"] = json!(["a.ns.example", "b.ns.example"]);
    account["domains"][0]["records"][0]["contents"] = json!(["192.0.2.2", "192.0.2.3"]);
    let told = lines(&fresh.apply(&file).await);
    for line in [
        "+ price .uk",
        "+ price .co.uk",
        "~ account ama@example.com: conversion_plan null → \
         {\"plan\":\"pro\",\"status\":\"active\",\"operations_limit\":1000,\"period_ends_at\":null}",
        "~ service lxc web of ama@example.com: renewal_price 4.5 → 5",
        "~ domain example.co.uk: auto_renew false → true, \
         name_servers [\"ns1.host.example\",\"ns2.host.example\"] → [\"a.ns.example\",\"b.ns.example\"], \
         tld \".uk\" → \".co.uk\"",
        "~ record example.co.uk A: contents [\"192.0.2.1\"] → [\"192.0.2.2\",\"192.0.2.3\"]",
        "+ name brew.club",
    ] {
        assert!(told.iter().any(|one| one == line), "{line}\nis not in\n{}", told.join("\n"));
    }
    assert_eq!(told.len(), 7);
    assert!(fresh.apply(&file).await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_sandbox_knows_what_was_brought_in() {
    let fresh = Fresh::new().await;
    fresh.apply(&small()).await;
    let (zones, registry) = (Zones::new(fresh.db.clone()), Registry::new(fresh.db.clone()));
    let served = |sets: Vec<hosting_core::providers::dns::RrSet>| -> Vec<String> {
        sets.into_iter().map(|set| format!("{} {} {}", set.name, set.kind, set.contents.join(" "))).collect()
    };
    assert_eq!(
        served(zones.zone("example.co.uk").await.unwrap()),
        [
            "example.co.uk A 192.0.2.1",
            "example.co.uk MX 10 mx.host.example.",
            "example.co.uk TXT \"v=spf1 -all\"",
        ]
    );
    assert!(!registry.check("example.co.uk").await.unwrap().available);
    assert!(registry.check("other.co.uk").await.unwrap().available);
    let mut file = small();
    file["accounts"][0]["domains"][0]["records"][0]["ttl"] = json!(60);
    fresh.apply(&file).await;
    assert_eq!(zones.zone("example.co.uk").await.unwrap()[0].ttl, 60);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_true_beside_the_database_is_refused_as_a_whole() {
    let fresh = Fresh::new().await;
    fresh.apply(&small()).await;
    let before = fresh.export().await;
    let id = SystemClock.id().to_string();
    let known: Value = serde_json::from_str(&before).unwrap();
    let mut file = small();
    file["registry"] = json!([{ "name": "example.co.uk", "premium": false, "taken": true }]);
    file["accounts"][0]["full_name"] = "Somebody Else".into();
    file["accounts"][0]["domains"][0]["records"] = json!([
        { "name": "www", "type": "A", "contents": ["192.0.2.9"] },
        { "id": known["accounts"][0]["domains"][0]["records"][0]["id"], "name": "mail", "type": "A", "contents": ["192.0.2.9"] },
    ]);
    file["accounts"][0]["services"][0]["id"] = known["accounts"][0]["domains"][0]["id"].clone();
    let mut other = small()["accounts"][0].take();
    other["email"] = "kofi@example.com".into();
    other["services"][0]["id"] = known["accounts"][0]["services"][0]["id"].clone();
    other["domains"][0]["domain_name"] = "kofi.example".into();
    other["domains"][0]["id"] = known["accounts"][0]["domains"][0]["id"].clone();
    file["accounts"][0]["services"][0]["id"] = id.clone().into();
    file["accounts"].as_array_mut().unwrap().push(other);
    assert_eq!(
        fresh.faults(&file).await,
        [
            "/accounts/1/services/0/id (line 1): is the id of another account's service",
            "/accounts/1/domains/0/id (line 1): is the id of the domain example.co.uk",
            "/accounts/0/domains/0/records/1/id (line 1): is the id of the record example.co.uk A",
        ]
    );
    let mut file = small();
    file["accounts"][0]["id"] = id.into();
    file["registry"] = json!([{ "name": "free.example", "premium": false, "taken": false }]);
    assert_eq!(fresh.faults(&file).await.len(), 1);
    assert_eq!(fresh.export().await, before, "nothing was done");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_domain_stays_with_its_account() {
    let fresh = Fresh::new().await;
    fresh.apply(&small()).await;
    let mut file = small();
    file["accounts"][0]["email"] = "kofi@example.com".into();
    let faults = fresh.faults(&file).await;
    let wanted = "/accounts/0/domains/0/domain_name (line 1): example.co.uk belongs to another account";
    assert_eq!(faults, [wanted]);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_on_its_way_to_a_backend_is_not_overtaken() {
    let fresh = Fresh::new().await;
    fresh.apply(&small()).await;
    let mut file = small();
    file["accounts"][0]["domains"][0]["records"][0]["contents"] = json!(["192.0.2.2"]);
    for (status, unchanged) in [("pending", 0), ("deleting", 1)] {
        let sql = format!("UPDATE dns_record SET status = '{status}' WHERE type = 'A'");
        fresh.db.connection().execute_unprepared(&sql).await.unwrap();
        let again = apply(&fresh.db, &SystemClock, &read(&small()), true).await;
        assert_eq!(again.map_or(1, |changes| changes.len()), unchanged, "{status}");
        let faults = fresh.faults(&file).await;
        assert!(faults.len() == 1 && faults[0].contains("apply again"), "{status}: {faults:?}");
    }
    let mut file = small();
    file["accounts"][0]["domains"][0]["records"] = json!([]);
    file["accounts"][0]["domains"][0]["name_servers"] = json!(["a.ns.example", "b.ns.example"]);
    let sql = "UPDATE domain SET pending_name_servers = '[\"x.ns.example\"]'";
    fresh.db.connection().execute_unprepared(sql).await.unwrap();
    let faults = fresh.faults(&file).await;
    assert!(faults.len() == 1 && faults[0].contains("/name_servers"), "{faults:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_demo_comes_with_a_key_for_each_account_once() {
    let fresh = Fresh::new().await;
    let (secret, prefixes) = (Secret::new(b"a secret"), Prefixes::default());
    let keys = apply_demo(&fresh.db, &SystemClock, &secret, &prefixes).await.unwrap();
    let emails: Vec<&str> = keys.iter().map(|(email, _)| email.as_str()).collect();
    assert_eq!(emails, ["demo@example.com", "other@example.com", "free@example.com"]);
    assert!(keys.iter().all(|(_, key)| prefixes.recognise(key)));
    assert!(apply_demo(&fresh.db, &SystemClock, &secret, &prefixes).await.unwrap().is_empty());
}
