//! Email services in the graph.
use crate::perform::perform;
use async_graphql::{Context, Object, Result};
use hosting_core::email::{EmailService, ListEmailServices, ProvisionEmailService, SyncEmailServiceDns};

/// What can be asked about email services.
#[derive(Default)]
pub struct EmailQueries;

#[Object]
impl EmailQueries {
    /// List the email services of the account, newest first.
    async fn email_services(
        &self,
        cx: &Context<'_>,
        #[graphql(desc = "How many at most; 1000 unless said.")] first: Option<u32>,
        #[graphql(desc = "Where to go on: the `cursor` of the last one seen.")] after: Option<String>,
    ) -> Result<Option<Vec<EmailService>>> {
        Ok(perform(cx, ListEmailServices { limit: first, cursor: after }, None).await?.map(|page| page.items))
    }
}

/// What can be changed about email services.
#[derive(Default)]
pub struct EmailMutations;

#[Object]
impl EmailMutations {
    /// Set an email service up at the mail servers.
    async fn provision_email_service(
        &self,
        cx: &Context<'_>,
        #[graphql(desc = "What to set up.")] input: ProvisionEmailService,
        #[graphql(desc = "Stands for this one change, however often it is sent.")] idempotency_key: Option<
            String,
        >,
    ) -> Result<Option<EmailService>> {
        perform(cx, input, idempotency_key).await
    }

    /// Write into the zone of the mail domain what mail needs.
    async fn sync_email_service_dns(
        &self,
        cx: &Context<'_>,
        #[graphql(desc = "What to synchronize.")] input: SyncEmailServiceDns,
        #[graphql(desc = "Stands for this one change, however often it is sent.")] idempotency_key: Option<
            String,
        >,
    ) -> Result<Option<EmailService>> {
        perform(cx, input, idempotency_key).await
    }
}
