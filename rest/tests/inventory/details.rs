//! What services are beyond their orders.
use crate::{
    files::{demo, detailed, lines},
    fresh::Fresh,
};
use hosting_inventory::Inventory;
use serde_json::json;

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
    for (name, anew) in [("shop", 1), ("web", 0)] {
        let priced = format!(
            "SELECT 1 FROM instance JOIN service ON id = service_id WHERE \
             display_name = '{name}' AND base_price IS NULL"
        );
        assert_eq!(fresh.rows(&priced).await, anew, "other periods of {name} are priced by the new price");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_service_that_is_being_set_up_may_come_without_details_and_keep_them() {
    let fresh = Fresh::new().await;
    fresh.apply(&detailed()).await;
    fresh.sql("UPDATE service SET status = 'provisioning'").await;
    let before = fresh.export().await;
    let mut file = detailed();
    for service in file["accounts"][0]["services"].as_array_mut().unwrap() {
        service["status"] = "provisioning".into();
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
