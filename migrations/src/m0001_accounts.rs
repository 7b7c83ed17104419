use super::column::{int, int_null};
use sea_orm_migration::{
    prelude::*,
    schema::{
        big_integer, boolean, pk_uuid, text, text_null, text_uniq, timestamp_with_time_zone,
        timestamp_with_time_zone_null, uuid,
    },
};

/// Accounts, and the services that they have ordered.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, schema: &SchemaManager) -> Result<(), DbErr> {
        let account = Table::create()
            .table("account")
            .col(pk_uuid("id"))
            .col(text_uniq("email"))
            .col(text("full_name"))
            .col(text_null("first_name"))
            .col(text_null("last_name"))
            .col(text_null("company_name"))
            .col(text_null("country"))
            .col(text("preferred_language"))
            .col(text("timezone"))
            .col(text("status"))
            .col(text_null("plan"))
            .col(text_null("plan_status"))
            .col(int_null("operations_limit"))
            .col(int("operations_used"))
            .col(timestamp_with_time_zone_null("period_ends_at"))
            .col(timestamp_with_time_zone("created_at"))
            .to_owned();
        let service = Table::create()
            .table("service")
            .col(pk_uuid("id"))
            .col(uuid("account_id"))
            .col(text("service_type"))
            .col(text("display_name"))
            .col(text("status"))
            .col(text("plan_name"))
            .col(int("billing_months"))
            .col(big_integer("renewal_price"))
            .col(text("renewal_currency"))
            .col(boolean("auto_renew"))
            .col(timestamp_with_time_zone_null("activated_at"))
            .col(timestamp_with_time_zone_null("renews_at"))
            .col(timestamp_with_time_zone_null("grace_ends_at"))
            .col(timestamp_with_time_zone_null("cancellation_requested_at"))
            .col(timestamp_with_time_zone_null("cancel_at"))
            .col(timestamp_with_time_zone("created_at"))
            .col(timestamp_with_time_zone("updated_at"))
            .foreign_key(ForeignKey::create().from("service", "account_id").to("account", "id"))
            .to_owned();
        let newest = Index::create()
            .name("service_newest")
            .table("service")
            .col("account_id")
            .col("created_at")
            .col("id")
            .to_owned();
        schema.create_table(account).await?;
        schema.create_table(service).await?;
        schema.create_index(newest).await
    }
}
