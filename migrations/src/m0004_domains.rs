use super::column::{int, int_null};
use sea_orm_migration::{
    prelude::*,
    schema::{
        boolean, json, json_null, pk_uuid, text, text_null, text_uniq, timestamp_with_time_zone,
        timestamp_with_time_zone_null, uuid,
    },
    sea_orm::DbBackend,
};

/// Domains, and the records of their zones.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, schema: &SchemaManager) -> Result<(), DbErr> {
        let domain = Table::create()
            .table("domain")
            .col(pk_uuid("id"))
            .col(uuid("account_id"))
            .col(text_uniq("domain_name"))
            .col(text("unicode_name"))
            .col(text("tld"))
            .col(text("status"))
            .col(timestamp_with_time_zone_null("registered_at"))
            .col(timestamp_with_time_zone_null("expires_at"))
            .col(boolean("auto_renew"))
            .col(boolean("privacy_enabled"))
            .col(boolean("locked"))
            .col(json("name_servers"))
            .col(json_null("pending_name_servers"))
            .col(text_null("name_servers_error"))
            .col(text("registrar_environment"))
            .col(timestamp_with_time_zone_null("last_synced_at"))
            .col(timestamp_with_time_zone("created_at"))
            .col(timestamp_with_time_zone("updated_at"))
            .foreign_key(ForeignKey::create().from("domain", "account_id").to("account", "id"))
            .to_owned();
        let record = Table::create()
            .table("dns_record")
            .col(pk_uuid("id"))
            .col(uuid("account_id"))
            .col(uuid("domain_id"))
            .col(text("name"))
            .col(text("fqdn"))
            .col(text("type"))
            .col(json("contents"))
            .col(int("ttl"))
            .col(int_null("priority"))
            .col(text("status"))
            .col(text_null("last_error"))
            .col(int("revision"))
            .col(timestamp_with_time_zone("created_at"))
            .col(timestamp_with_time_zone("updated_at"))
            .col(timestamp_with_time_zone_null("synced_at"))
            .foreign_key(ForeignKey::create().from("dns_record", "domain_id").to("domain", "id"))
            .to_owned();
        let newest = Index::create()
            .name("domain_newest")
            .table("domain")
            .col("account_id")
            .col("created_at")
            .col("id")
            .to_owned();
        let zone = Index::create()
            .name("dns_record_zone")
            .table("dns_record")
            .col("domain_id")
            .col("name")
            .col("type")
            .col("id")
            .to_owned();
        schema.create_table(domain).await?;
        schema.create_table(record).await?;
        if schema.get_database_backend() == DbBackend::Postgres {
            // Zones are listed by the bytes of their names, whatever language the server sorts by.
            let bytes = "ALTER TABLE dns_record ALTER COLUMN name TYPE text COLLATE \"C\", \
                         ALTER COLUMN type TYPE text COLLATE \"C\"";
            schema.get_connection().execute_unprepared(bytes).await?;
        }
        schema.create_index(newest).await?;
        schema.create_index(zone).await?;
        // A record on its way out leaves room for the one that follows it.
        let once = "CREATE UNIQUE INDEX dns_record_once ON dns_record (domain_id, name, type) \
                    WHERE status <> 'deleting'";
        schema.get_connection().execute_unprepared(once).await?;
        Ok(())
    }
}
