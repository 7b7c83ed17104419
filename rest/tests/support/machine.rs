//! A virtual machine of the account, and how it is changed.
use super::{Answer, Server};
use hosting_core::{
    instances::{InstanceKind, InstanceStatus, instance},
    money::Money,
    services::service::{self, ServiceStatus, ServiceType},
};
use hosting_drivers::sandbox::hypervisor as sandbox;
use sea_orm::{EntityTrait, IntoActiveModel};
use uuid::Uuid;

impl Server {
    /// Lets the account own a virtual machine, which runs and is not paid ahead.
    pub async fn own_machine(&self, name: &str) -> Uuid {
        let (id, now) = (self.platform.id(), self.platform.clock().now());
        let ordered = service::Model {
            id,
            account_id: self.account,
            service_type: ServiceType::Kvm,
            display_name: name.to_owned(),
            status: ServiceStatus::Active,
            plan_name: "KVM 4".to_owned(),
            billing_months: 1,
            renewal_price: Money::cents(1000),
            renewal_currency: "USD".to_owned(),
            auto_renew: false,
            activated_at: Some(now),
            renews_at: None,
            grace_ends_at: None,
            cancellation_requested_at: None,
            cancel_at: None,
            created_at: now,
            updated_at: now,
        };
        let instance = instance::Model {
            service_id: id,
            account_id: self.account,
            kind: InstanceKind::Kvm,
            hostname: name.to_owned(),
            plan_code: "kvm-4".to_owned(),
            status: InstanceStatus::Running,
            vcpus: 4,
            memory_bytes: 8 << 30,
            disk_bytes: 80 << 30,
            ipv4: None,
            ipv6: None,
            region: "eu-west-1".to_owned(),
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
        };
        let behind = sandbox::Machine::of(instance.kind, &instance.adopted(), now);
        let write = self.platform.database().write(move |db| {
            Box::pin(async move {
                let ordered = service::Entity::insert(ordered.into_active_model());
                ordered.exec_without_returning(db).await?;
                let instance = instance::Entity::insert(instance.into_active_model());
                instance.exec_without_returning(db).await?;
                let behind = sandbox::instance::Entity::insert(behind.into_active_model());
                behind.exec_without_returning(db).await?;
                Ok(())
            })
        });
        write.await.expect("a machine");
        id
    }

    /// Sends a request under a key of its own.
    pub async fn change(&self, method: &str, path: &str, body: &str) -> Answer {
        let (credential, key) = (format!("Bearer {}", self.key), self.platform.id().to_string());
        let mut headers = vec![("authorization", credential.as_str()), ("idempotency-key", key.as_str())];
        if !body.is_empty() {
            headers.push(("content-type", "application/json"));
        }
        self.send_with(method, path, &headers, body.as_bytes()).await
    }
}
