//! Reading inventories; applying them is tested where there are migrations.
mod details;

use crate::inventory::Inventory;
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
