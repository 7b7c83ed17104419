//! Something that a customer has ordered.
use super::ServiceOrder;
use async_graphql::{ComplexObject, Enum, SimpleObject};
use hosting_kernel::{
    database::{kept::Kept, owned::Owned},
    kernel::{context::Context, page},
    refusals::error::{Error, Result},
    values::{money::Money, time::Time},
};
use schemars::JsonSchema;
use sea_orm::{
    entity::prelude::*,
    sea_query::{Expr, SimpleExpr},
};
use serde::{Deserialize, Serialize};

/// What cursors begin with in a list by name.
pub(super) const BY_NAME: &str = "name/";

/// What they begin with in a list by renewal.
pub(super) const BY_RENEWAL: &str = "renews_at/";

/// What was ordered.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, JsonSchema, Enum,
)]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::None)", rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum ServiceType {
    /// Mailboxes for a domain.
    Email,
    /// Web space on a shared server.
    SharedHosting,
    /// A system container.
    Lxc,
    /// A virtual machine.
    Kvm,
    /// File conversion.
    Conversion,
}

/// Where a service stands.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, JsonSchema, Enum,
)]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::None)", rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum ServiceStatus {
    /// Being set up.
    Provisioning,
    /// In use.
    Active,
    /// Not paid in time; still in use until the grace ends.
    PastDue,
    /// Stopped.
    Suspended,
    /// Ended by the customer.
    Cancelled,
    /// Gone, with its data.
    Terminated,
}

/// Something that a customer has ordered.
#[derive(
    Clone, Debug, PartialEq, Eq, DeriveEntityModel, Serialize, Deserialize, JsonSchema, SimpleObject,
)]
#[sea_orm(table_name = "service")]
#[schemars(rename = "Service")]
#[graphql(name = "ServiceFields", complex)]
pub struct Model {
    /// Identifies the service, in every area.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    /// The account that owns it.
    #[serde(skip)]
    #[graphql(skip)]
    pub account_id: Uuid,
    /// What was ordered.
    pub service_type: ServiceType,
    /// What the customer calls it.
    #[schemars(length(max = 255), example = &"Shop server")]
    pub display_name: String,
    /// Where it stands.
    pub status: ServiceStatus,
    /// The plan that was ordered.
    #[schemars(length(max = 255), example = &"KVM 4")]
    pub plan_name: String,
    /// Months that are paid at once.
    #[schemars(example = 12, range(min = 1))]
    pub billing_months: i32,
    /// What the next period costs.
    pub renewal_price: Money,
    /// The currency of the price (ISO 4217).
    #[schemars(regex(pattern = "^[A-Z]{3}$"), length(max = 3), example = &"USD")]
    pub renewal_currency: String,
    /// Whether it is renewed by itself.
    pub auto_renew: bool,
    /// When it was first in use.
    pub activated_at: Option<Time>,
    /// When the next period begins.
    pub renews_at: Option<Time>,
    /// When an unpaid service is stopped, or what is kept of a cancelled one removed.
    pub grace_ends_at: Option<Time>,
    /// When the customer asked to end it.
    pub cancellation_requested_at: Option<Time>,
    /// When it ends.
    pub cancel_at: Option<Time>,
    /// When it was ordered.
    pub created_at: Time,
    /// When it last changed.
    pub updated_at: Time,
}

#[ComplexObject]
impl Model {
    /// Where a list in this order goes on after this one.
    async fn cursor(
        &self,
        #[graphql(default, desc = "The order of the list; the newest first unless said.")]
        order: ServiceOrder,
    ) -> String {
        order.key()(self)
    }
}

impl Model {
    /// Its place in a list that is newest first.
    pub fn key(&self) -> String {
        page::moment_key(self.created_at, self.id)
    }

    /// Its place in a list by what the customer calls it, as the databases make letters small: those
    /// of ASCII only.
    pub(super) fn key_by_name(&self) -> String {
        format!("{BY_NAME}{}", page::text_key(&self.display_name.to_ascii_lowercase(), self.id))
    }

    /// Its place in a list by when the next period begins.
    pub(super) fn key_by_renewal(&self) -> String {
        format!("{BY_RENEWAL}{}", page::moment_key(self.renews_at.unwrap_or_else(page::never), self.id))
    }
}

/// Records are joined by what asks for them, not by their entity.
#[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

impl Owned for Entity {
    const ACCOUNT: Column = Column::AccountId;
}

impl Entity {
    /// Those that are not in use any more, in the words of the index `service_over`.
    pub fn over() -> SimpleExpr {
        Expr::cust("service.status IN ('suspended', 'cancelled', 'terminated')")
    }

    /// Those whose periods go on, in the words of the index `service_due`.
    pub fn going_on() -> SimpleExpr {
        Expr::cust("service.status IN ('active', 'past_due')")
    }

    /// One service of the calling account.
    pub async fn get(cx: &Context<'_>, id: Uuid) -> Result<Model> {
        cx.one(Self::owned(cx).filter(Column::Id.eq(id))).await?.ok_or(Error::ServiceNotFound)
    }

    /// Those of the calling account among `ids`.
    pub async fn each(cx: &Context<'_>, ids: impl Iterator<Item = Uuid> + Send) -> Result<Vec<Model>> {
        static EACH: Kept = Kept::new();
        cx.all_of::<Self>(&EACH, Column::Id, ids).await
    }
}
