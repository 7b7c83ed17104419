//! A domain that a customer owns.
use super::DomainOrder;
use async_graphql::{ComplexObject, Enum, SimpleObject};
pub use hosting_kernel::providers::registrar::Environment;
use hosting_kernel::{
    database::{kept::Kept, owned::Owned},
    kernel::{context::Context, page},
    providers::{dns::Dns, registrar::Ds},
    refusals::error::{Error, Result},
    values::{texts::Texts, time::Time},
};
use schemars::JsonSchema;
use sea_orm::{FromJsonQueryResult, QuerySelect, entity::prelude::*};
use serde::{Deserialize, Serialize};

/// What cursors begin with in a list by name.
pub(super) const BY_NAME: &str = "name/";

/// What they begin with in a list by the end of the registration.
pub(super) const BY_END: &str = "expires_at/";

/// Where a registration stands.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, JsonSchema, Enum,
)]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::None)", rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum DomainStatus {
    /// Being registered.
    Pending,
    /// Registered.
    Active,
    /// On its way from another registrar.
    TransferPending,
    /// Over, but still served.
    Expired,
    /// Over; it can still be renewed at the usual price.
    Grace,
    /// Over; it can be had back at the price of a restore.
    Redemption,
    /// About to be free for anyone.
    PendingDelete,
    /// Stopped.
    Suspended,
    /// Could not be registered.
    Failed,
    /// Given up.
    Cancelled,
}

impl DomainStatus {
    /// Whether the name is the customer's to change.
    pub const fn is_changeable(self) -> bool {
        matches!(self, Self::Pending | Self::Active | Self::Expired | Self::Grace)
    }
}

/// A domain that a customer owns.
#[derive(
    Clone, Debug, PartialEq, Eq, DeriveEntityModel, Serialize, Deserialize, JsonSchema, SimpleObject,
)]
#[sea_orm(table_name = "domain")]
#[schemars(rename = "Domain")]
#[graphql(name = "DomainFields", complex)]
#[expect(clippy::struct_excessive_bools, reason = "each is told for itself")]
pub struct Model {
    /// Identifies the domain.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    /// The account that owns it.
    #[serde(skip)]
    #[graphql(skip)]
    pub account_id: Uuid,
    /// The name as registered: A-labels (RFC 5890).
    #[schemars(length(max = 253), example = &"xn--bcher-kva.example")]
    pub domain_name: String,
    /// The name as people write it.
    #[schemars(length(max = 253), example = &"bücher.example")]
    pub unicode_name: String,
    /// The suffix under which it is registered.
    #[schemars(length(max = 253), example = &".example")]
    pub tld: String,
    /// Where the registration stands.
    pub status: DomainStatus,
    /// When it was registered.
    pub registered_at: Option<Time>,
    /// When the registration ends.
    pub expires_at: Option<Time>,
    /// Whether it is renewed before it ends.
    pub auto_renew: bool,
    /// Whether the owner's data is kept out of the registry's public answers.
    pub privacy_enabled: bool,
    /// Whether the registrar refuses to transfer it or to change its nameservers.
    pub locked: bool,
    /// The hosts that answer for it.
    #[schemars(length(max = 13), inner(length(max = 253)))]
    pub name_servers: Texts,
    /// The hosts that will, once the registrar accepts them.
    #[schemars(length(max = 13), inner(length(max = 253)))]
    pub pending_name_servers: Option<Texts>,
    /// Why the registrar did not accept them.
    #[schemars(example = &"refused: ns1.nowhere.example does not answer")]
    pub name_servers_error: Option<String>,
    /// The environment of the registrar.
    pub registrar_environment: Environment,
    /// The backend that it is registered with.
    #[serde(skip)]
    #[graphql(skip)]
    pub registrar_backend: String,
    /// Whether the registry has yet to do what the registrar has accepted.
    #[serde(skip)]
    #[graphql(skip)]
    pub awaits_registry: bool,
    /// The keys that its registry was given.
    #[serde(skip)]
    #[graphql(skip)]
    pub ds: Option<Keys>,
    /// Why it could not be renewed, where that was due.
    #[serde(skip)]
    #[graphql(skip)]
    pub renewal_error: Option<String>,
    /// The backend that serves its zone.
    #[serde(skip)]
    #[graphql(skip)]
    pub dns_backend: String,
    /// When it was last compared with the registrar.
    pub last_synced_at: Option<Time>,
    /// When it came to the account.
    pub created_at: Time,
    /// When it last changed.
    pub updated_at: Time,
}

/// The keys that sign a zone, as the zone above it names them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, FromJsonQueryResult)]
pub struct Keys(pub Vec<Ds>);

#[ComplexObject]
impl Model {
    /// The keys that sign its zone, as its registry was given them (RFC 4034 section 5); none where it is not signed by
    /// us.
    async fn ds(&self) -> Vec<Ds> {
        self.ds.clone().unwrap_or_default().0
    }

    /// Why it could not be renewed, where that was due.
    async fn renewal_error(&self) -> Option<&str> {
        self.renewal_error.as_deref()
    }

    /// Where a list in this order goes on after this one.
    async fn cursor(
        &self,
        #[graphql(default, desc = "The order of the list; the newest first unless said.")] order: DomainOrder,
    ) -> String {
        order.key()(self)
    }
}

impl Model {
    /// Whether `hosts` are nameservers of `dns`, and no others.
    pub fn are_of(hosts: &[String], dns: &dyn Dns) -> bool {
        !hosts.is_empty() && hosts.iter().all(|host| dns.name_servers().contains(host))
    }

    /// Whether its registry may know it.
    pub(super) const fn is_kept(&self) -> bool {
        !matches!(self.status, DomainStatus::Failed | DomainStatus::Cancelled)
    }

    /// Its place in a list that is newest first.
    pub(super) fn key(&self) -> String {
        page::moment_key(self.created_at, self.id)
    }

    /// Its place in a list by name.
    pub(super) fn key_by_name(&self) -> String {
        format!("{BY_NAME}{}", page::text_key(&self.domain_name, self.id))
    }

    /// Its place in a list by the end of the registration.
    pub(super) fn key_by_end(&self) -> String {
        format!("{BY_END}{}", page::moment_key(self.expires_at.unwrap_or_else(page::never), self.id))
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
    /// One domain of the calling account.
    pub async fn get(cx: &Context<'_>, id: Uuid) -> Result<Model> {
        static ONE: Kept = Kept::new();
        let values = vec![cx.account().into(), id.into()];
        let found = cx.one_kept(&ONE, values, || Self::owned(cx).filter(Column::Id.eq(id)));
        found.await?.ok_or(Error::DomainNotFound)
    }

    /// One domain of the calling account to be changed: until the transaction ends, by nobody else.
    pub async fn get_for_change(cx: &Context<'_>, id: Uuid) -> Result<Model> {
        static ONE: Kept = Kept::new();
        let values = vec![cx.account().into(), id.into()];
        let select = || Self::owned(cx).filter(Column::Id.eq(id)).lock_exclusive();
        let domain = cx.one_kept(&ONE, values, select).await?.ok_or(Error::DomainNotFound)?;
        if !domain.status.is_changeable() {
            let status = domain.status.to_value();
            return Err(Error::DomainLocked(format!(
                "{} is {status}: it cannot be changed",
                domain.domain_name
            )));
        }
        Ok(domain)
    }
}

/// What the subjects of queued work on domains begin with.
pub(super) const SUBJECT: &str = "domain";

/// The subject of all queued work on a domain: done in order, one at a time.
pub fn subject(id: Uuid) -> String {
    format!("{SUBJECT}:{id}")
}
