use super::column::int;
use sea_orm_migration::{
    prelude::*,
    schema::{
        big_integer, binary_null, boolean_null, json, json_null, pk_uuid, text, text_null,
        timestamp_with_time_zone, timestamp_with_time_zone_null, uuid,
    },
};

/// File conversion: jobs, their files, what was made of them, and what they cost.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, schema: &SchemaManager) -> Result<(), DbErr> {
        for table in [job(), file(), artifact(), ledger()] {
            schema.create_table(table).await?;
        }
        for index in [ending(), files(), artifacts(), balance(), once()] {
            schema.create_index(index).await?;
        }
        // What an account used is the sum of its ledger.
        let account = Table::alter().table("account").drop_column("operations_used").to_owned();
        schema.alter_table(account).await
    }
}

fn job() -> TableCreateStatement {
    Table::create()
        .table("conversion_job")
        .col(pk_uuid("id"))
        .col(uuid("account_id"))
        .col(uuid("request_id"))
        .col(text("tool"))
        .col(json("options"))
        .col(binary_null("sealed_options"))
        .col(text("status"))
        .col(int("progress"))
        .col(json_null("error"))
        .col(timestamp_with_time_zone("created_at"))
        .col(timestamp_with_time_zone_null("started_at"))
        .col(timestamp_with_time_zone_null("finished_at"))
        .col(timestamp_with_time_zone("expires_at"))
        .col(timestamp_with_time_zone_null("files_gone_at"))
        .foreign_key(ForeignKey::create().from("conversion_job", "account_id").to("account", "id"))
        .to_owned()
}

fn file() -> TableCreateStatement {
    Table::create()
        .table("conversion_file")
        .col(pk_uuid("id"))
        .col(uuid("job_id"))
        .col(uuid("account_id"))
        .col(int("position"))
        .col(text("original_name"))
        .col(text("mime_type"))
        .col(int("size_bytes"))
        .col(text_null("checksum"))
        .col(boolean_null("checksum_verified"))
        .col(text_null("sha256"))
        .col(timestamp_with_time_zone_null("uploaded_at"))
        .foreign_key(ForeignKey::create().from("conversion_file", "job_id").to("conversion_job", "id"))
        .to_owned()
}

fn artifact() -> TableCreateStatement {
    Table::create()
        .table("conversion_artifact")
        .col(pk_uuid("id"))
        .col(uuid("job_id"))
        .col(uuid("account_id"))
        .col(int("position"))
        .col(text("place"))
        .col(text("file_name"))
        .col(text("mime_type"))
        .col(big_integer("size_bytes"))
        .col(text("sha256"))
        .foreign_key(ForeignKey::create().from("conversion_artifact", "job_id").to("conversion_job", "id"))
        .to_owned()
}

/// Operations that were reserved, and those that were given back.
fn ledger() -> TableCreateStatement {
    Table::create()
        .table("conversion_ledger")
        .col(pk_uuid("id"))
        .col(uuid("account_id"))
        .col(uuid("job_id"))
        .col(text("period"))
        .col(text("entry"))
        .col(text("reason"))
        .col(int("operations"))
        .col(timestamp_with_time_zone("created_at"))
        .foreign_key(ForeignKey::create().from("conversion_ledger", "account_id").to("account", "id"))
        .to_owned()
}

fn ending() -> IndexCreateStatement {
    Index::create()
        .name("conversion_job_ending")
        .table("conversion_job")
        .col("files_gone_at")
        .col("expires_at")
        .to_owned()
}

fn files() -> IndexCreateStatement {
    Index::create()
        .name("conversion_file_job")
        .table("conversion_file")
        .col("job_id")
        .col("position")
        .unique()
        .to_owned()
}

fn artifacts() -> IndexCreateStatement {
    Index::create()
        .name("conversion_artifact_job")
        .table("conversion_artifact")
        .col("job_id")
        .col("position")
        .unique()
        .to_owned()
}

fn balance() -> IndexCreateStatement {
    Index::create()
        .name("conversion_ledger_balance")
        .table("conversion_ledger")
        .col("account_id")
        .col("period")
        .to_owned()
}

/// A job reserves once, and gives back once at most.
fn once() -> IndexCreateStatement {
    Index::create()
        .name("conversion_ledger_once")
        .table("conversion_ledger")
        .col("job_id")
        .col("entry")
        .unique()
        .to_owned()
}
