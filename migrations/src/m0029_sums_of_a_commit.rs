use sea_orm_migration::{prelude::*, sea_orm::DbBackend};

/// In a file, the sums of usage entries are no longer added to by each entry: the one writer adds up what shares a commit.
/// What is removed is still taken off by the database.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, schema: &SchemaManager) -> Result<(), DbErr> {
        if schema.get_database_backend() == DbBackend::Sqlite {
            schema.get_connection().execute_unprepared("DROP TRIGGER usage_entry_added").await?;
        }
        Ok(())
    }
}
