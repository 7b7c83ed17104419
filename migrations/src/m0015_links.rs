use sea_orm_migration::{prelude::*, schema::text_null};

/// Credentials that are used by access tokens of an issuer.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, schema: &SchemaManager) -> Result<(), DbErr> {
        for column in ["issuer", "subject"] {
            let credential = Table::alter().table("credential").add_column(text_null(column)).to_owned();
            schema.alter_table(credential).await?;
        }
        Ok(())
    }
}
