//! The files that are applied.
use hosting_inventory::{Change, Inventory};
use serde_json::{Value, json};
use uuid::Uuid;

pub const DEMO: &str = include_str!("../../src/commands/demo.json");

#[tokio::test(flavor = "multi_thread")]
pub async fn services_come_with_what_they_are() {
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

pub fn id(thing: &Value) -> Uuid {
    thing["id"].as_str().unwrap().parse().unwrap()
}

pub fn read(file: &Value) -> Inventory {
    Inventory::read(&file.to_string()).unwrap()
}

pub fn demo() -> Inventory {
    Inventory::read(DEMO).unwrap()
}

pub fn lines(changes: &[Change]) -> Vec<String> {
    changes.iter().map(ToString::to_string).collect()
}

pub fn small() -> Value {
    json!({
        "accounts": [{
            "email": "ama@example.com", "full_name": "Ama Mensah", "preferred_language": "en",
            "timezone": "Africa/Accra", "status": "active",
            "services": [{
                "service_type": "lxc", "display_name": "web", "status": "provisioning", "plan_name": "LXC 2",
                "billing_months": 1, "renewal_price": 4.5, "renewal_currency": "USD", "auto_renew": true
            }],
            "domains": [domain("example.co.uk")]
        }]
    })
}

/// A file with a service of each type that has details.
pub fn detailed() -> Value {
    let machine = json!({
        "hostname": "web", "plan_code": "s", "status": "frozen", "vcpus": 1, "memory_bytes": 1024,
        "disk_bytes": 4096, "region": "north", "distribution": "debian-12", "snapshot_limit": 2,
        "snapshots": [{ "name": "fresh", "size_bytes": 7, "created_at": "-3d" }]
    });
    let mut file = small();
    let services = file["accounts"][0]["services"].as_array_mut().unwrap();
    services[0]["status"] = "active".into();
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

pub fn domain(name: &str) -> Value {
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

pub fn price(tld: &str) -> Value {
    let demo: Value = serde_json::from_str(DEMO).unwrap();
    let mut price = demo["prices"][0].clone();
    price["tld"] = tld.into();
    price
}
