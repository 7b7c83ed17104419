use sea_orm_migration::{
    prelude::*,
    schema::{json_null, text},
};

/// Which backend has what, and what nameservers said of a record.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, schema: &SchemaManager) -> Result<(), DbErr> {
        let domain =
            Table::alter().table("domain").add_column(text("dns_backend").default("sandbox")).to_owned();
        schema.alter_table(domain).await?;
        let record = Table::alter().table("dns_record").add_column(json_null("published")).to_owned();
        schema.alter_table(record).await
    }
}
