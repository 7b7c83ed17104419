//! What backends hear of a file.
use crate::{
    files::{detailed, id, read, small},
    fresh::{Fresh, availability},
};
use hosting_core::{
    clock::{Clock, SystemClock},
    providers::{dns::Dns, hypervisor::Hypervisor, registrar::Registrar},
};
use hosting_drivers::sandbox::Sandboxes;
use hosting_inventory::Failed;
use serde_json::json;

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
    assert!(!availability(&registry, "example.co.uk").await.available);
    assert!(availability(&registry, "other.co.uk").await.available);
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
    assert!(availability(&registrar, "example.co.uk").await.available, "a dry run tells no backend");

    assert!(fresh.apply(&detailed()).await.is_empty(), "the database says it already");
    assert_eq!(fresh.export().await, before);
    assert!(!availability(&registrar, "example.co.uk").await.available);
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
    assert_eq!(backends.iter().map(|one| one.backend.clone()).collect::<Vec<_>>(), ["panel"]);
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
