use sea_orm_migration::{prelude::*, sea_orm::DbBackend};

/// What every request writes goes into two trees instead of four: a file keeps a usage entry where its primary key leads,
/// not beside an index of those; and of the entries of a status only those that were refused have an index, for most were
/// done.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, schema: &SchemaManager) -> Result<(), DbErr> {
        let connection = schema.get_connection();
        if schema.get_database_backend() == DbBackend::Sqlite {
            connection.execute_unprepared(FILE).await?;
        } else {
            connection.execute_unprepared("DROP INDEX usage_entry_status;").await?;
        }
        connection.execute_unprepared(REFUSED).await?;
        Ok(())
    }
}

const REFUSED: &str = "
CREATE INDEX usage_entry_rejected ON usage_entry (account_id, id) WHERE status = 'rejected';
";

/// Indexes and triggers go with their tables.
const FILE: &str = "
ALTER TABLE usage_entry RENAME TO usage_entry_before;
CREATE TABLE usage_entry (
  id uuid_text NOT NULL,
  account_id uuid_text NOT NULL,
  request_id uuid_text NOT NULL,
  kind text NOT NULL,
  product text,
  operation_id text,
  facade text NOT NULL,
  status text NOT NULL,
  http_method text NOT NULL,
  route text NOT NULL,
  http_status int NOT NULL,
  error_code text,
  client_ipv4 text,
  client_ip text NOT NULL,
  user_agent text,
  credential_id uuid_text NOT NULL,
  credential_name text NOT NULL,
  duration_ms int NOT NULL,
  occurred_at timestamp_with_timezone_text NOT NULL,
  PRIMARY KEY (account_id, id)
) WITHOUT ROWID;
INSERT INTO usage_entry SELECT * FROM usage_entry_before ORDER BY account_id, id;
DROP TABLE usage_entry_before;
CREATE INDEX usage_entry_operation ON usage_entry (account_id, operation_id, id, status);
CREATE TRIGGER usage_entry_removed AFTER DELETE ON usage_entry BEGIN
  UPDATE usage_count SET
      succeeded = succeeded - (OLD.status = 'succeeded'), rejected = rejected - (OLD.status <> 'succeeded')
    WHERE account_id = OLD.account_id AND slot = 0;
  UPDATE usage_address SET entries = entries - 1
    WHERE account_id = OLD.account_id AND client_ipv4 = OLD.client_ipv4 AND slot = 0;
  DELETE FROM usage_address
    WHERE account_id = OLD.account_id AND client_ipv4 = OLD.client_ipv4 AND slot = 0 AND entries <= 0;
END;
";
