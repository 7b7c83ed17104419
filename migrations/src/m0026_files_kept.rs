use sea_orm_migration::prelude::*;

/// What an account keeps of its conversions is found by the account: who prepares one asks.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, schema: &SchemaManager) -> Result<(), DbErr> {
        let kept = Index::create()
            .name("conversion_job_kept")
            .table("conversion_job")
            .col("account_id")
            .col("files_gone_at")
            .col("status")
            .take();
        schema.create_index(kept).await
    }
}
