//! The instances that are looked after.
use crate::stage::Failure;
use hosting_core::{
    Platform, Time,
    instances::{Instance, InstanceKind, InstanceStatus, instance::service_type},
    money::Money,
    services::service::{Model as Service, ServiceStatus},
};
use hosting_drivers::sandbox::hypervisor::Machine;
use sea_orm::{ActiveModelTrait, EntityTrait, IntoActiveModel, ModelTrait};
use uuid::Uuid;

/// Makes so many instances that run, half of each kind; gives the containers.
pub async fn make(platform: &Platform, account: Uuid, count: u32) -> Result<Vec<Uuid>, Failure> {
    let mut containers = Vec::new();
    for number in 0..count {
        let kind = if number.is_multiple_of(2) { InstanceKind::Lxc } else { InstanceKind::Kvm };
        let (id, now) = (platform.id(), platform.clock().now());
        let row = instance(id, account, kind, now);
        insert(platform, service(id, account, kind, now)).await?;
        insert(platform, Machine::of(row.kind, &row.adopted(), now)).await?;
        insert(platform, row).await?;
        if kind == InstanceKind::Lxc {
            containers.push(id);
        }
    }
    Ok(containers)
}

/// Puts a row into the database.
pub async fn insert<M>(platform: &Platform, row: M) -> Result<(), Failure>
where
    M: IntoActiveModel<<M::Entity as EntityTrait>::ActiveModel> + ModelTrait + Send + 'static,
    <M::Entity as EntityTrait>::ActiveModel: ActiveModelTrait<Entity = M::Entity> + Send,
{
    let write = platform.database().write(move |db| {
        Box::pin(async move {
            let row = row.into_active_model();
            <M::Entity as EntityTrait>::insert(row).exec_without_returning(db).await?;
            Ok(())
        })
    });
    Ok(write.await?)
}

fn instance(service_id: Uuid, account_id: Uuid, kind: InstanceKind, updated_at: Time) -> Instance {
    Instance {
        service_id,
        account_id,
        kind,
        hostname: "web".to_owned(),
        plan_code: "small".to_owned(),
        status: InstanceStatus::Running,
        vcpus: 2,
        memory_bytes: 2 << 30,
        disk_bytes: 40 << 30,
        ipv4: Some("192.0.2.10".to_owned()),
        ipv6: Some("2001:db8::10".to_owned()),
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
        updated_at,
        backend: None,
    }
}

fn service(id: Uuid, account_id: Uuid, kind: InstanceKind, now: Time) -> Service {
    Service {
        id,
        account_id,
        service_type: service_type(kind),
        display_name: "Shop server".to_owned(),
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
