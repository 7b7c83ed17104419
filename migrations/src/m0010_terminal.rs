use sea_orm_migration::{
    prelude::*,
    schema::{binary, timestamp_with_time_zone, timestamp_with_time_zone_null, uuid},
};

/// Tickets that open a terminal.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, schema: &SchemaManager) -> Result<(), DbErr> {
        let ticket = Table::create()
            .table("terminal_ticket")
            .col(binary("hash").primary_key())
            .col(uuid("service_id"))
            .col(uuid("account_id"))
            .col(uuid("credential_id"))
            .col(timestamp_with_time_zone("expires_at"))
            .col(timestamp_with_time_zone_null("used_at"))
            .to_owned();
        let end =
            Index::create().name("terminal_ticket_end").table("terminal_ticket").col("expires_at").to_owned();
        schema.create_table(ticket).await?;
        schema.create_index(end).await
    }
}
