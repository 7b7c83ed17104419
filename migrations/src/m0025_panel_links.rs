use sea_orm_migration::{
    prelude::*,
    schema::{pk_uuid, text, timestamp_with_time_zone, timestamp_with_time_zone_null},
};

/// Links into panels that the platform redeems itself.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, schema: &SchemaManager) -> Result<(), DbErr> {
        let link = Table::create()
            .table("panel_link")
            .col(pk_uuid("work"))
            .col(ColumnDef::new("hash").binary().not_null().unique_key())
            .col(text("site"))
            .col(text("target"))
            .col(timestamp_with_time_zone("expires_at"))
            .col(timestamp_with_time_zone_null("redeemed_at"))
            .to_owned();
        schema.create_table(link).await?;
        let age = Index::create().name("panel_link_age").table("panel_link").col("expires_at").take();
        schema.create_index(age).await
    }
}
