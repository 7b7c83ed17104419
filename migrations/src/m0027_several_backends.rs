use sea_orm_migration::{prelude::*, schema::text_null, sea_orm::DbBackend};

/// Which backend has an instance, a site, or the mail of a domain; nothing where nobody named one. A site's user is one
/// at its panel alone.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, schema: &SchemaManager) -> Result<(), DbErr> {
        for table in ["instance", "email_service", "panel_link"] {
            let backend = Table::alter().table(table).add_column(text_null("backend")).to_owned();
            schema.alter_table(backend).await?;
        }
        let several = match schema.get_database_backend() {
            DbBackend::Postgres => ON_POSTGRES,
            _ => ON_SQLITE,
        };
        schema.get_connection().execute_unprepared(several).await?;
        Ok(())
    }
}

const ON_POSTGRES: &str = "
ALTER TABLE hosting_service ADD COLUMN backend text, DROP CONSTRAINT hosting_service_site_key;
CREATE UNIQUE INDEX hosting_service_user ON hosting_service (site, (COALESCE(backend, '')));";

/// `SQLite` drops no constraint: the table is made anew.
const ON_SQLITE: &str = "
CREATE TABLE several_hosting_service (
  service_id uuid_text NOT NULL PRIMARY KEY,
  account_id uuid_text NOT NULL,
  kind text NOT NULL,
  primary_domain text NOT NULL,
  site text NOT NULL,
  last_activity_at timestamp_with_timezone_text,
  inactivity_suspended_at timestamp_with_timezone_text,
  deletion_deadline timestamp_with_timezone_text,
  site_state text,
  due_at timestamp_with_timezone_text,
  updated_at timestamp_with_timezone_text NOT NULL,
  backend text,
  FOREIGN KEY (service_id) REFERENCES service (id),
  FOREIGN KEY (account_id) REFERENCES account (id)
);
INSERT INTO several_hosting_service
  (service_id, account_id, kind, primary_domain, site, last_activity_at, inactivity_suspended_at, deletion_deadline,
   site_state, due_at, updated_at)
SELECT service_id, account_id, kind, primary_domain, site, last_activity_at, inactivity_suspended_at, deletion_deadline,
   site_state, due_at, updated_at FROM hosting_service;
DROP TABLE hosting_service;
ALTER TABLE several_hosting_service RENAME TO hosting_service;
CREATE INDEX hosting_service_account ON hosting_service (account_id);
CREATE INDEX hosting_service_due ON hosting_service (due_at);
CREATE UNIQUE INDEX hosting_service_user ON hosting_service (site, COALESCE(backend, ''));";
