//! Instances that customers have.
use hosting_core::{
    Time,
    instances::{Instance, InstanceKind, InstanceStatus, instance::service_type},
    money::Money,
    services::service::{self, ServiceStatus},
};
use uuid::Uuid;

/// An instance that is `status`.
pub fn instance(kind: InstanceKind, status: InstanceStatus, now: Time) -> Instance {
    Instance {
        service_id: Uuid::from_u128(1),
        account_id: Uuid::from_u128(2),
        kind,
        hostname: "web".to_owned(),
        plan_code: "small".to_owned(),
        status,
        vcpus: 2,
        memory_bytes: 2 << 30,
        disk_bytes: 40 << 30,
        ipv4: None,
        ipv6: None,
        region: "eu-west".to_owned(),
        system: "debian-12".to_owned(),
        ssh_host: None,
        ssh_port: None,
        snapshot_limit: 3,
        base_price: None,
        base_months: None,
        change: None,
        last_error: None,
        password_changed_at: None,
        observed_at: None,
        updated_at: now,
        backend: None,
    }
}

/// The service that an account has ordered with an instance.
pub fn ordered(id: Uuid, account_id: Uuid, kind: InstanceKind, now: Time) -> service::Model {
    service::Model {
        id,
        account_id,
        service_type: service_type(kind),
        display_name: "web".to_owned(),
        status: ServiceStatus::Active,
        plan_name: "small".to_owned(),
        billing_months: 1,
        renewal_price: Money::cents(500),
        renewal_currency: "USD".to_owned(),
        auto_renew: true,
        activated_at: None,
        renews_at: None,
        grace_ends_at: None,
        cancellation_requested_at: None,
        cancel_at: None,
        created_at: now,
        updated_at: now,
    }
}
