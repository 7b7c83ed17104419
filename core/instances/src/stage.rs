//! An instance to try a rule on.
use super::Instance;
use hosting_kernel::{
    providers::hypervisor::{InstanceKind, InstanceStatus},
    values::time::Time,
};
use uuid::Uuid;

/// An instance that is `status`.
pub fn instance(kind: InstanceKind, status: InstanceStatus) -> Instance {
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
        updated_at: Time::of_millis(0),
        backend: None,
    }
}
