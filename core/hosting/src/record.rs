//! A shared hosting service, as customers see it.
use super::row::{self, HostingKind};
use async_graphql::{ComplexObject, Enum, SimpleObject};
use hosting_kernel::{
    kernel::{context::Context, page},
    values::{money::Money, time::Time},
};
use hosting_services::{Service, service::ServiceStatus};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Where a shared hosting service stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, Enum)]
#[serde(rename_all = "snake_case")]
pub enum HostingStatus {
    /// In use.
    Active,
    /// Stopped because nobody used it; a link before the deletion deadline brings it back.
    InactivitySuspended,
    /// Stopped for another reason.
    Suspended,
    /// Gone, with its data.
    Terminated,
}

/// A site on a server that others use too.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, SimpleObject)]
#[graphql(name = "HostingServiceFields", complex)]
pub struct HostingService {
    /// Identifies the service, in every area.
    pub id: Uuid,
    /// What the customer calls it.
    #[schemars(length(max = 255), example = &"My bakery")]
    pub display_name: String,
    /// What kind it is.
    pub kind: HostingKind,
    /// The domain that it answers to first.
    #[schemars(length(max = 253), example = &"bakery.example")]
    pub primary_domain: String,
    /// The control panel that it is managed with.
    #[schemars(example = &"sandbox")]
    pub panel: String,
    /// Where it stands.
    pub status: HostingStatus,
    /// The plan that was ordered.
    #[schemars(length(max = 255), example = &"Web Plus")]
    pub plan_name: String,
    /// When a link into its panel was last made; kept of Free Hosting only.
    pub last_activity_at: Option<Time>,
    /// When it was suspended because nobody used it.
    pub inactivity_suspended_at: Option<Time>,
    /// When it is deleted, unless a link is made before.
    pub deletion_deadline: Option<Time>,
    /// What the next period costs.
    pub renewal_price: Money,
    /// The currency of the price (ISO 4217).
    #[schemars(regex(pattern = "^[A-Z]{3}$"), length(max = 3), example = &"USD")]
    pub renewal_currency: String,
    /// When the next period begins.
    pub renews_at: Option<Time>,
    /// Whether it is renewed by itself.
    pub auto_renew: bool,
    /// When it was ordered.
    pub created_at: Time,
}

#[ComplexObject]
impl HostingService {
    /// Where a list goes on after this one.
    async fn cursor(&self) -> String {
        self.key()
    }
}

impl HostingService {
    /// The service, put together from its two rows.
    pub(super) fn of(cx: &Context<'_>, service: Service, row: row::Model) -> Self {
        let panel = cx.platform.providers().panel.of(row.backend.as_deref());
        let panel = panel.map_or("", |backend| backend.driver.name());
        Self {
            status: status(service.status, &row),
            id: service.id,
            display_name: service.display_name,
            kind: row.kind,
            primary_domain: row.primary_domain,
            panel: panel.to_owned(),
            plan_name: service.plan_name,
            last_activity_at: row.last_activity_at,
            inactivity_suspended_at: row.inactivity_suspended_at,
            deletion_deadline: row.deletion_deadline,
            renewal_price: service.renewal_price,
            renewal_currency: service.renewal_currency,
            renews_at: service.renews_at,
            auto_renew: service.auto_renew,
            created_at: service.created_at,
        }
    }

    /// Its place in a list that is newest first.
    pub(super) fn key(&self) -> String {
        page::moment_key(self.created_at, self.id)
    }
}

/// Where a service stands that is paid for, or not, as `order` says.
pub fn status(order: ServiceStatus, row: &row::Model) -> HostingStatus {
    match order {
        ServiceStatus::Provisioning | ServiceStatus::Active | ServiceStatus::PastDue => {
            match row.inactivity_suspended_at {
                Some(_) => HostingStatus::InactivitySuspended,
                None => HostingStatus::Active,
            }
        }
        // What was cancelled is kept for a while.
        ServiceStatus::Suspended | ServiceStatus::Cancelled => HostingStatus::Suspended,
        ServiceStatus::Terminated => HostingStatus::Terminated,
    }
}
