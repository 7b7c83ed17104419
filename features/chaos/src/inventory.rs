//! What customers have in the beginning.
use chrono::{DateTime, Datelike, TimeZone, Utc};
use serde_json::{Value, json};
use uuid::Uuid;

/// Domains of each customer.
pub const DOMAINS: usize = 3;
/// Virtual machines of each customer: each can be paid three years ahead.
const MACHINES: usize = 12;

/// The first part of a customer's address, and what their site is called.
pub fn name(customer: usize) -> String {
    format!("customer{customer}")
}

/// The domains of a customer.
pub fn domains(customer: usize) -> impl Iterator<Item = String> {
    (0..DOMAINS).map(move |number| format!("customer{customer}-{number}.com"))
}

/// The virtual machines of a customer.
pub fn machines(customer: usize) -> impl Iterator<Item = Uuid> {
    (0..MACHINES).map(move |number| id(1, customer, number))
}

/// The site of a customer.
pub fn site(customer: usize) -> Uuid {
    id(2, customer, 0)
}

/// The id of a domain.
pub fn domain(customer: usize, number: usize) -> Uuid {
    id(3, customer, number)
}

fn id(kind: u8, customer: usize, number: usize) -> Uuid {
    let text = format!("01900000-0000-7000-8{kind:03x}-{customer:06x}{number:06x}");
    text.parse().expect("an id")
}

/// Until when virtual machines are paid: the middle of the month after `now`.
pub fn paid_until(now: DateTime<Utc>) -> DateTime<Utc> {
    let (year, month) = match now.month() {
        12 => (now.year() + 1, 1),
        month => (now.year(), month + 1),
    };
    Utc.with_ymd_and_hms(year, month, 15, 0, 0, 0).single().expect("a moment")
}

/// The inventory of so many `customers`.
pub fn inventory(customers: usize, now: DateTime<Utc>) -> Value {
    let accounts: Vec<_> = (0..customers).map(|customer| account(customer, now)).collect();
    json!({"prices": [price()], "accounts": accounts})
}

fn price() -> Value {
    json!({
        "tld": ".com", "registration_price_usd": 11.99, "renewal_price_usd": 13.99,
        "transfer_price_usd": 11.99, "restore_price_usd": 89.0, "popular": true, "is_promo": false,
        "min_years": 1, "max_years": 10, "registration_periods": [1], "renewal_periods": [1],
        "transfer_periods": [1], "supports_privacy": true, "provider_attributes": []
    })
}

fn account(customer: usize, now: DateTime<Utc>) -> Value {
    let machines = machines(customer).enumerate().map(|(number, id)| {
        json!({
            "id": id, "service_type": "kvm", "display_name": format!("machine {number}"), "status": "active",
            "plan_name": "KVM S", "billing_months": 1, "renewal_price": 9.9, "renewal_currency": "USD",
            "auto_renew": false, "renews_at": paid_until(now),
            "kvm": {
                "hostname": format!("m{number}.customer{customer}.example"), "plan_code": "kvm-s",
                "status": "running", "vcpus": 1, "memory_bytes": 1_073_741_824, "disk_bytes": 10_737_418_240_i64,
                "region": "test-1", "os": "Debian 13", "snapshot_limit": 2, "snapshots": []
            }
        })
    });
    let site = json!({
        "id": site(customer), "service_type": "shared_hosting", "display_name": "site", "status": "active",
        "plan_name": "Web", "billing_months": 12, "renewal_price": 39.0, "renewal_currency": "USD",
        "auto_renew": false,
        "hosting": {
            "kind": "standard", "primary_domain": format!("site.customer{customer}-0.com"), "site": name(customer)
        }
    });
    let domains = domains(customer).enumerate().map(|(number, domain_name)| {
        json!({
            "id": domain(customer, number), "domain_name": domain_name, "status": "active", "auto_renew": false,
            "privacy_enabled": false, "locked": false, "registrar_environment": "ote",
            "name_servers": ["ns1.host.example", "ns2.host.example"], "records": []
        })
    });
    json!({
        "email": format!("{}@example.com", name(customer)), "full_name": format!("Customer {customer}"),
        "preferred_language": "en", "timezone": "Europe/Berlin", "status": "active",
        "conversion_plan": {
            "plan": "business", "status": "active", "operations_limit": 10_000, "period_ends_at": paid_until(now)
        },
        "services": machines.chain([site]).collect::<Vec<_>>(), "domains": domains.collect::<Vec<_>>()
    })
}
