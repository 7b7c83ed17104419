//! What is kept of an email service beside what it has in common with all services.
use super::{DnsStatus, MailRecord};
use async_graphql::Enum;
use hosting_kernel::{
    database::{executor::Executor, owned::Owned},
    kernel::context::Context,
    refusals::error::{Error, Result},
    values::time::Time,
};
use hosting_services::{
    Service,
    service::{self, ServiceStatus},
};
use schemars::JsonSchema;
use sea_orm::{ActiveEnum, FromJsonQueryResult, QuerySelect, entity::prelude::*};
use serde::{Deserialize, Serialize};

/// Where the work stands that sets a service up at the mail servers.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, JsonSchema, Enum,
)]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::None)", rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "EmailProvisioning")]
#[graphql(name = "EmailProvisioning")]
pub enum Provisioning {
    /// Waits for its turn.
    Queued,
    /// In hand.
    Running,
    /// Given up; `last_error` says why.
    Failed,
}

/// What mail needs of a zone, in one column.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, FromJsonQueryResult)]
pub struct MailRecords(pub Vec<MailRecord>);

/// What is kept of an email service.
///
/// Never an output: it holds the private halves of its keys, though sealed.
#[derive(Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "email_service")]
pub struct Model {
    /// The service.
    #[sea_orm(primary_key, auto_increment = false)]
    pub service_id: Uuid,
    /// The account that owns it.
    pub account_id: Uuid,
    /// The plan that was ordered.
    pub plan_id: String,
    /// The mail domain: A-labels, in lower case.
    pub domain_name: String,
    /// Mailboxes that the plan has.
    pub mailbox_limit: i32,
    /// Bytes that each of them holds.
    pub storage_bytes_per_mailbox: i64,
    /// Domains that the plan has.
    pub domain_limit: i32,
    /// When it was stopped.
    pub suspended_at: Option<Time>,
    /// When it was ended.
    pub cancelled_at: Option<Time>,
    /// When the mail servers first took mail for it.
    pub provisioned_at: Option<Time>,
    /// Where that work stands.
    pub provisioning: Option<Provisioning>,
    /// Why it went wrong last.
    pub last_error: Option<String>,
    /// The selector of the RSA key; nothing where an earlier release made it.
    pub rsa_selector: Option<String>,
    /// What the zone says of the RSA key.
    pub rsa_key: Option<String>,
    /// Its private half (PKCS #8), sealed.
    pub rsa_private: Option<Vec<u8>>,
    /// The selector of the Ed25519 key; nothing where an earlier release made it.
    pub ed25519_selector: Option<String>,
    /// What the zone says of the Ed25519 key.
    pub ed25519_key: Option<String>,
    /// Its private half (PKCS #8), sealed.
    pub ed25519_private: Option<Vec<u8>>,
    /// Whether its zone says what mail needs.
    pub dns_status: DnsStatus,
    /// When its zone was last seen to.
    pub dns_synced_at: Option<Time>,
    /// What mail needs of the zone.
    pub dns_records: MailRecords,
    /// Tells one synchronization from the one before it.
    pub dns_revision: i32,
    /// When something of this last changed.
    pub updated_at: Time,
    /// The backend that takes its mail; nothing where nobody named one: then it is the default's.
    pub backend: Option<String>,
}

impl std::fmt::Debug for Model {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { service_id, domain_name, provisioning, .. } = self;
        write!(f, "EmailService {{ {service_id}, {domain_name}, {provisioning:?}, … }}")
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
    /// One email service of the calling account to be changed: until the transaction ends, by nobody
    /// else.
    pub(super) async fn get_for_change(cx: &Context<'_>, id: Uuid) -> Result<(Service, Model)> {
        let service = service::Entity::owned(cx).filter(service::Column::Id.eq(id)).lock_exclusive();
        let service = cx.one(service).await?.ok_or(Error::ServiceNotFound)?;
        let email = Self::owned(cx).filter(Column::ServiceId.eq(id)).lock_exclusive();
        Ok((service, cx.one(email).await?.ok_or(Error::ServiceNotFound)?))
    }
}

/// A service and its row, changed by nobody else until the transaction ends.
#[expect(
    clippy::disallowed_methods,
    reason = "the platform's own work names its service; nobody asks for it"
)]
pub(super) async fn lock(db: &Executor<'_>, id: Uuid) -> Result<Option<(Service, Model)>> {
    let service = service::Entity::find_by_id(id).lock_exclusive().one(db).await?;
    let email = Entity::find_by_id(id).lock_exclusive().one(db).await?;
    Ok(service.zip(email))
}

/// What was ordered of mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Its name in the price list.
    pub id: String,
    /// Mailboxes that it has.
    pub mailbox_limit: i32,
    /// Bytes that each of them holds.
    pub storage_bytes_per_mailbox: i64,
    /// Domains that it has.
    pub domain_limit: i32,
}

impl Model {
    /// Mail for `domain_name` as it was ordered: nothing is set up yet.
    pub fn ordered(service: &Service, domain_name: &str, plan: Plan) -> Self {
        Self {
            service_id: service.id,
            account_id: service.account_id,
            plan_id: plan.id,
            domain_name: domain_name.to_owned(),
            mailbox_limit: plan.mailbox_limit,
            storage_bytes_per_mailbox: plan.storage_bytes_per_mailbox,
            domain_limit: plan.domain_limit,
            suspended_at: None,
            cancelled_at: None,
            provisioned_at: None,
            provisioning: None,
            last_error: None,
            rsa_selector: None,
            rsa_key: None,
            rsa_private: None,
            ed25519_selector: None,
            ed25519_key: None,
            ed25519_private: None,
            dns_status: DnsStatus::Never,
            dns_synced_at: None,
            dns_records: MailRecords::default(),
            dns_revision: 0,
            updated_at: service.updated_at,
            backend: None,
        }
    }

    /// Refuses what is not possible with a service that stands as `service` does.
    pub(super) fn allow(&self, service: &Service, states: &[ServiceStatus]) -> Result<()> {
        if states.contains(&service.status) {
            return Ok(());
        }
        let (name, state) = (&self.domain_name, service.status.to_value());
        Err(Error::ServiceUnavailableState(format!("the email service of {name} is {state}")))
    }
}

/// In which states a service can be set up.
pub(super) const POSSIBLE: [ServiceStatus; 2] = [ServiceStatus::Provisioning, ServiceStatus::Active];

/// What the subjects of work that sets services up begin with.
pub(super) const SUBJECT: &str = "email";

/// The subject of all work that sets a service up: done in order, one at a time.
pub(crate) fn subject(service: Uuid) -> String {
    format!("{SUBJECT}:{service}")
}
