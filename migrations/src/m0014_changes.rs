use crate::noticed::{Noticed, SERVICE};
use sea_orm_migration::{prelude::*, sea_orm::DbBackend};

/// Changes of what customers watch, noticed by the database itself: whatever writes, nobody forgets it.
///
/// PostgreSQL tells them to whoever listens, at the commit. `SQLite` keeps them in a table for a while,
/// in the order of the commits.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, schema: &SchemaManager) -> Result<(), DbErr> {
        let triggers = match schema.get_database_backend() {
            DbBackend::Postgres => NOTICED.iter().map(Noticed::on_postgres).collect::<String>(),
            _ => TABLE.to_owned() + &NOTICED.iter().map(Noticed::on_sqlite).collect::<String>(),
        };
        schema.get_connection().execute_unprepared(&triggers).await?;
        Ok(())
    }
}

const TABLE: &str = "
CREATE TABLE change (
  id integer PRIMARY KEY AUTOINCREMENT,
  kind text NOT NULL,
  account_id uuid_text NOT NULL,
  record_id uuid_text NOT NULL
);";

pub const NOTICED: [Noticed; 6] = [
    Noticed {
        name: "domain_changed",
        table: "domain",
        kind: "'domain'",
        id: "id",
        added: true,
        part: None,
        shown: &[
            "account_id",
            "domain_name",
            "unicode_name",
            "tld",
            "status",
            "registered_at",
            "expires_at",
            "auto_renew",
            "privacy_enabled",
            "locked",
            "name_servers",
            "pending_name_servers",
            "name_servers_error",
            "registrar_environment",
            "last_synced_at",
            "created_at",
            "updated_at",
        ],
    },
    Noticed {
        name: "service_changed",
        table: "service",
        kind: "'service'",
        id: "id",
        added: true,
        part: None,
        shown: SERVICE,
    },
    // An instance is shown with what was ordered.
    Noticed {
        name: "service_of_instance_changed",
        table: "service",
        kind: "NEW.service_type",
        id: "id",
        added: false,
        part: Some("NEW.service_type IN ('lxc', 'kvm')"),
        shown: SERVICE,
    },
    Noticed {
        name: "instance_changed",
        table: "instance",
        kind: "NEW.kind",
        id: "service_id",
        added: true,
        part: None,
        shown: &[
            "account_id",
            "kind",
            "hostname",
            "plan_code",
            "status",
            "vcpus",
            "memory_bytes",
            "disk_bytes",
            "ipv4",
            "ipv6",
            "region",
            "system",
            "ssh_host",
            "ssh_port",
            "last_error",
            "updated_at",
        ],
    },
    Noticed {
        name: "conversion_job_changed",
        table: "conversion_job",
        kind: "'conversion_job'",
        id: "id",
        added: true,
        part: None,
        shown: &[
            "account_id",
            "tool",
            "options",
            "status",
            "progress",
            "error",
            "started_at",
            "finished_at",
            "expires_at",
            "files_gone_at",
        ],
    },
    // What is made is shown when the job is done, by the change that says so.
    Noticed {
        name: "conversion_file_changed",
        table: "conversion_file",
        kind: "'conversion_job'",
        id: "job_id",
        added: false,
        part: None,
        shown: &[
            "account_id",
            "original_name",
            "mime_type",
            "size_bytes",
            "checksum",
            "checksum_verified",
            "uploaded_at",
        ],
    },
];
