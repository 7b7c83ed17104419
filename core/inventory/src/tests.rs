//! Reading inventories; applying them is tested where there are migrations.
use crate::{entry::details::Details, inventory::Inventory, place::Fault};
use serde_json::{Value, json};

const DEMO: &str = include_str!("../../../rest/src/commands/demo.json");

fn small() -> Value {
    json!({
        "prices": [],
        "registry": [{ "name": "taken.com", "premium": false, "price_usd": null, "taken": true }],
        "accounts": [{
            "email": "Ama@Example.com", "full_name": "Ama Mensah", "preferred_language": "en",
            "timezone": "Africa/Accra", "status": "active",
            "services": [{
                "service_type": "lxc", "display_name": "web", "status": "provisioning", "plan_name": "LXC 2",
                "billing_months": 1, "renewal_price": 4.5, "renewal_currency": "USD", "auto_renew": true
            }],
            "domains": [{
                "domain_name": "Bücher.example", "status": "active", "auto_renew": true,
                "privacy_enabled": true, "locked": false, "registrar_environment": "ote",
                "name_servers": ["NS1.host.example.", "ns2.host.example", "ns2.host.example"],
                "records": [{ "name": "@", "type": "a", "contents": ["192.0.2.1"] }]
            }]
        }]
    })
}

/// The faults of `small` once `value` is at `pointer`; the last name may be new.
fn faults(pointer: &str, value: Value) -> Vec<String> {
    let mut file = small();
    let (parent, name) = pointer.rsplit_once('/').unwrap();
    match file.pointer_mut(parent).unwrap() {
        Value::Array(items) => items.push(value),
        other => other[name] = value,
    }
    let read = Inventory::read(&file.to_string());
    read.err().unwrap_or_default().iter().map(|fault| fault.message.clone()).collect()
}

#[test]
fn the_demo_is_read_and_written_in_its_one_form() {
    let written = Inventory::read(DEMO).unwrap().to_json().unwrap();
    let written: Value = serde_json::from_str(&written).unwrap();
    let demo: Value = serde_json::from_str(DEMO).unwrap();
    same(&demo, &written, "");
}

/// Numbers may be written as 0 or 0.0; all else is the same.
fn same(one: &Value, other: &Value, at: &str) {
    match (one, other) {
        (Value::Object(one), Value::Object(other)) => {
            assert_eq!(one.len(), other.len(), "{at}");
            for (name, value) in one {
                same(value, &other[name], &format!("{at}/{name}"));
            }
        }
        (Value::Array(one), Value::Array(other)) => {
            assert_eq!(one.len(), other.len(), "{at}");
            for (index, (one, other)) in one.iter().zip(other).enumerate() {
                same(one, other, &format!("{at}/{index}"));
            }
        }
        (Value::Number(one), Value::Number(other)) => assert_eq!(one.as_f64(), other.as_f64(), "{at}"),
        (one, other) => assert_eq!(one, other, "{at}"),
    }
}

#[test]
fn what_is_read_is_in_its_one_form() {
    let read = Inventory::read(&small().to_string()).unwrap();
    let (domain, record) = (&read.domains[0].value, &read.records[0].value);
    assert_eq!(read.emails().collect::<Vec<_>>(), ["ama@example.com"]);
    assert_eq!(domain.domain_name, "xn--bcher-kva.example");
    assert_eq!(domain.name_servers, ["ns1.host.example", "ns2.host.example"]);
    assert_eq!((record.r#type, record.ttl), ("A", 3600));
    assert_eq!(read.domains[0].place.pointer, "/accounts/0/domains/0");
}

#[test]
fn a_syntax_error_has_its_line_and_column() {
    let faults = Inventory::read("{\n  \"prices\": [,]\n}").unwrap_err();
    assert_eq!(faults[0].to_string(), "line 2: column 14: expected value");
    assert_eq!(faults.len(), 1);
}

#[test]
fn every_fault_is_listed_with_its_place() {
    let text = serde_json::to_string_pretty(&json!({
        "prices": [{ "tld": "com" }],
        "extra": 1,
        "accounts": [
            { "email": "nobody", "status": "sleeping", "country": "se", "services": {}, "domains": [{
                "domain_name": "example.com", "name_servers": ["ns1.host.example"], "locked": "no",
                "records": [
                    { "name": "www", "type": "A", "contents": ["192.0.2.1", "192.0.2.300"] },
                    { "name": "www.example.com", "type": "TXT", "contents": ["x"], "ttl": 1 },
                    { "name": "@", "type": "NS", "contents": ["ns1.host.example"] },
                    { "name": "mail", "type": "MX", "contents": ["mx.host.example"], "priority": "10" }
                ]
            }] },
            7
        ]
    }))
    .unwrap();
    let faults = Inventory::read(&text).unwrap_err();
    let messages: Vec<String> = faults.iter().map(ToString::to_string).collect();
    let line = |needle: &str| text.lines().position(|line| line.contains(needle)).unwrap() + 1;
    for (pointer, needle, message) in [
        ("/extra", "\"extra\"", "is not a member that is known here"),
        ("/prices/0/tld", "\"tld\"", "`com` is not a suffix with its leading dot, such as .co.uk"),
        ("/accounts/0/email", "\"email\"", "`nobody` is not an address of mail"),
        ("/accounts/0/status", "sleeping", "`sleeping` is none of active, suspended"),
        ("/accounts/0/services", "\"services\"", "invalid type: map, expected a sequence"),
        ("/accounts/0/domains/0/locked", "\"no\"", "invalid type: string \"no\", expected a boolean"),
        ("/accounts/0/domains/0/name_servers", "\"name_servers\"", "needs 2 to 13 different host names"),
        ("/accounts/0/domains/0/records/0/contents/1", "300", "an A is an IPv4 address, such as 192.0.2.1"),
        ("/accounts/0/domains/0/records/1/ttl", "\"ttl\"", "the ttl is 60 to 86400 seconds"),
    ] {
        let wanted = format!("{pointer} (line {}): {message}", line(needle));
        assert!(messages.contains(&wanted), "{wanted}\nis not in\n{}", messages.join("\n"));
    }
    for pointer in [
        "/prices/0/max_years ",
        "/accounts/0/full_name ",
        "/accounts/0/country ",
        "/accounts/0/domains/0/status ",
        "/accounts/0/domains/0/records/1/name ",
        "/accounts/0/domains/0/records/2/type ",
        "/accounts/0/domains/0/records/3/priority ",
        "/accounts/1 ",
    ] {
        assert!(
            messages.iter().any(|line| line.starts_with(pointer)),
            "{pointer} in\n{}",
            messages.join("\n")
        );
    }
    assert!(faults.is_sorted_by_key(|fault| fault.place.line), "{}", messages.join("\n"));
}

#[test]
fn one_fault_is_listed_once() {
    let record =
        |name: &str, kind: &str, content: &str| json!({ "name": name, "type": kind, "contents": [content] });
    let records = "/accounts/0/domains/0/records/-";
    for (pointer, value) in [
        ("/accounts/-", small()["accounts"][0].take()),
        ("/accounts/0/services/-", small()["accounts"][0]["services"][0].take()),
        ("/accounts/0/services/0/billing_months", json!(0)),
        ("/accounts/0/services/0/renewal_price", json!(1.999)),
        ("/accounts/0/services/0/renewal_price", json!(-1)),
        ("/accounts/0/services/0/renewal_currency", json!("usd")),
        ("/accounts/0/services/0/renews_at", json!("tomorrow")),
        ("/accounts/0/services/0/id", json!("42")),
        ("/accounts/0/timezone", json!("Europe/Atlantis")),
        ("/accounts/0/timezone", json!("europe/stockholm")),
        ("/accounts/0/preferred_language", json!("eng")),
        ("/accounts/0/preferred_language", json!("en_GB")),
        ("/accounts/0/country", json!("UK")),
        ("/accounts/0/conversion_plan", json!({ "plan": "pro", "status": "active" })),
        ("/accounts/0/domains/0/domain_name", json!("example")),
        ("/accounts/0/domains/0/registrar_environment", json!("moon")),
        ("/registry/-", json!({ "name": "bücher.example", "premium": false, "taken": false })),
        ("/registry/-", json!({ "name": "taken.com", "premium": false, "taken": true })),
        (records, record("@", "A", "192.0.2.2")),
        (records, record("@", "CNAME", "other.example")),
        (records, record("@", "SOA", "whatever")),
        (records, json!({ "name": "a", "type": "A", "content": ["192.0.2.1"], "contents": ["192.0.2.1"] })),
    ] {
        let found = faults(pointer, value.clone());
        // An account brings its domain.
        let several = pointer == "/accounts/-";
        assert_eq!(found.len(), if several { 2 } else { 1 }, "{pointer} {value}: {found:#?}");
    }
    let prices = json!([{
        "tld": ".example", "registration_price_usd": 1, "renewal_price_usd": 1, "transfer_price_usd": 1,
        "restore_price_usd": 1, "popular": true, "is_promo": false, "min_years": 2, "max_years": 1,
        "registration_periods": [1], "renewal_periods": [1], "transfer_periods": [1],
        "supports_privacy": true, "provider_attributes": []
    }]);
    assert_eq!(faults("/prices", prices), ["is at least min_years, 2"]);
}

#[test]
fn an_alias_stands_alone() {
    let alias = json!([
        { "name": "www", "type": "CNAME", "contents": ["@"] },
        { "name": "www", "type": "A", "contents": ["192.0.2.1"] }
    ]);
    assert_eq!(faults("/accounts/0/domains/0/records", alias).len(), 1);
}

#[test]
fn members_are_given_once() {
    let faults = Inventory::read("{\"accounts\": [], \"accounts\": []}").unwrap_err();
    assert_eq!(faults[0].to_string(), "/accounts (line 1): is given twice");
}

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
