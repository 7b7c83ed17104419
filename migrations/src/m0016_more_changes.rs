use crate::noticed::{Noticed, SERVICE};
use sea_orm_migration::{prelude::*, sea_orm::DbBackend};

/// Changes of DNS records, snapshots and email services are noticed too.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, schema: &SchemaManager) -> Result<(), DbErr> {
        let triggers = match schema.get_database_backend() {
            DbBackend::Postgres => NOTICED.iter().map(Noticed::on_postgres).collect::<String>(),
            _ => NOTICED.iter().map(Noticed::on_sqlite).collect::<String>(),
        };
        schema.get_connection().execute_unprepared(&triggers).await?;
        Ok(())
    }
}

pub const NOTICED: [Noticed; 4] = [
    Noticed {
        name: "dns_record_changed",
        table: "dns_record",
        kind: "'dns_record'",
        id: "id",
        added: true,
        part: None,
        shown: &[
            "account_id",
            "domain_id",
            "name",
            "fqdn",
            "type",
            "contents",
            "ttl",
            "priority",
            "status",
            "last_error",
            "created_at",
            "updated_at",
            "synced_at",
        ],
    },
    Noticed {
        name: "snapshot_changed",
        table: "instance_snapshot",
        kind: "(CASE (SELECT kind FROM instance WHERE service_id = NEW.service_id)
                 WHEN 'lxc' THEN 'lxc_snapshot' ELSE 'kvm_snapshot' END)",
        id: "id",
        added: true,
        part: None,
        shown: &[
            "account_id",
            "service_id",
            "name",
            "description",
            "status",
            "size_bytes",
            "last_error",
            "created_at",
            "updated_at",
        ],
    },
    Noticed {
        name: "email_service_changed",
        table: "email_service",
        kind: "'email_service'",
        id: "service_id",
        added: true,
        part: None,
        shown: &[
            "account_id",
            "plan_id",
            "domain_name",
            "mailbox_limit",
            "storage_bytes_per_mailbox",
            "domain_limit",
            "suspended_at",
            "cancelled_at",
            "provisioned_at",
            "provisioning",
            "last_error",
            "dns_status",
            "dns_synced_at",
            "dns_records",
            "updated_at",
        ],
    },
    // An email service is shown with what was ordered.
    Noticed {
        name: "service_of_email_changed",
        table: "service",
        kind: "'email_service'",
        id: "id",
        added: false,
        part: Some("NEW.service_type = 'email'"),
        shown: SERVICE,
    },
];
