use super::column::int;
use sea_orm_migration::{
    prelude::*,
    schema::{big_integer, text, text_null, timestamp_with_time_zone, uuid},
    sea_orm::DbBackend,
};

/// The usage entries, and their sums, which the database keeps by itself: whatever adds or removes
/// an entry, they agree.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, schema: &SchemaManager) -> Result<(), DbErr> {
        let entry = Table::create()
            .table("usage_entry")
            .col(uuid("id"))
            .col(uuid("account_id"))
            .col(uuid("request_id"))
            .col(text("kind"))
            .col(text_null("product"))
            .col(text_null("operation_id"))
            .col(text("facade"))
            .col(text("status"))
            .col(text("http_method"))
            .col(text("route"))
            .col(int("http_status"))
            .col(text_null("error_code"))
            .col(text_null("client_ipv4"))
            .col(text("client_ip"))
            .col(text_null("user_agent"))
            .col(uuid("credential_id"))
            .col(text("credential_name"))
            .col(int("duration_ms"))
            .col(timestamp_with_time_zone("occurred_at"))
            // One index serves the newest entries of an account, the pages after, and the purge.
            .primary_key(Index::create().col("account_id").col("id"))
            .to_owned();
        let count = Table::create()
            .table("usage_count")
            .col(uuid("account_id"))
            .col(int("slot"))
            .col(big_integer("succeeded"))
            .col(big_integer("rejected"))
            .primary_key(Index::create().col("account_id").col("slot"))
            .to_owned();
        let address = Table::create()
            .table("usage_address")
            .col(uuid("account_id"))
            .col(text("client_ipv4"))
            .col(int("slot"))
            .col(big_integer("entries"))
            .primary_key(Index::create().col("account_id").col("client_ipv4").col("slot"))
            .to_owned();
        schema.create_table(entry).await?;
        schema.create_table(count).await?;
        schema.create_table(address).await?;
        let triggers = match schema.get_database_backend() {
            DbBackend::Postgres => POSTGRES,
            _ => SQLITE,
        };
        schema.get_connection().execute_unprepared(triggers).await?;
        Ok(())
    }
}

/// One writer: one slot.
const SQLITE: &str = "
CREATE TRIGGER usage_entry_added AFTER INSERT ON usage_entry BEGIN
  INSERT INTO usage_count (account_id, slot, succeeded, rejected)
    VALUES (NEW.account_id, 0, NEW.status = 'succeeded', NEW.status <> 'succeeded')
    ON CONFLICT (account_id, slot) DO UPDATE SET
      succeeded = succeeded + excluded.succeeded, rejected = rejected + excluded.rejected;
  INSERT INTO usage_address (account_id, client_ipv4, slot, entries)
    SELECT NEW.account_id, NEW.client_ipv4, 0, 1 WHERE NEW.client_ipv4 IS NOT NULL
    ON CONFLICT (account_id, client_ipv4, slot) DO UPDATE SET entries = entries + 1;
END;
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

/// Each server process adds to a slot of its own, so that they do not wait for each other's commit.
const POSTGRES: &str = "
CREATE FUNCTION usage_entry_counted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  entry usage_entry%ROWTYPE;
  change integer := 1;
BEGIN
  IF TG_OP = 'DELETE' THEN
    entry := OLD;
    change := -1;
  ELSE
    entry := NEW;
  END IF;
  INSERT INTO usage_count AS sum (account_id, slot, succeeded, rejected)
    VALUES (entry.account_id, pg_backend_pid() % 64,
      CASE WHEN entry.status = 'succeeded' THEN change ELSE 0 END,
      CASE WHEN entry.status = 'succeeded' THEN 0 ELSE change END)
    ON CONFLICT (account_id, slot) DO UPDATE SET
      succeeded = sum.succeeded + excluded.succeeded, rejected = sum.rejected + excluded.rejected;
  IF entry.client_ipv4 IS NOT NULL THEN
    INSERT INTO usage_address AS sum (account_id, client_ipv4, slot, entries)
      VALUES (entry.account_id, entry.client_ipv4, pg_backend_pid() % 64, change)
      ON CONFLICT (account_id, client_ipv4, slot) DO UPDATE SET entries = sum.entries + excluded.entries;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER usage_entry_counted AFTER INSERT OR DELETE ON usage_entry
  FOR EACH ROW EXECUTE FUNCTION usage_entry_counted();
";
