use sea_orm_migration::{
    prelude::*,
    schema::{boolean, json_null, text, text_null},
};

/// Which registrar has a domain, what its registry has yet to do, which keys it was given, and why it was not renewed.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, schema: &SchemaManager) -> Result<(), DbErr> {
        // SQLite adds one column at a time.
        let columns = [
            text("registrar_backend").default("sandbox").take(),
            boolean("awaits_registry").default(false).take(),
            text_null("renewal_error").take(),
            json_null("ds").take(),
        ];
        for column in columns {
            schema.alter_table(Table::alter().table("domain").add_column(column).to_owned()).await?;
        }
        Ok(())
    }
}
