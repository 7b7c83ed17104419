use sea_orm_migration::{
    prelude::*,
    schema::{
        binary_null, pk_uuid, text, text_null, text_uniq, timestamp_with_time_zone,
        timestamp_with_time_zone_null, uuid, uuid_null,
    },
};

/// Shared hosting, and what the sandbox panel knows: its sites, and the links into them.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, schema: &SchemaManager) -> Result<(), DbErr> {
        let hosting = Table::create()
            .table("hosting_service")
            .col(pk_uuid("service_id"))
            .col(uuid("account_id"))
            .col(text("kind"))
            .col(text("primary_domain"))
            .col(text_uniq("site"))
            .col(timestamp_with_time_zone_null("last_activity_at"))
            .col(timestamp_with_time_zone_null("inactivity_suspended_at"))
            .col(timestamp_with_time_zone_null("deletion_deadline"))
            .col(text_null("site_state"))
            .col(timestamp_with_time_zone_null("due_at"))
            .col(timestamp_with_time_zone("updated_at"))
            .foreign_key(ForeignKey::create().from("hosting_service", "service_id").to("service", "id"))
            .foreign_key(ForeignKey::create().from("hosting_service", "account_id").to("account", "id"))
            .to_owned();
        let site = Table::create()
            .table("sandbox_site")
            .col(text("name").primary_key())
            .col(text("state"))
            .col(uuid_null("changed_by"))
            .to_owned();
        let link = Table::create()
            .table("sandbox_panel_link")
            .col(pk_uuid("work"))
            .col(ColumnDef::new("hash").binary().not_null().unique_key())
            .col(text("site"))
            .col(text("target"))
            .col(timestamp_with_time_zone("expires_at"))
            .col(binary_null("session"))
            .col(timestamp_with_time_zone_null("seen_at"))
            .to_owned();
        schema.create_table(hosting).await?;
        schema.create_table(site).await?;
        schema.create_table(link).await?;
        for index in [
            Index::create().name("hosting_service_account").table("hosting_service").col("account_id").take(),
            Index::create().name("hosting_service_due").table("hosting_service").col("due_at").take(),
            Index::create()
                .name("sandbox_panel_link_session")
                .table("sandbox_panel_link")
                .col("session")
                .unique()
                .take(),
            Index::create()
                .name("sandbox_panel_link_age")
                .table("sandbox_panel_link")
                .col("expires_at")
                .take(),
        ] {
            schema.create_index(index).await?;
        }
        Ok(())
    }
}
