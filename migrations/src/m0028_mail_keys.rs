use sea_orm_migration::{
    prelude::*,
    schema::{binary, json_null, text, text_null, timestamp_with_time_zone, uuid},
};

/// Each key of mail has a selector of its own, and others take its place: those that are to sign, and those that did.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, schema: &SchemaManager) -> Result<(), DbErr> {
        let add = |table: &'static str, column| Table::alter().table(table).add_column(column).to_owned();
        schema.alter_table(add("email_service", text_null("rsa_selector"))).await?;
        schema.alter_table(add("email_service", text_null("ed25519_selector"))).await?;
        schema.alter_table(add("sandbox_mail_domain", json_null("signs"))).await?;
        let key = Table::create()
            .table("email_key")
            .col(uuid("service_id"))
            .col(text("selector"))
            .col(text("algorithm"))
            .col(text("published"))
            .col(binary("private"))
            .col(text("stand"))
            .col(timestamp_with_time_zone("due_at"))
            .primary_key(Index::create().col("service_id").col("selector"))
            .foreign_key(ForeignKey::create().from("email_key", "service_id").to("service", "id"))
            .to_owned();
        schema.create_table(key).await?;
        let due = Index::create().name("email_key_due").table("email_key").col("due_at").take();
        schema.create_index(due).await?;
        // What was removed before signs nothing any more.
        let gone = "UPDATE email_service SET rsa_key = NULL, rsa_private = NULL, ed25519_key = NULL, ed25519_private = NULL \
                    WHERE service_id IN (SELECT service_id FROM service_level WHERE level = 'removed')";
        schema.get_connection().execute_unprepared(gone).await?;
        Ok(())
    }
}
