use super::column::{int, int_null};
use sea_orm_migration::{
    prelude::*,
    schema::{
        big_integer, big_integer_null, json, json_null, pk_uuid, text, text_null, timestamp_with_time_zone,
        timestamp_with_time_zone_null, uuid, uuid_null,
    },
};

/// Instances, their snapshots and what they use; the sandbox hypervisor; who does what time brings.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, schema: &SchemaManager) -> Result<(), DbErr> {
        for table in [instance(), snapshot(), counter(), metric(), duty(), machine(), kept()] {
            schema.create_table(table).await?;
        }
        for index in [kinds(), newest(), named(), aged()] {
            schema.create_index(index).await?;
        }
        Ok(())
    }
}

fn instance() -> TableCreateStatement {
    Table::create()
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
        .to_owned()
}

fn snapshot() -> TableCreateStatement {
    Table::create()
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
        .to_owned()
}

/// The last counters of each instance, as the hypervisor gave them.
fn counter() -> TableCreateStatement {
    Table::create()
        .table("instance_counter")
        .col(pk_uuid("service_id"))
        .col(big_integer("at_millis"))
        .col(big_integer_null("boot"))
        .col(big_integer("cpu_ns"))
        .col(big_integer("network_in_bytes"))
        .col(big_integer("network_out_bytes"))
        .col(big_integer("disk_read_bytes"))
        .col(big_integer("disk_write_bytes"))
        .to_owned()
}

/// What was used in five minutes. Moments are numbers here: they are written by the thousand.
fn metric() -> TableCreateStatement {
    Table::create()
        .table("instance_metric")
        .col(uuid("service_id"))
        .col(big_integer("bucket"))
        .col(big_integer("span_millis"))
        .col(big_integer("cpu_ns"))
        .col(big_integer("memory_byte_millis"))
        .col(big_integer_null("disk_bytes"))
        .col(big_integer("network_in_bytes"))
        .col(big_integer("network_out_bytes"))
        .col(big_integer("disk_read_bytes"))
        .col(big_integer("disk_write_bytes"))
        .primary_key(Index::create().col("service_id").col("bucket"))
        .to_owned()
}

fn duty() -> TableCreateStatement {
    Table::create()
        .table("duty")
        .col(text("name").primary_key())
        .col(timestamp_with_time_zone("until"))
        .to_owned()
}

fn machine() -> TableCreateStatement {
    Table::create()
        .table("sandbox_instance")
        .col(pk_uuid("id"))
        .col(text("kind"))
        .col(int("vcpus"))
        .col(big_integer("memory_bytes"))
        .col(big_integer("disk_bytes"))
        .col(json("current"))
        .col(json_null("next"))
        .col(timestamp_with_time_zone_null("ends_at"))
        .col(uuid_null("work"))
        .to_owned()
}

fn kept() -> TableCreateStatement {
    Table::create()
        .table("sandbox_snapshot")
        .col(pk_uuid("id"))
        .col(uuid("instance"))
        .col(json("kept"))
        .col(big_integer("size_bytes"))
        .col(timestamp_with_time_zone("ready_at"))
        .to_owned()
}

fn kinds() -> IndexCreateStatement {
    Index::create().name("instance_kinds").table("instance").col("kind").to_owned()
}

fn newest() -> IndexCreateStatement {
    Index::create()
        .name("instance_snapshot_newest")
        .table("instance_snapshot")
        .col("service_id")
        .col("created_at")
        .col("id")
        .to_owned()
}

fn named() -> IndexCreateStatement {
    Index::create()
        .name("instance_snapshot_name")
        .table("instance_snapshot")
        .col("service_id")
        .col("name")
        .unique()
        .to_owned()
}

fn aged() -> IndexCreateStatement {
    Index::create().name("instance_metric_aged").table("instance_metric").col("bucket").to_owned()
}
