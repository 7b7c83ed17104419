use super::column::int;
use sea_orm_migration::{
    prelude::*,
    schema::{
        big_integer, binary_null, json, text, text_null, timestamp_with_time_zone,
        timestamp_with_time_zone_null, uuid,
    },
};

/// Email services, and what the sandbox mail servers know: the domains that they take mail for.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, schema: &SchemaManager) -> Result<(), DbErr> {
        let service = Table::create()
            .table("email_service")
            .col(ColumnDef::new("service_id").uuid().not_null().primary_key())
            .col(uuid("account_id"))
            .col(text("plan_id"))
            .col(text("domain_name"))
            .col(int("mailbox_limit"))
            .col(big_integer("storage_bytes_per_mailbox"))
            .col(int("domain_limit"))
            .col(timestamp_with_time_zone_null("suspended_at"))
            .col(timestamp_with_time_zone_null("cancelled_at"))
            .col(timestamp_with_time_zone_null("provisioned_at"))
            .col(text_null("provisioning"))
            .col(text_null("last_error"))
            .col(text_null("rsa_key"))
            .col(binary_null("rsa_private"))
            .col(text_null("ed25519_key"))
            .col(binary_null("ed25519_private"))
            .col(text("dns_status"))
            .col(timestamp_with_time_zone_null("dns_synced_at"))
            .col(json("dns_records"))
            .col(int("dns_revision"))
            .col(timestamp_with_time_zone("updated_at"))
            .foreign_key(ForeignKey::create().from("email_service", "service_id").to("service", "id"))
            .to_owned();
        let sandbox = Table::create()
            .table("sandbox_mail_domain")
            .col(text("name").primary_key())
            .col(uuid("service_id"))
            .col(int("mailbox_limit"))
            .col(big_integer("storage_bytes_per_mailbox"))
            .col(json("selectors"))
            .col(uuid("changed_by"))
            .to_owned();
        schema.create_table(service).await?;
        schema.create_table(sandbox).await
    }
}
