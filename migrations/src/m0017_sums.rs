use sea_orm_migration::{prelude::*, sea_orm::DbBackend};

/// On PostgreSQL the sums of usage entries are kept by statement, in one order: writers of several accounts no longer
/// wait for each other in a circle, and an address leaves the sums with its last entry, whoever removes that.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, schema: &SchemaManager) -> Result<(), DbErr> {
        if schema.get_database_backend() == DbBackend::Postgres {
            schema.get_connection().execute_unprepared(POSTGRES).await?;
        }
        Ok(())
    }
}

/// Counts first, then addresses, both in the order of their keys. What is removed of an address leaves one row of it, or
/// none: the rows that are summed are those that are taken away, whoever adds meanwhile.
const POSTGRES: &str = "
DROP TRIGGER usage_entry_counted ON usage_entry;
DROP FUNCTION usage_entry_counted();

CREATE FUNCTION usage_entries_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO usage_count AS sum (account_id, slot, succeeded, rejected)
    SELECT account_id, pg_backend_pid() % 64,
        count(*) FILTER (WHERE status = 'succeeded'), count(*) FILTER (WHERE status <> 'succeeded')
      FROM added GROUP BY account_id ORDER BY account_id
    ON CONFLICT (account_id, slot) DO UPDATE SET
      succeeded = sum.succeeded + excluded.succeeded, rejected = sum.rejected + excluded.rejected;
  INSERT INTO usage_address AS sum (account_id, client_ipv4, slot, entries)
    SELECT account_id, client_ipv4, pg_backend_pid() % 64, count(*)
      FROM added WHERE client_ipv4 IS NOT NULL GROUP BY account_id, client_ipv4 ORDER BY account_id, client_ipv4
    ON CONFLICT (account_id, client_ipv4, slot) DO UPDATE SET entries = sum.entries + excluded.entries;
  RETURN NULL;
END $$;

CREATE FUNCTION usage_entries_removed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  gone record;
  rest bigint;
BEGIN
  INSERT INTO usage_count AS sum (account_id, slot, succeeded, rejected)
    SELECT account_id, pg_backend_pid() % 64,
        -count(*) FILTER (WHERE status = 'succeeded'), -count(*) FILTER (WHERE status <> 'succeeded')
      FROM removed GROUP BY account_id ORDER BY account_id
    ON CONFLICT (account_id, slot) DO UPDATE SET
      succeeded = sum.succeeded + excluded.succeeded, rejected = sum.rejected + excluded.rejected;
  FOR gone IN
    SELECT account_id, client_ipv4, count(*) AS entries
      FROM removed WHERE client_ipv4 IS NOT NULL GROUP BY account_id, client_ipv4 ORDER BY account_id, client_ipv4
  LOOP
    PERFORM 1 FROM usage_address WHERE account_id = gone.account_id AND client_ipv4 = gone.client_ipv4
      ORDER BY slot FOR UPDATE;
    WITH taken AS (
      DELETE FROM usage_address WHERE account_id = gone.account_id AND client_ipv4 = gone.client_ipv4
        RETURNING entries
    ) SELECT coalesce(sum(entries), 0) - gone.entries INTO rest FROM taken;
    IF rest <> 0 THEN
      INSERT INTO usage_address AS sum (account_id, client_ipv4, slot, entries)
        VALUES (gone.account_id, gone.client_ipv4, 0, rest)
        ON CONFLICT (account_id, client_ipv4, slot) DO UPDATE SET entries = sum.entries + excluded.entries;
    END IF;
  END LOOP;
  RETURN NULL;
END $$;

CREATE TRIGGER usage_entries_added AFTER INSERT ON usage_entry
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION usage_entries_added();
CREATE TRIGGER usage_entries_removed AFTER DELETE ON usage_entry
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION usage_entries_removed();

LOCK TABLE usage_address IN EXCLUSIVE MODE;
CREATE TEMPORARY TABLE usage_address_sum AS
  SELECT account_id, client_ipv4, sum(entries)::bigint AS entries
    FROM usage_address GROUP BY account_id, client_ipv4 HAVING sum(entries) > 0;
DELETE FROM usage_address;
INSERT INTO usage_address (account_id, client_ipv4, slot, entries)
  SELECT account_id, client_ipv4, 0, entries FROM usage_address_sum;
DROP TABLE usage_address_sum;
";
