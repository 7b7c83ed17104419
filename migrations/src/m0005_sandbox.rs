use super::column::int;
use sea_orm_migration::{
    prelude::*,
    schema::{big_integer_null, boolean, json, json_null, text, uuid, uuid_null},
};

/// The price list, and what the sandbox backends know: names that are registered, zones that are served.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, schema: &SchemaManager) -> Result<(), DbErr> {
        let price =
            Table::create().table("price").col(text("tld").primary_key()).col(json("price")).to_owned();
        let registration = Table::create()
            .table("sandbox_registration")
            .col(text("name").primary_key())
            .col(boolean("taken"))
            .col(boolean("premium"))
            .col(big_integer_null("price"))
            .col(json_null("name_servers"))
            .col(uuid_null("changed_by"))
            .to_owned();
        let rrset = Table::create()
            .table("sandbox_rrset")
            .col(text("zone"))
            .col(text("name"))
            .col(text("kind"))
            .col(int("ttl"))
            .col(json("contents"))
            .col(uuid("changed_by"))
            .primary_key(Index::create().col("zone").col("name").col("kind"))
            .to_owned();
        schema.create_table(price).await?;
        schema.create_table(registration).await?;
        schema.create_table(rrset).await
    }
}
