//! Reading what services are beyond their orders.
use super::{faults, small};
use crate::{entry::details::Details, inventory::Inventory, place::Fault};
use serde_json::{Value, json};

/// What services of each type that has details say of them.
fn details(member: &str) -> Value {
    let machine = json!({
        "hostname": "Web-01", "plan_code": "s", "status": "running", "vcpus": 1, "memory_bytes": 1, "disk_bytes": 1,
        "region": "north", "snapshot_limit": 2, "snapshots": [{ "name": "one" }]
    });
    let mut details = match member {
        "email" => json!({
            "plan_id": "team", "domain_name": "bücher.example", "mailbox_limit": 5,
            "storage_bytes_per_mailbox": 1_000, "domain_limit": 1
        }),
        "hosting" => json!({
            "kind": "free", "primary_domain": "bücher.example", "site": "books", "last_activity_at": "-42d",
            "inactivity_suspended_at": "-12d", "deletion_deadline": "+18d"
        }),
        _ => machine,
    };
    match member {
        "lxc" => details["distribution"] = "debian-13".into(),
        "kvm" => details["os"] = "Debian 13".into(),
        _ => {}
    }
    details
}

/// The faults of the details of a service once `value` is at `pointer` of them, as `pointer: message`.
fn detail_faults(member: &str, pointer: &str, value: Value) -> Vec<String> {
    let mut file = small();
    let service = &mut file["accounts"][0]["services"][0];
    service["service_type"] = if member == "hosting" { "shared_hosting" } else { member }.into();
    service[member] = details(member);
    match (pointer.rsplit_once('/'), value) {
        (None, _) => {}
        (Some((parent, name)), Value::Null) => {
            service[member].pointer_mut(parent).unwrap().as_object_mut().unwrap().remove(name);
        }
        (Some((parent, name)), value) => service[member].pointer_mut(parent).unwrap()[name] = value,
    }
    let whole = format!("/accounts/0/services/0/{member}");
    let faults = Inventory::read(&file.to_string()).err().unwrap_or_default();
    let message = |fault: &Fault| {
        let at = fault.place.pointer.strip_prefix(&whole).unwrap_or(&fault.place.pointer);
        format!("{at}: {}", fault.message)
    };
    faults.iter().map(message).collect()
}

#[test]
fn details_are_read() {
    for member in ["email", "hosting", "lxc", "kvm"] {
        assert_eq!(detail_faults(member, "", Value::Null), [""; 0], "{member}");
    }
    let mut file = small();
    file["accounts"][0]["services"][0]["lxc"] = details("lxc");
    let read = Inventory::read(&file.to_string()).unwrap();
    let Details::Instance(instance) = &read.details[0].value else { panic!("{:?}", read.details) };
    assert_eq!((instance.hostname.as_str(), instance.snapshots.len()), ("web-01", 1));
    assert_eq!(read.details[0].place.pointer, "/accounts/0/services/0/lxc");
    assert!(read.to_json().unwrap().contains("\"distribution\": \"debian-13\""));
}

#[test]
fn every_member_of_details_has_its_rule() {
    let (missing, long) = ("is missing", "x".repeat(256));
    let snapshots =
        |names: &[&str]| json!(names.iter().map(|name| json!({ "name": name })).collect::<Vec<_>>());
    for (member, pointer, value, message) in [
        ("email", "/plan_id", json!("a plan"), "is 1 to 64 letters, digits, dots, dashes and underscores"),
        ("email", "/plan_id", Value::Null, missing),
        ("email", "/domain_name", json!("example"), "`example` is not a domain name of at least two labels"),
        ("email", "/mailbox_limit", json!(-1), "is at least 0"),
        ("email", "/storage_bytes_per_mailbox", json!(-1), "is a number of bytes, at least 0"),
        ("email", "/domain_limit", json!(0), "is at least 1"),
        ("email", "/suspended_at", json!("soon"), "`soon` is not a moment"),
        ("email", "/provisioned_at", json!("-1d"), "is not a member that is known here"),
        ("hosting", "/kind", json!("cheap"), "`cheap` is none of standard, free"),
        ("hosting", "/kind", json!("standard"), "is known of Free Hosting only"),
        ("hosting", "/primary_domain", Value::Null, missing),
        ("hosting", "/site", json!("1st"), "is a letter and up to 31 more"),
        ("hosting", "/deletion_deadline", json!("-12d"), "is after inactivity_suspended_at"),
        (
            "hosting",
            "/inactivity_suspended_at",
            Value::Null,
            "is set where the service is suspended for inactivity",
        ),
        ("lxc", "/hostname", json!("web 01"), "`web 01` is not a host name"),
        ("lxc", "/plan_code", json!(""), "is 1 to 64 letters"),
        (
            "lxc",
            "/status",
            json!("paused"),
            "`paused` is none of running, stopped, frozen, starting, stopping, \
         restarting, reinstalling, restoring, error",
        ),
        (
            "kvm",
            "/status",
            json!("frozen"),
            "`frozen` is none of running, stopped, paused, starting, stopping, \
         restarting, restoring, error",
        ),
        ("kvm", "/status", json!("reinstalling"), "`reinstalling` is none of"),
        ("kvm", "/status", Value::Null, missing),
        ("lxc", "/vcpus", json!(0), "is at least 1"),
        ("lxc", "/memory_bytes", json!(-1), "is a number of bytes, at least 0"),
        ("lxc", "/disk_bytes", json!(0.5), "invalid type: floating point"),
        ("lxc", "/ipv4", json!("192.0.2.256"), "`192.0.2.256` is not an IPv4 address"),
        ("lxc", "/ipv6", json!("192.0.2.1"), "`192.0.2.1` is not an IPv6 address"),
        ("lxc", "/region", json!(" north"), "is 1 to 255 characters"),
        ("lxc", "/distribution", json!("d".repeat(81)), "is 1 to 80 characters"),
        ("lxc", "/os", json!("Debian 13"), "is not a member that is known here"),
        ("lxc", "/ssh_host", json!("ssh host"), "`ssh host` is not a host name or an address"),
        ("lxc", "/ssh_port", json!(65_536), "is a port, 1 to 65535"),
        ("kvm", "/ssh_port", json!(22), "is not a member that is known here"),
        ("kvm", "/os", Value::Null, missing),
        ("lxc", "/last_error", json!("two\nlines"), "is 1 to 255 characters"),
        ("lxc", "/snapshot_limit", json!(-1), "is at least 0"),
        ("lxc", "/snapshot_limit", json!(0), "there is room for 0: snapshot_limit"),
        ("lxc", "/snapshots", Value::Null, missing),
        ("lxc", "/snapshots", snapshots(&["a", "b", "c"]), "there is room for 2: snapshot_limit"),
        ("lxc", "/snapshots", snapshots(&["a", "a"]), "`a` is the name of another"),
        ("lxc", "/snapshots/0/name", json!("Before"), "is 1 to 48 small letters"),
        ("lxc", "/snapshots/0/name", json!("-before"), "is 1 to 48 small letters"),
        ("lxc", "/snapshots/0/description", json!("x"), "is not a member that is known here"),
        ("kvm", "/snapshots/0/name", json!("a\nb"), "is 1 to 64 characters"),
        ("kvm", "/snapshots/0/name", json!("x".repeat(65)), "is 1 to 64 characters"),
        ("kvm", "/snapshots/0/description", json!(long), "is at most 255 characters"),
        ("kvm", "/snapshots/0/size_bytes", json!(-1), "is a number of bytes"),
        ("kvm", "/snapshots/0/created_at", json!("1d"), "`1d` is not a moment"),
        ("kvm", "/snapshots/0/id", json!("1"), "`1` is not an id (UUID)"),
    ] {
        let found = detail_faults(member, pointer, value.clone());
        // What is standard has none of the three moments.
        let several = if value == json!("standard") { 3 } else { 1 };
        assert_eq!(found.len(), several, "{member}{pointer} {value}: {found:#?}");
        assert!(found[0].contains(message), "{member}{pointer} {value}: {}", found[0]);
    }
    assert_eq!(detail_faults("kvm", "/snapshots/0/name", json!("Vor dem Umzug ü")), [""; 0]);
    assert_eq!(detail_faults("lxc", "/ssh_host", json!("192.0.2.1")), [""; 0]);
}

#[test]
fn details_are_those_of_the_type() {
    let service = "/accounts/0/services/0";
    for (pointer, value, message) in [
        ("kvm", details("kvm"), "the details of a service of the type lxc are its `lxc`"),
        ("email", json!(7), "the details of a service of the type lxc are its `lxc`"),
        ("lxc", json!([]), "invalid type: sequence, expected an object"),
    ] {
        assert_eq!(faults(&format!("{service}/{pointer}"), value), [message]);
    }
    assert_eq!(faults(&format!("{service}/kvm"), Value::Null), [""; 0]);
    let mut service = small()["accounts"][0]["services"][0].take();
    service["service_type"] = "conversion".into();
    service["lxc"] = details("lxc");
    assert_eq!(
        faults("/accounts/0/services/-", service),
        ["a service of the type conversion has no details"]
    );
}

#[test]
fn only_a_service_that_is_being_set_up_is_without_its_details() {
    for (kind, member) in [("email", "email"), ("shared_hosting", "hosting"), ("lxc", "lxc"), ("kvm", "kvm")]
    {
        for status in ["active", "past_due", "suspended", "cancelled", "terminated"] {
            let mut file = small();
            let service = &mut file["accounts"][0]["services"][0];
            (service["service_type"], service["status"]) = (kind.into(), status.into());
            for said in [false, true] {
                if said {
                    file["accounts"][0]["services"][0][member] = Value::Null;
                }
                let faults = Inventory::read(&file.to_string()).unwrap_err();
                let lines: Vec<String> = faults.iter().map(ToString::to_string).collect();
                let wanted = format!("/accounts/0/services/0/{member} (line 1): is missing");
                assert!(lines.len() == 1 && lines[0].starts_with(&wanted), "{kind} {status}: {lines:?}");
            }
        }
    }
    let conversion = "/accounts/0/services/0/service_type";
    assert_eq!(faults(conversion, "conversion".into()), [""; 0]);
}

#[test]
fn sites_and_snapshots_are_named_once() {
    let mut file = small();
    let mut service = file["accounts"][0]["services"][0].clone();
    (service["service_type"], service["hosting"]) = ("shared_hosting".into(), details("hosting"));
    let mut machine = service.clone();
    (machine["service_type"], machine["kvm"]) = ("kvm".into(), details("kvm"));
    machine["kvm"]["snapshots"][0]["id"] = "019a0000-0000-7000-a000-000000000001".into();
    machine.as_object_mut().unwrap().remove("hosting");
    let services = file["accounts"][0]["services"].as_array_mut().unwrap();
    for name in ["a", "b"] {
        for one in [&mut service, &mut machine] {
            one["display_name"] = name.into();
            services.push(one.clone());
        }
    }
    let faults = Inventory::read(&file.to_string()).unwrap_err();
    let at: Vec<_> = faults.iter().map(|fault| fault.place.pointer.as_str()).collect();
    assert_eq!(at, ["/accounts/0/services/3/hosting/site", "/accounts/0/services/4/kvm/snapshots/0/id"]);
}
