//! Email services in the graph.
use crate::{
    domains::Domain,
    node::Kind,
    perform::{self, edge, list, perform},
    record::View,
    services::Service,
    shown::{Many, Shown},
};
use async_graphql::{ComplexObject, Context, ID, Object, Result, SimpleObject};
use hosting_core::{
    domains::FindDomain,
    email::{self, ListEmailServices, ProvisionEmailService, SyncEmailServiceDns},
    services::GetService,
};

/// Mailboxes under a customer's own name.
#[derive(SimpleObject)]
#[graphql(complex)]
pub struct EmailService {
    #[graphql(flatten)]
    record: email::EmailService,
}

impl From<email::EmailService> for EmailService {
    fn from(record: email::EmailService) -> Self {
        Self { record }
    }
}

impl View for EmailService {
    type Of = email::EmailService;

    fn of(&self) -> &email::EmailService {
        &self.record
    }
}

#[ComplexObject]
impl EmailService {
    /// Identifies the record among all that the graph has, for `node`.
    pub(crate) async fn node_id(&self) -> ID {
        Kind::EmailService.id(self.record.id)
    }

    /// What was ordered.
    async fn service(&self, cx: &Context<'_>) -> Result<Option<Shown<Service>>> {
        edge(cx, GetService { service_id: self.record.id }).await
    }

    /// The mail domain, if it is a domain of the account.
    async fn domain(&self, cx: &Context<'_>) -> Result<Option<Shown<Domain>>> {
        edge(cx, FindDomain { domain_name: self.record.domain_name.clone() }).await
    }
}

/// What can be asked about email services.
#[derive(Default)]
pub struct EmailQueries;

#[Object]
impl EmailQueries {
    /// List the email services of the account, newest first.
    async fn email_services(
        &self,
        cx: &Context<'_>,
        first: Option<u32>,
        after: Option<String>,
    ) -> Result<Option<Many<EmailService>>> {
        list(cx, ListEmailServices { limit: perform::first(cx, first), cursor: after }).await
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
        idempotency_key: Option<String>,
    ) -> Result<Option<Shown<EmailService>>> {
        perform(cx, input, idempotency_key).await
    }

    /// Write into the zone of the mail domain what mail needs.
    async fn sync_email_service_dns(
        &self,
        cx: &Context<'_>,
        #[graphql(desc = "What to synchronize.")] input: SyncEmailServiceDns,
        idempotency_key: Option<String>,
    ) -> Result<Option<Shown<EmailService>>> {
        perform(cx, input, idempotency_key).await
    }
}
