use sea_orm_migration::{prelude::*, sea_orm::DbBackend};

/// Lists in several orders, and parts of them: an index for each order, which also holds what the list
/// can be narrowed by.
///
/// What has no end stands where one that never comes does; the lists say it in the same words.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, schema: &SchemaManager) -> Result<(), DbErr> {
        let connection = schema.get_connection();
        if schema.get_database_backend() == DbBackend::Postgres {
            connection.execute_unprepared(BYTES).await?;
        }
        connection.execute_unprepared(INDEXES).await?;
        Ok(())
    }
}

/// Names are listed by their bytes, whatever language the server sorts by.
const BYTES: &str = r#"
ALTER TABLE domain ALTER COLUMN domain_name TYPE text COLLATE "C";
ALTER TABLE service ALTER COLUMN display_name TYPE text COLLATE "C";
"#;

const INDEXES: &str = r#"
DROP INDEX domain_newest;
CREATE INDEX domain_newest ON domain (account_id, created_at, id, status);
CREATE INDEX domain_by_name ON domain (account_id, domain_name, id, status);
CREATE INDEX domain_by_end ON domain
  (account_id, COALESCE("expires_at", '9999-12-31T23:59:59.999Z'), id, status);
DROP INDEX service_newest;
CREATE INDEX service_newest ON service (account_id, created_at, id, service_type, status);
CREATE INDEX service_by_name ON service (account_id, lower("display_name"), id, service_type, status);
CREATE INDEX service_by_renewal ON service
  (account_id, COALESCE("renews_at", '9999-12-31T23:59:59.999Z'), id, service_type, status);
CREATE INDEX usage_entry_operation ON usage_entry (account_id, operation_id, id, status);
CREATE INDEX usage_entry_status ON usage_entry (account_id, status, id);
"#;
