use sea_orm_migration::{
    prelude::*,
    schema::{boolean, pk_uuid, text},
};

/// What is not in use is stopped at its backend, and what is over removed.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, schema: &SchemaManager) -> Result<(), DbErr> {
        let level = Table::create()
            .table("service_level")
            .col(pk_uuid("service_id"))
            .col(text("level"))
            .col(boolean("resumes"))
            .foreign_key(ForeignKey::create().from("service_level", "service_id").to("service", "id"))
            .to_owned();
        schema.create_table(level).await?;
        let suspended = boolean("suspended").default(false).take();
        let mail = Table::alter().table("sandbox_mail_domain").add_column(suspended).to_owned();
        schema.alter_table(mail).await?;
        // Most services are in use, and not looked through each minute.
        let over = "CREATE INDEX service_over ON service (status, grace_ends_at) \
                    WHERE status IN ('suspended', 'cancelled', 'terminated')";
        schema.get_connection().execute_unprepared(over).await?;
        Ok(())
    }
}
