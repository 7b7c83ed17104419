use super::column::int;
use sea_orm_migration::{
    prelude::*,
    schema::{binary, binary_null, text, timestamp_with_time_zone},
};

/// What makes processes one installation: the secrets that a database knows, and where files are.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, schema: &SchemaManager) -> Result<(), DbErr> {
        let secret = Table::create()
            .table("secret")
            .col(int("number").primary_key())
            .col(binary("mark"))
            .col(binary_null("before"))
            .col(binary_null("after"))
            .col(timestamp_with_time_zone("made_at"))
            .to_owned();
        schema.create_table(secret).await?;
        let mark =
            Table::create().table("mark").col(text("name").primary_key()).col(text("value")).to_owned();
        schema.create_table(mark).await
    }
}
