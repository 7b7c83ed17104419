use sea_orm_migration::prelude::*;

/// Of the entries of a status only those that were refused have an index: most were done, and each request that is done
/// writes into one tree less.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, schema: &SchemaManager) -> Result<(), DbErr> {
        let indexes = "DROP INDEX usage_entry_status;
            CREATE INDEX usage_entry_rejected ON usage_entry (account_id, id) WHERE status = 'rejected';";
        schema.get_connection().execute_unprepared(indexes).await?;
        Ok(())
    }
}
