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

/// What is noticed of a table.
struct Noticed {
    /// What the triggers are called.
    name: &'static str,
    table: &'static str,
    /// Which kind of record it is: an expression of SQL.
    kind: &'static str,
    /// The column that identifies the record.
    id: &'static str,
    /// Whether a new row changes the record; it does not where the record comes into being with it.
    added: bool,
    /// Which rows are part of such a record: a condition of SQL.
    part: Option<&'static str>,
    /// What is shown of a row; a change of anything else is none.
    shown: &'static [&'static str],
}

const NOTICED: [Noticed; 6] = [
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

const SERVICE: &[&str] = &[
    "account_id",
    "service_type",
    "display_name",
    "status",
    "plan_name",
    "billing_months",
    "renewal_price",
    "renewal_currency",
    "auto_renew",
    "activated_at",
    "renews_at",
    "grace_ends_at",
    "cancellation_requested_at",
    "cancel_at",
    "created_at",
    "updated_at",
];

impl Noticed {
    fn on_sqlite(&self) -> String {
        let Self { name, table, kind, id, .. } = self;
        let (old, new) = (self.row("OLD", ""), self.row("NEW", ""));
        let columns = "kind, account_id, record_id";
        let write = format!("INSERT INTO change ({columns}) VALUES ({kind}, NEW.account_id, NEW.{id})");
        let changed = self.when(&format!("({old}) IS NOT ({new})"));
        let first = self.first(&format!("BEGIN {write}; END"));
        format!("\nCREATE TRIGGER {name} AFTER UPDATE ON {table} {changed} BEGIN {write}; END;{first}")
    }

    fn on_postgres(&self) -> String {
        let Self { name, table, kind, id, .. } = self;
        // Not everything can be compared, but all can be written down.
        let (old, new) = (self.row("OLD", "::text"), self.row("NEW", "::text"));
        let changed = self.when(&format!("ROW({old}) IS DISTINCT FROM ROW({new})"));
        let first = self.first(&format!("FOR EACH ROW EXECUTE FUNCTION {name}()"));
        format!(
            "\nCREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
               PERFORM pg_notify('hosting_changes', {kind} || ' ' || NEW.account_id || ' ' || NEW.{id});
               RETURN NULL;
             END $$;
             CREATE TRIGGER {name} AFTER UPDATE ON {table} FOR EACH ROW {changed} EXECUTE FUNCTION {name}();
             {first}"
        )
    }

    /// The trigger of new rows, where they are noticed.
    fn first(&self, then: &str) -> String {
        let Self { name, table, .. } = self;
        match self.added {
            true => format!("\nCREATE TRIGGER {name}_first AFTER INSERT ON {table} {then};"),
            false => String::new(),
        }
    }

    fn row(&self, of: &str, cast: &str) -> String {
        let columns = self.shown.iter().map(|column| format!("{of}.\"{column}\"{cast}"));
        columns.collect::<Vec<_>>().join(", ")
    }

    fn when(&self, changed: &str) -> String {
        match self.part {
            Some(part) => format!("WHEN ({part} AND {changed})"),
            None => format!("WHEN ({changed})"),
        }
    }
}
