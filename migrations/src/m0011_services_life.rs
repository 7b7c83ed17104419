use sea_orm_migration::{
    prelude::*,
    schema::{boolean, pk_uuid, uuid},
};

/// Services that end when what was paid for is over.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, schema: &SchemaManager) -> Result<(), DbErr> {
        let cancellation = Table::create()
            .table("service_cancellation")
            .col(pk_uuid("service_id"))
            .col(uuid("account_id"))
            .col(boolean("auto_renew"))
            .foreign_key(ForeignKey::create().from("service_cancellation", "service_id").to("service", "id"))
            .to_owned();
        schema.create_table(cancellation).await?;
        // Few services are to end, and what has ended is not looked at again.
        let ending = "CREATE INDEX service_ending ON service (status, cancel_at) WHERE cancel_at IS NOT NULL";
        schema.get_connection().execute_unprepared(ending).await?;
        Ok(())
    }
}
