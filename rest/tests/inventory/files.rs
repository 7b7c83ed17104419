//! The files that are applied.
use hosting_inventory::{Change, Inventory};
use serde_json::{Value, json};
use uuid::Uuid;

pub const DEMO: &str = include_str!("../../src/commands/demo.json");

pub fn services(file: &Value) -> impl Iterator<Item = &Value> {
    file["accounts"].as_array().unwrap().iter().flat_map(|account| account["services"].as_array().unwrap())
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
