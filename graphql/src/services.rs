//! Services in the graph.
use crate::{
    email::EmailService,
    hosting::HostingService,
    kvm::KvmInstance,
    lxc::LxcInstance,
    node::Kind,
    perform::{self, edge, list, perform},
    record::View,
    shown::{Many, Plain, Shown},
};
use async_graphql::{ComplexObject, Context, ID, Object, Result, SimpleObject};
use hosting_core::{
    Time,
    account::{self, ConversionPlan, GetAccount, row::PlanStatus},
    email::GetEmailService,
    hosting::GetHostingService,
    kvm::GetKvmInstance,
    lxc::GetLxcInstance,
    services::{
        self, GetService, ListServices, ServiceOrder,
        service::{ServiceStatus, ServiceType},
    },
};
use uuid::Uuid;

/// Something that a customer has ordered.
#[derive(SimpleObject)]
#[graphql(complex)]
pub struct Service {
    #[graphql(flatten)]
    record: services::Service,
}

impl From<services::Service> for Service {
    fn from(record: services::Service) -> Self {
        Self { record }
    }
}

impl View for Service {
    type Of = services::Service;

    fn of(&self) -> &services::Service {
        &self.record
    }
}

#[ComplexObject]
impl Service {
    /// Identifies the record among all that the graph has, for `node`.
    pub(crate) async fn node_id(&self) -> ID {
        Kind::Service.id(self.record.id)
    }

    /// Its mailboxes; null where it is no email service, or is not yet set up, or is not to be seen without
    /// `email:read`.
    async fn email(&self, cx: &Context<'_>) -> Result<Option<Shown<EmailService>>> {
        match self.record.service_type {
            ServiceType::Email => edge(cx, GetEmailService { service_id: self.record.id }).await,
            _ => Ok(None),
        }
    }

    /// Its site; null where it is no shared hosting, or is not yet set up, or is not to be seen without
    /// `hosting:read`.
    async fn hosting(&self, cx: &Context<'_>) -> Result<Option<Shown<HostingService>>> {
        match self.record.service_type {
            ServiceType::SharedHosting => edge(cx, GetHostingService { service_id: self.record.id }).await,
            _ => Ok(None),
        }
    }

    /// Its container; null where it is none, or is not yet set up, or is not to be seen without `lxc:read`.
    async fn lxc(&self, cx: &Context<'_>) -> Result<Option<Shown<LxcInstance>>> {
        match self.record.service_type {
            ServiceType::Lxc => edge(cx, GetLxcInstance { service_id: self.record.id }).await,
            _ => Ok(None),
        }
    }

    /// Its virtual machine; null where it is none, or is not yet set up, or is not to be seen without
    /// `kvm:read`.
    async fn kvm(&self, cx: &Context<'_>) -> Result<Option<Shown<KvmInstance>>> {
        match self.record.service_type {
            ServiceType::Kvm => edge(cx, GetKvmInstance { service_id: self.record.id }).await,
            _ => Ok(None),
        }
    }

    /// The conversion plan that it is paid for, if it is for file conversion; null where it is not the one that the
    /// plan comes from.
    async fn conversion(&self, cx: &Context<'_>) -> Result<Option<Plain<ConversionPlan>>> {
        match self.record.service_type {
            ServiceType::Conversion => {
                let account: Option<account::Account> = edge(cx, GetAccount {}).await?;
                let plan = account.and_then(|account| account.conversion_plan);
                Ok(plan.filter(|plan| carries(self.record.status, plan.status)).map(Plain))
            }
            _ => Ok(None),
        }
    }
}

/// Whether a plan that stands so comes from a service that stands so: both are in use, and paid alike.
const fn carries(service: ServiceStatus, plan: PlanStatus) -> bool {
    matches!(
        (service, plan),
        (ServiceStatus::Active, PlanStatus::Active) | (ServiceStatus::PastDue, PlanStatus::PastDue)
    )
}

/// What can be asked about services.
#[derive(Default)]
pub struct ServiceQueries;

#[Object]
impl ServiceQueries {
    /// List the services of the account, newest first unless said.
    #[expect(clippy::too_many_arguments, reason = "they are the field's arguments")]
    async fn services(
        &self,
        cx: &Context<'_>,
        filter: Option<ListServices>,
        #[graphql(deprecation = "Say it in `filter`.", desc = "Only what was ordered as this.")]
        service_type: Option<ServiceType>,
        #[graphql(deprecation = "Say it in `filter`.", desc = "Only those that stand here.")] status: Option<
            ServiceStatus,
        >,
        #[graphql(
            deprecation = "Say it in `filter`.",
            desc = "Only those whose next period begins before this."
        )]
        renews_before: Option<Time>,
        order: Option<ServiceOrder>,
        first: Option<u32>,
        #[graphql(desc = "Where to go on: the cursor of the last one seen, in the same order.")]
        after: Option<String>,
    ) -> Result<Option<Many<Service>>> {
        let filter = filter.unwrap_or_default();
        let asked = ListServices {
            service_type: filter.service_type.or(service_type),
            status: filter.status.or(status),
            renews_before: filter.renews_before.or(renews_before),
            order,
            limit: perform::first(cx, first),
            cursor: after,
            backward: None,
        };
        list(cx, asked).await
    }

    /// Look up one service.
    async fn service(&self, cx: &Context<'_>, service_id: Uuid) -> Result<Option<Shown<Service>>> {
        perform(cx, GetService { service_id }, None).await
    }
}
