use super::column::int;
use sea_orm_migration::{
    prelude::*,
    schema::{big_integer, boolean, pk_uuid, text, text_null, timestamp_with_time_zone, uuid, uuid_null},
};

/// What is due is paid.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, schema: &SchemaManager) -> Result<(), DbErr> {
        let key = |column, table| ForeignKey::create().from("charge", column).to(table, "id").to_owned();
        let charge = Table::create()
            .table("charge")
            .col(pk_uuid("id"))
            .col(uuid("account_id"))
            .col(uuid_null("service_id"))
            .col(uuid_null("domain_id"))
            .col(text("backend"))
            .col(text("description"))
            .col(timestamp_with_time_zone("due_at"))
            .col(timestamp_with_time_zone("starts"))
            .col(timestamp_with_time_zone("ends"))
            .col(int("months"))
            .col(big_integer("amount"))
            .col(text("currency"))
            .col(text("status"))
            .col(text_null("reason"))
            .col(int("attempt"))
            .col(boolean("by_hand"))
            .col(timestamp_with_time_zone("ask_at"))
            .col(timestamp_with_time_zone("created_at"))
            .col(timestamp_with_time_zone("updated_at"))
            .foreign_key(&mut key("account_id", "account"))
            .foreign_key(&mut key("service_id", "service"))
            .foreign_key(&mut key("domain_id", "domain"))
            .to_owned();
        schema.create_table(charge).await?;
        let account = Index::create().name("charge_account").table("charge").col("account_id").to_owned();
        schema.create_index(account).await?;
        for statement in [
            // A period is charged once, however many processes see that it is due.
            "CREATE UNIQUE INDEX charge_service ON charge (service_id, due_at, by_hand) WHERE NOT by_hand",
            "CREATE UNIQUE INDEX charge_domain ON charge (domain_id, due_at, by_hand) WHERE NOT by_hand",
            "CREATE INDEX charge_of_service ON charge (service_id, due_at)",
            "CREATE INDEX charge_of_domain ON charge (domain_id, due_at)",
            // Most charges are over, and not looked at again.
            "CREATE INDEX charge_open ON charge (ask_at) WHERE status IN ('due', 'pending', 'declined')",
            "CREATE INDEX service_due ON service (renews_at) WHERE status IN ('active', 'past_due')",
        ] {
            schema.get_connection().execute_unprepared(statement).await?;
        }
        Ok(())
    }
}
