//! What the servers under load know: one account with 25 services and 256 domains, and another with services alone, which may convert.
use serde_json::{Value, json};

/// The account's name.
pub const ACCOUNT: &str = "bench@example.com";
/// The name of the other one, which floods the platform.
pub const FLOODER: &str = "flood@example.com";
/// The domains of the first.
pub const DOMAINS: u32 = 256;
const SERVICES: u32 = 25;

/// The id of a domain.
pub fn domain_id(number: u32) -> String {
    format!("019a0000-0000-7000-8000-{number:012x}")
}

/// The name of a domain.
pub fn domain_name(number: u32) -> String {
    format!("shop-{number}.com")
}

/// The inventory file, in which the first account has so many `domains`.
pub fn file(domains: u32) -> Value {
    json!({
        "prices": [price()],
        "registry": [],
        "accounts": [account(0, ACCOUNT, domains), account(1, FLOODER, 0)],
    })
}

fn account(number: u32, email: &str, domains: u32) -> Value {
    json!({
        "id": format!("019a0000-0000-7000-9000-{number:012x}"),
        "email": email,
        "full_name": "Marta Lindqvist",
        "first_name": "Marta",
        "last_name": "Lindqvist",
        "company_name": "Lindqvist Digital Studio AB",
        "country": "SE",
        "preferred_language": "en",
        "timezone": "Europe/Stockholm",
        "status": "active",
        "created_at": "2023-03-14T08:52:08.433Z",
        "conversion_plan": (number > 0).then(|| json!({ "plan": "business", "status": "active", "operations_limit": 1_000_000 })),
        "services": (0..SERVICES).map(|service_of| service(number * SERVICES + service_of)).collect::<Vec<_>>(),
        "domains": (0..domains).map(domain).collect::<Vec<_>>(),
    })
}

fn price() -> Value {
    json!({
        "tld": ".com",
        "registration_price_usd": 11.99,
        "renewal_price_usd": 13.99,
        "transfer_price_usd": 11.99,
        "restore_price_usd": 89,
        "popular": true,
        "is_promo": false,
        "min_years": 1,
        "max_years": 10,
        "registration_periods": [1, 2, 5, 10],
        "renewal_periods": [1, 2, 5, 10],
        "transfer_periods": [1],
        "supports_privacy": true,
        "provider_attributes": [],
    })
}

fn service(number: u32) -> Value {
    json!({
        "id": format!("019a0000-0000-7000-a000-{number:012x}"),
        "service_type": "kvm",
        "display_name": format!("Shop server {number}"),
        "status": "active",
        "plan_name": "KVM 4",
        "billing_months": 12,
        "renewal_price": 119.4,
        "renewal_currency": "USD",
        "auto_renew": number.is_multiple_of(2),
        "activated_at": "2026-03-21T10:43:17.510Z",
        "renews_at": "2027-03-21T10:43:17.510Z",
        "grace_ends_at": null,
        "cancellation_requested_at": null,
        "cancel_at": null,
        "created_at": format!("2026-03-21T10:40:{:02}.405Z", number % SERVICES),
        "updated_at": "2026-03-21T10:44:52.510Z",
        "kvm": {
            "hostname": format!("shop-{number}"),
            "plan_code": "kvm-4",
            "status": "running",
            "vcpus": 4,
            "memory_bytes": 8_589_934_592_i64,
            "disk_bytes": 85_899_345_920_i64,
            "region": "north",
            "os": "Debian 13",
            "snapshot_limit": 2,
            "snapshots": [],
        },
    })
}

fn domain(number: u32) -> Value {
    json!({
        "id": domain_id(number),
        "domain_name": domain_name(number),
        "status": "active",
        "registered_at": "2023-03-14T09:26:50.118Z",
        "expires_at": "2028-03-14T09:26:50.118Z",
        "auto_renew": true,
        "privacy_enabled": true,
        "locked": false,
        "name_servers": ["ns1.host.example", "ns2.host.example"],
        "registrar_environment": "ote",
        "created_at": "2023-03-14T09:26:31.716Z",
        "updated_at": "2026-09-01T08:17:00.490Z",
        "records": [],
    })
}
