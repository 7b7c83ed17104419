use sea_orm_migration::{
    prelude::*,
    schema::{big_integer, json_null, text, uuid_null},
};

/// Who takes a job is told from all who took it before, and whose turn it is in which lane; and of a record it is
/// known under which names it may be served.
#[derive(DeriveMigrationName)]
pub struct Migration;

/// The lane of what is queued already; that of instances is told by their kind.
const LANES: &str = "UPDATE job SET lane = CASE kind
    WHEN 'apply_nameservers' THEN 'registrar'
    WHEN 'put_record' THEN 'dns'
    WHEN 'remove_record' THEN 'dns'
    WHEN 'set_up_mail' THEN 'mail'
    WHEN 'apply_site' THEN 'panel'
    WHEN 'change_instance' THEN 'containers'
    WHEN 'convert_files' THEN 'converter'
    ELSE 'platform' END";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, schema: &SchemaManager) -> Result<(), DbErr> {
        for column in [
            uuid_null("holder"),
            text("lane").default("").to_owned(),
            uuid_null("account_id"),
            big_integer("turn").default(0).to_owned(),
        ] {
            schema.alter_table(Table::alter().table("job").add_column(column).to_owned()).await?;
        }
        schema.get_connection().execute_unprepared(LANES).await?;
        for (name, column) in [("job_turn", "status"), ("job_account", "account_id")] {
            let index =
                Index::create().name(name).table("job").col("lane").col(column).col("turn").to_owned();
            schema.create_index(index).await?;
        }
        let served = Table::alter().table("dns_record").add_column(json_null("served")).to_owned();
        schema.alter_table(served).await
    }
}
