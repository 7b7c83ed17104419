//! Inventories in a real database.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]
mod support;

use chrono::TimeDelta;
use hosting_core::{
    AREAS, Database, Secret,
    background::run_routines,
    clock::{Clock, SystemClock},
    credential::token::Prefixes,
    database::Location,
    hosting::PanelTarget,
    providers::{
        dns::Dns,
        hypervisor::{Hypervisor, State},
        panel::Panel,
        registrar::Registrar,
    },
};
use hosting_drivers::sandbox::Sandboxes;
use hosting_inventory::{Action, Backends, Change, Failed, Inventory, apply, export};
use hosting_migrations::{Migrator, MigratorTrait};
use hosting_rest::commands::inventory::apply_demo;
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};
use std::{collections::BTreeSet, fs, path::PathBuf, sync::Arc};
use support::Server;
use uuid::Uuid;

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
        self.apply_inventory(&read(file), false).await.unwrap()
    }

    async fn apply_inventory(&self, inventory: &Inventory, dry_run: bool) -> Result<Vec<Change>, Failed> {
        apply(&self.db, &self.backends(), &SystemClock, inventory, dry_run).await
    }

    fn sandboxes(&self) -> Sandboxes {
        let clock: Arc<dyn Clock> = Arc::new(SystemClock);
        Sandboxes::new(&self.db, &clock, &Secret::new(b"a secret"), "")
    }

    fn backends(&self) -> Backends {
        let Sandboxes { registrar, dns, panel, lxc, kvm, .. } = self.sandboxes();
        Backends {
            registrar: Arc::new(registrar),
            dns: Arc::new(dns),
            panel: Arc::new(panel),
            lxc: Arc::new(lxc),
            kvm: Arc::new(kvm),
        }
    }

    async fn faults(&self, file: &Value) -> Vec<String> {
        match self.apply_inventory(&read(file), false).await {
            Err(Failed::Faults(faults)) => faults.iter().map(ToString::to_string).collect(),
            other => panic!("{other:?}"),
        }
    }

    async fn export(&self) -> String {
        export(&self.db, &self.sandboxes().registrar).await.unwrap().to_json().unwrap()
    }

    /// The service of this name as the database has it.
    async fn service(&self, name: &str) -> Value {
        let exported: Value = serde_json::from_str(&self.export().await).unwrap();
        services(&exported).find(|service| service["display_name"] == name).unwrap().clone()
    }

    async fn sql(&self, sql: &str) {
        self.db.connection().execute_unprepared(sql).await.unwrap();
    }

    /// What the sandbox hypervisor says of the machine of this service.
    async fn machine(&self, name: &str) -> State {
        let service = self.service(name).await;
        let Sandboxes { lxc, kvm, .. } = self.sandboxes();
        let machines = if service["service_type"] == "lxc" { lxc } else { kvm };
        machines.state(id(&service)).await.unwrap().unwrap()
    }

    /// Whether the sandbox panel lets anybody into this site.
    async fn opens(&self, site: &str) -> bool {
        let sites = self.sandboxes().panel;
        let minute = TimeDelta::minutes(1);
        sites.login(SystemClock.id(), site, PanelTarget::Panel, minute).await.is_ok()
    }
}

fn services(file: &Value) -> impl Iterator<Item = &Value> {
    file["accounts"].as_array().unwrap().iter().flat_map(|account| account["services"].as_array().unwrap())
}

fn id(thing: &Value) -> Uuid {
    thing["id"].as_str().unwrap().parse().unwrap()
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

/// A file with a service of each type that has details.
fn detailed() -> Value {
    let machine = json!({
        "hostname": "web", "plan_code": "s", "status": "frozen", "vcpus": 1, "memory_bytes": 1024,
        "disk_bytes": 4096, "region": "north", "distribution": "debian-12", "snapshot_limit": 2,
        "snapshots": [{ "name": "fresh", "size_bytes": 7, "created_at": "-3d" }]
    });
    let mut file = small();
    let services = file["accounts"][0]["services"].as_array_mut().unwrap();
    let (mut kvm, mut site, mut mail) = (services[0].clone(), services[0].clone(), services[0].clone());
    services[0]["lxc"] = machine.clone();
    (kvm["service_type"], kvm["display_name"], kvm["kvm"]) = ("kvm".into(), "shop".into(), machine);
    kvm["kvm"]["status"] = "restoring".into();
    kvm["kvm"]["os"] = kvm["kvm"].as_object_mut().unwrap().remove("distribution").unwrap();
    (site["service_type"], site["display_name"]) = ("shared_hosting".into(), "sketches".into());
    site["hosting"] = json!({
        "kind": "free", "primary_domain": "ama-sketches.example", "last_activity_at": "-42d",
        "inactivity_suspended_at": "-12d", "deletion_deadline": "+18d"
    });
    (mail["service_type"], mail["display_name"]) = ("email".into(), "post".into());
    mail["email"] = json!({
        "plan_id": "team", "domain_name": "example.co.uk", "mailbox_limit": 5,
        "storage_bytes_per_mailbox": 1_000_000_000_000_i64, "domain_limit": 1
    });
    services.extend([kvm, site, mail]);
    file
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
    let first = fresh.apply_inventory(&demo(), false).await.unwrap();
    assert!(first.len() > 300 && first.iter().all(|change| change.action == Action::Added));
    assert_eq!(first[0].to_string(), "+ price .com");
    assert!(lines(&first).contains(&"+ account demo@example.com".to_owned()));
    assert!(fresh.apply_inventory(&demo(), false).await.unwrap().is_empty());
    assert!(!fresh.apply(&detailed()).await.is_empty());
    assert!(fresh.apply(&detailed()).await.is_empty(), "also where there are no ids");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_exported_changes_nothing() {
    let fresh = Fresh::new().await;
    fresh.apply_inventory(&demo(), false).await.unwrap();
    fresh.apply(&detailed()).await;
    let exported = fresh.export().await;
    let again = Inventory::read(&exported).unwrap();
    assert!(fresh.apply_inventory(&again, false).await.unwrap().is_empty());

    let other = Fresh::new().await;
    other.apply_inventory(&again, false).await.unwrap();
    assert_eq!(other.export().await, exported, "and makes another database the same");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dry_run_finds_the_same_and_changes_nothing() {
    let fresh = Fresh::new().await;
    let empty = fresh.export().await;
    let found = fresh.apply_inventory(&demo(), true).await.unwrap();
    assert_eq!(fresh.export().await, empty);
    assert_eq!(lines(&found), lines(&fresh.apply_inventory(&demo(), false).await.unwrap()));
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
    let Sandboxes { dns: zones, registrar: registry, .. } = fresh.sandboxes();
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

/// As if the process had ended between the commit and the backends.
#[tokio::test(flavor = "multi_thread")]
async fn what_a_backend_has_missed_reaches_it_by_applying_again() {
    let fresh = Fresh::new().await;
    fresh.apply(&detailed()).await;
    for table in ["registration", "rrset", "site", "snapshot", "instance"] {
        fresh.sql(&format!("DELETE FROM sandbox_{table}")).await;
    }
    let before = fresh.export().await;
    assert!(fresh.apply_inventory(&read(&detailed()), true).await.unwrap().is_empty());
    let Sandboxes { dns, registrar, lxc, .. } = fresh.sandboxes();
    assert!(registrar.check("example.co.uk").await.unwrap().available, "a dry run tells no backend");

    assert!(fresh.apply(&detailed()).await.is_empty(), "the database says it already");
    assert_eq!(fresh.export().await, before);
    assert!(!registrar.check("example.co.uk").await.unwrap().available);
    assert_eq!(dns.zone("example.co.uk").await.unwrap().len(), 3);
    assert!(!fresh.opens("amasketchesexamp").await);
    assert_eq!(format!("{:?}", fresh.machine("web").await.status), "Frozen");
    let web = fresh.service("web").await;
    lxc.restore_snapshot(SystemClock.id(), id(&web), id(&web["lxc"]["snapshots"][0])).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backend_that_fails_is_named_and_the_others_adopt_their_part() {
    let fresh = Fresh::new().await;
    fresh.sql("ALTER TABLE sandbox_site RENAME TO away").await;
    let failed = fresh.apply_inventory(&read(&detailed()), false).await.unwrap_err();
    let Failed::NotAdopted(backends) = &failed else { panic!("{failed:?}") };
    assert_eq!(backends.iter().map(|one| one.backend).collect::<Vec<_>>(), ["panel"]);
    assert!(failed.to_string().starts_with("panel: unavailable: "), "{failed}");
    assert!(failed.to_string().ends_with("apply the file again"), "{failed}");
    assert_eq!(fresh.service("sketches").await["hosting"]["site"], "amasketchesexamp");
    assert_eq!(format!("{:?}", fresh.machine("web").await.status), "Frozen");
    fresh.sql("ALTER TABLE away RENAME TO sandbox_site").await;
    assert!(fresh.apply(&detailed()).await.is_empty());
    assert!(!fresh.opens("amasketchesexamp").await);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_queued_work_is_bringing_to_a_backend_is_left_to_it() {
    let fresh = Fresh::new().await;
    fresh.apply(&detailed()).await;
    for change in [
        "UPDATE dns_record SET status = 'pending' WHERE type = 'A'",
        "UPDATE sandbox_rrset SET ttl = 77",
        "UPDATE domain SET pending_name_servers = '[\"x.ns.example\"]'",
        "UPDATE sandbox_registration SET name_servers = '[\"x.ns.example\"]'",
        "UPDATE hosting_service SET inactivity_suspended_at = NULL, deletion_deadline = NULL",
        "UPDATE sandbox_site SET state = 'active'",
    ] {
        fresh.sql(change).await;
    }
    assert!(fresh.apply(&detailed()).await.is_empty());
    let Sandboxes { dns, registrar, .. } = fresh.sandboxes();
    let ttls: Vec<i32> = dns.zone("example.co.uk").await.unwrap().iter().map(|set| set.ttl).collect();
    assert_eq!(ttls, [77, 3600, 3600]);
    let names = registrar.adopted(None).await.unwrap();
    assert_eq!(names[0].name_servers.as_deref(), Some(["x.ns.example".to_owned()].as_slice()));
    assert!(fresh.opens("amasketchesexamp").await);
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
        let again = fresh.apply_inventory(&read(&small()), true).await;
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

#[tokio::test(flavor = "multi_thread")]
async fn services_come_with_what_they_are() {
    let fresh = Fresh::new().await;
    let told = lines(&fresh.apply(&detailed()).await);
    assert!(told.contains(&"+ details of service lxc web of ama@example.com".to_owned()), "{told:#?}");
    assert_eq!(told.iter().filter(|line| line.starts_with("+ details of")).count(), 4);

    let (web, shop) = (fresh.service("web").await, fresh.service("shop").await);
    assert_eq!(web["lxc"]["status"], "frozen");
    assert_eq!(web["lxc"]["snapshots"][0]["name"], "fresh");
    assert_eq!((&shop["kvm"]["status"], &shop["kvm"]["os"]), (&json!("restoring"), &json!("debian-12")));
    assert_eq!(fresh.service("post").await["email"]["storage_bytes_per_mailbox"], 1_000_000_000_000_i64);
    for (name, shown) in [("web", "Frozen"), ("shop", "Restoring")] {
        let machine = fresh.machine(name).await;
        assert_eq!(format!("{:?}", machine.status), shown, "the hypervisor says what the file says");
        assert_eq!(
            (machine.hostname.as_deref(), machine.system.as_deref()),
            (Some("web"), Some("debian-12"))
        );
    }
    let site = fresh.service("sketches").await;
    assert_eq!(site["hosting"]["site"], "amasketchesexamp", "made of its domain");
    assert!(!fresh.opens("amasketchesexamp").await, "the panel keeps it closed");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_lives_by_itself_is_said_at_first_only() {
    let fresh = Fresh::new().await;
    fresh.apply_inventory(&demo(), false).await.unwrap();
    for change in [
        "UPDATE instance SET status = 'stopped', system = 'alpine-3.20', last_error = 'x', change = 'start'",
        "DELETE FROM instance_snapshot WHERE name = 'before-debian-13'",
        "UPDATE instance_snapshot SET name = name || '-2', status = 'failed'",
        "UPDATE hosting_service SET inactivity_suspended_at = NULL, deletion_deadline = NULL, \
         last_activity_at = updated_at WHERE kind = 'free'",
        "UPDATE email_service SET provisioned_at = updated_at, rsa_key = 'k', dns_status = 'synced'",
        "UPDATE sandbox_instance SET vcpus = 64",
        "UPDATE sandbox_site SET state = 'active'",
    ] {
        fresh.sql(change).await;
    }
    let used = fresh.export().await;
    let again = fresh.apply_inventory(&demo(), false).await.unwrap();
    assert!(again.is_empty(), "{:#?}", lines(&again));
    assert_eq!(fresh.export().await, used);
    let again = Inventory::read(&used).unwrap();
    assert!(fresh.apply_inventory(&again, false).await.unwrap().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_operator_owns_is_applied() {
    let fresh = Fresh::new().await;
    fresh.apply(&detailed()).await;
    fresh.sql("UPDATE instance SET status = 'stopped', base_price = 450, base_months = 1").await;
    let mut file = detailed();
    let services = file["accounts"][0]["services"].as_array_mut().unwrap();
    (services[0]["lxc"]["hostname"], services[0]["lxc"]["vcpus"]) = ("web-01".into(), json!(2));
    services[0]["lxc"]["status"] = "running".into();
    services[0]["lxc"]["snapshots"] = json!([]);
    services[1]["renewal_price"] = json!(6);
    services[2]["hosting"]["primary_domain"] = "sketches.example".into();
    services[2]["hosting"]["deletion_deadline"] = "2020-01-01T00:00:00Z".into();
    services[3]["email"]["mailbox_limit"] = json!(10);
    let before = fresh.service("sketches").await;
    assert_eq!(
        lines(&fresh.apply(&file).await),
        [
            "~ service kvm shop of ama@example.com: renewal_price 4.5 → 6",
            "~ details of service email post of ama@example.com: mailbox_limit 5 → 10",
            "~ details of service shared_hosting sketches of ama@example.com: \
             primary_domain \"ama-sketches.example\" → \"sketches.example\"",
            "~ details of service lxc web of ama@example.com: hostname \"web\" → \"web-01\", vcpus 1 → 2",
        ]
    );
    assert!(fresh.apply(&file).await.is_empty());
    let web = fresh.service("web").await;
    assert_eq!(web["lxc"]["status"], "stopped", "where it stands, its hypervisor knows");
    assert_eq!(web["lxc"]["snapshots"].as_array().unwrap().len(), 1, "no snapshot is lost");
    assert_eq!(fresh.machine("web").await.hostname.as_deref(), Some("web-01"));
    assert_eq!(fresh.machine("shop").await.hostname.as_deref(), Some("web"));
    let after = fresh.service("sketches").await;
    assert_eq!(after["hosting"]["deletion_deadline"], before["hosting"]["deletion_deadline"]);
    let priced = |name| {
        format!(
            "SELECT 1 FROM instance JOIN service ON id = service_id WHERE \
         display_name = '{name}' AND base_price IS NULL"
        )
    };
    for (name, anew) in [("shop", 1), ("web", 0)] {
        let rows = fresh.db.connection().query_all_raw(statement(&fresh.db, &priced(name))).await.unwrap();
        assert_eq!(rows.len(), anew, "other periods of {name} are priced by the new price");
    }
}

fn statement(db: &Database, sql: &str) -> sea_orm::Statement {
    sea_orm::Statement::from_string(db.connection().get_database_backend(), sql)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_span_counts_from_when_the_thing_was_brought_in() {
    let fresh = Fresh::new().await;
    let mut file = detailed();
    file["accounts"][0]["services"][0]["renews_at"] = "+10d".into();
    fresh.apply(&file).await;
    let first = fresh.export().await;
    assert!(fresh.apply(&file).await.is_empty());
    assert_eq!(fresh.export().await, first);
    let renews: String = fresh.service("web").await["renews_at"].as_str().unwrap().to_owned();
    let days = |text: &str| {
        let at = chrono::DateTime::parse_from_rfc3339(text).unwrap().to_utc();
        (at - SystemClock.now().utc()).num_hours()
    };
    assert_eq!(days(&renews), 239);
    file["accounts"][0]["services"][0]["renews_at"] = "2030-01-01T00:00:00Z".into();
    assert_eq!(fresh.apply(&file).await.len(), 1, "a moment of the calendar replaces it");
}

#[tokio::test(flavor = "multi_thread")]
async fn details_that_cannot_be_true_beside_the_database_are_refused() {
    let fresh = Fresh::new().await;
    fresh.apply(&detailed()).await;
    fresh.sql("UPDATE email_service SET provisioned_at = updated_at").await;
    let snapshot = fresh.service("web").await["lxc"]["snapshots"][0]["id"].clone();
    let before = fresh.export().await;
    let mut file = detailed();
    let services = file["accounts"][0]["services"].as_array_mut().unwrap();
    services[1]["kvm"]["snapshots"][0]["id"] = snapshot;
    services[3]["email"]["domain_name"] = "other.example".into();
    let mut second = services[2].clone();
    second["display_name"] = "more sketches".into();
    services.push(second);
    let at = "/accounts/0/services";
    assert_eq!(
        fresh.faults(&file).await,
        [
            format!("{at}/3/email/domain_name (line 1): the mail servers know this service by example.co.uk"),
            format!(
                "{at}/4/hosting/site (line 1): another service has the site amasketchesexamp: give this one its own"
            ),
            format!("{at}/1/kvm/snapshots/0/id (line 1): is the id of another instance's snapshot"),
        ]
    );
    assert_eq!(fresh.export().await, before, "nothing was done");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_service_may_come_without_details_and_keep_them() {
    let fresh = Fresh::new().await;
    fresh.apply(&detailed()).await;
    let before = fresh.export().await;
    let mut file = detailed();
    for service in file["accounts"][0]["services"].as_array_mut().unwrap() {
        for member in ["email", "hosting", "lxc", "kvm"] {
            service.as_object_mut().unwrap().remove(member);
        }
    }
    assert!(fresh.apply(&file).await.is_empty(), "what the file does not name stays as it is");
    assert_eq!(fresh.export().await, before);
    file["accounts"][0]["services"][0]["display_name"] = "being set up".into();
    assert_eq!(fresh.apply(&file).await.len(), 1);
    assert!(fresh.service("being set up").await.get("lxc").is_none());
}

#[test]
fn the_demo_has_every_state() {
    let demo: Value = serde_json::from_str(DEMO).unwrap();
    let accounts = demo["accounts"].as_array().unwrap();
    let of = |account: &Value, member: &str, value: &str| -> BTreeSet<String> {
        let all = account["services"].as_array().unwrap().iter();
        let said = all.filter_map(|service| service.get(member)?[value].as_str().map(str::to_owned));
        said.collect()
    };
    let states = |words: &str| words.split(' ').map(str::to_owned).collect::<BTreeSet<_>>();
    let lxc = "running stopped frozen starting stopping restarting reinstalling restoring error";
    let kvm = "running stopped paused starting stopping restarting restoring error";
    assert_eq!(of(&accounts[0], "lxc", "status"), states(lxc));
    assert_eq!(of(&accounts[0], "kvm", "status"), states(kvm));
    assert_eq!(of(&accounts[0], "hosting", "kind"), states("free standard"));
    for member in ["email", "hosting", "lxc", "kvm"] {
        assert!(services(&json!({ "accounts": [accounts[1]] })).any(|service| service.get(member).is_some()));
    }
    for service in
        services(&demo).filter(|service| service["service_type"] == "lxc" || service["service_type"] == "kvm")
    {
        let in_use = ["active", "past_due"].contains(&service["status"].as_str().unwrap());
        let machine = service.get("lxc").or(service.get("kvm"));
        assert!(machine.is_some() || !in_use, "{service}");
        assert_eq!(
            machine.is_some_and(|it| it["status"] == "error"),
            machine.is_some_and(|it| !it["last_error"].is_null())
        );
    }
}

/// What customers see of the demo when time has passed for the first time is what the file says.
#[tokio::test(flavor = "multi_thread")]
async fn the_demo_lives_on_after_its_first_minute() {
    let server = Server::start().await;
    let db = server.platform.database();
    let backends = Backends::from(server.platform.providers());
    apply(db, &backends, &SystemClock, &demo(), false).await.unwrap();
    let export = || async { export(db, &*backends.registrar).await.unwrap().to_json().unwrap() };
    let before = export().await;
    run_routines(&server.platform, AREAS).await;
    assert_eq!(export().await, before);
    let file: Value = serde_json::from_str(&before).unwrap();
    let free = services(&file).filter(|service| service["hosting"]["kind"] == "free");
    let stand = |service: &Value| {
        let idle = !service["hosting"]["inactivity_suspended_at"].is_null();
        match service["status"].as_str().unwrap() {
            "active" if idle => "inactivity_suspended".to_owned(),
            status => status.to_owned(),
        }
    };
    let stands: BTreeSet<String> = free.map(stand).collect();
    let wanted = ["active", "inactivity_suspended", "suspended", "terminated"];
    assert_eq!(stands, wanted.map(str::to_owned).into());
}
