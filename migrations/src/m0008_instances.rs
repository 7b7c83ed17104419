use super::column::{int, int_null};
use sea_orm_migration::{
    prelude::*,
    schema::{
        big_integer, big_integer_null, pk_uuid, text, text_null, timestamp_with_time_zone,
        timestamp_with_time_zone_null, uuid,
    },
};

/// Containers and virtual machines, and their snapshots.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, schema: &SchemaManager) -> Result<(), DbErr> {
        let instance = Table::create()
            .table("instance")
            .col(pk_uuid("service_id"))
            .col(uuid("account_id"))
            .col(text("kind"))
            .col(text("hostname"))
            .col(text("plan_code"))
            .col(text("status"))
            .col(int("vcpus"))
            .col(big_integer("memory_bytes"))
            .col(big_integer("disk_bytes"))
            .col(text_null("ipv4"))
            .col(text_null("ipv6"))
            .col(text("region"))
            .col(text("system"))
            .col(text_null("ssh_host"))
            .col(int_null("ssh_port"))
            .col(int("snapshot_limit"))
            .col(big_integer_null("base_price"))
            .col(int_null("base_months"))
            .col(text_null("change"))
            .col(text_null("last_error"))
            .col(timestamp_with_time_zone_null("password_changed_at"))
            .col(timestamp_with_time_zone_null("observed_at"))
            .col(timestamp_with_time_zone("updated_at"))
            .foreign_key(ForeignKey::create().from("instance", "service_id").to("service", "id"))
            .to_owned();
        let snapshot = Table::create()
            .table("instance_snapshot")
            .col(pk_uuid("id"))
            .col(uuid("service_id"))
            .col(uuid("account_id"))
            .col(text("name"))
            .col(text_null("description"))
            .col(text("status"))
            .col(big_integer_null("size_bytes"))
            .col(text_null("last_error"))
            .col(timestamp_with_time_zone("created_at"))
            .col(timestamp_with_time_zone("updated_at"))
            .foreign_key(
                ForeignKey::create().from("instance_snapshot", "service_id").to("instance", "service_id"),
            )
            .to_owned();
        schema.create_table(instance).await?;
        schema.create_table(snapshot).await?;
        for index in [
            Index::create()
                .name("instance_snapshot_name")
                .table("instance_snapshot")
                .col("service_id")
                .col("name")
                .unique()
                .to_owned(),
            Index::create()
                .name("instance_snapshot_newest")
                .table("instance_snapshot")
                .col("service_id")
                .col("created_at")
                .col("id")
                .to_owned(),
        ] {
            schema.create_index(index).await?;
        }
        Ok(())
    }
}
