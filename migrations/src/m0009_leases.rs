use sea_orm_migration::{prelude::*, schema::timestamp_with_time_zone_null};

/// Keys of requests that ask a backend are claimed for a while.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, schema: &SchemaManager) -> Result<(), DbErr> {
        let lease = Table::alter()
            .table("idempotency")
            .add_column(timestamp_with_time_zone_null("lease_until"))
            .to_owned();
        schema.alter_table(lease).await
    }
}
