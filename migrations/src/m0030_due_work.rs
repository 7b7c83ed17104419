use sea_orm_migration::prelude::*;

/// What was to be done at once is found in the queue without what waits for later.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, schema: &SchemaManager) -> Result<(), DbErr> {
        let index = "CREATE INDEX job_at_once ON job (status) WHERE run_at <= created_at";
        schema.get_connection().execute_unprepared(index).await?;
        Ok(())
    }
}
