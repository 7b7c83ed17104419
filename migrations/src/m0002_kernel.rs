use super::column::int;
use sea_orm_migration::{
    prelude::*,
    schema::{
        big_integer, binary, binary_null, binary_uniq, json, pk_uuid, text, text_null,
        timestamp_with_time_zone, timestamp_with_time_zone_null, uuid,
    },
};

/// What every operation needs: credentials, used keys, queued work.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, schema: &SchemaManager) -> Result<(), DbErr> {
        let credential = Table::create()
            .table("credential")
            .col(pk_uuid("id"))
            .col(uuid("account_id"))
            .col(text("kind"))
            .col(text("name"))
            .col(binary_uniq("hash"))
            .col(json("scopes"))
            .col(json("networks"))
            .col(int("requests_per_minute"))
            .col(timestamp_with_time_zone_null("expires_at"))
            .col(timestamp_with_time_zone_null("revoked_at"))
            .col(timestamp_with_time_zone_null("last_used_at"))
            .col(timestamp_with_time_zone("created_at"))
            .foreign_key(ForeignKey::create().from("credential", "account_id").to("account", "id"))
            .to_owned();
        let idempotency = Table::create()
            .table("idempotency")
            .col(uuid("account_id"))
            .col(text("key"))
            .col(binary("fingerprint"))
            .col(uuid("request_id"))
            .col(binary_null("answer"))
            .col(timestamp_with_time_zone("created_at"))
            .primary_key(Index::create().col("account_id").col("key"))
            .to_owned();
        let job = Table::create()
            .table("job")
            .col(pk_uuid("id"))
            .col(uuid("request_id"))
            .col(text("kind"))
            .col(text("subject"))
            .col(big_integer("position"))
            .col(json("task"))
            .col(text("status"))
            .col(int("attempts"))
            .col(timestamp_with_time_zone("run_at"))
            .col(timestamp_with_time_zone_null("lease_until"))
            .col(text_null("last_error"))
            .col(timestamp_with_time_zone("created_at"))
            .to_owned();
        schema.create_table(credential).await?;
        schema.create_table(idempotency).await?;
        schema.create_table(job).await?;
        for index in [
            Index::create().name("credential_account").table("credential").col("account_id").to_owned(),
            Index::create().name("idempotency_age").table("idempotency").col("created_at").to_owned(),
            Index::create().name("job_due").table("job").col("status").col("run_at").to_owned(),
            Index::create()
                .name("job_subject")
                .table("job")
                .col("subject")
                .col("position")
                .unique()
                .to_owned(),
        ] {
            schema.create_index(index).await?;
        }
        Ok(())
    }
}
