//! A DNS record.
use super::kind::RecordType;
use async_graphql::{ComplexObject, Enum, SimpleObject};
use hosting_kernel::{
    database::owned::Owned,
    kernel::{context::Context, page},
    providers::dns::SetName,
    refusals::error::{Error, Result},
    values::{texts::Texts, time::Time},
};
use schemars::JsonSchema;
use sea_orm::{FromJsonQueryResult, QueryOrder, entity::prelude::*};
use serde::{Deserialize, Serialize};

/// Where a record stands.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, JsonSchema, Enum,
)]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::None)", rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum RecordStatus {
    /// On its way to the nameservers.
    Pending,
    /// Served.
    Active,
    /// Not taken by the nameservers; `last_error` says why.
    Failed,
    /// On its way out.
    Deleting,
}

/// What a zone says of one name and type (an `RRset`, RFC 2181 section 5).
#[derive(
    Clone, Debug, PartialEq, Eq, DeriveEntityModel, Serialize, Deserialize, JsonSchema, SimpleObject,
)]
#[sea_orm(table_name = "dns_record")]
#[schemars(rename = "DnsRecord")]
#[graphql(name = "DnsRecordFields", complex)]
pub struct Model {
    /// Identifies the record.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    /// The account that owns the domain.
    #[serde(skip)]
    #[graphql(skip)]
    pub account_id: Uuid,
    /// The domain.
    pub domain_id: Uuid,
    /// The name within the domain; `@` is the domain itself.
    #[schemars(length(max = 253), example = &"www")]
    pub name: String,
    /// The whole name.
    #[schemars(length(max = 253), example = &"www.example.com")]
    pub fqdn: String,
    /// The type.
    #[schemars(example = &"AAAA")]
    #[graphql(skip)]
    pub r#type: String,
    /// What it says, in presentation form (RFC 1035 section 5.1); TXT without quotes.
    #[schemars(length(max = 100), example = ["2001:db8::1"])]
    pub contents: Texts,
    /// Seconds for which others may keep it.
    #[schemars(example = 3600, range(min = 60, max = 86400))]
    pub ttl: i32,
    /// The preference of an MX or the priority of an SRV record that all contents share.
    #[schemars(example = 10, range(min = 0, max = 65535))]
    pub priority: Option<i32>,
    /// Where it stands.
    pub status: RecordStatus,
    /// Why the nameservers did not take it.
    #[schemars(example = &"refused: the zone is frozen")]
    pub last_error: Option<String>,
    /// Tells a change from the one before it.
    #[serde(skip)]
    #[graphql(skip)]
    pub revision: i32,
    /// The names under which the nameservers may serve it, where they may differ from its own.
    #[serde(skip)]
    #[graphql(skip)]
    pub served: Option<SetNames>,
    /// When it was made.
    pub created_at: Time,
    /// When it last changed.
    pub updated_at: Time,
    /// When the nameservers last took it.
    pub synced_at: Option<Time>,
    /// What the nameservers said then.
    #[serde(skip)]
    #[graphql(skip)]
    pub published: Option<Published>,
}

/// A change as the nameservers took it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, FromJsonQueryResult, SimpleObject)]
#[graphql(name = "DnsPublication")]
pub struct Published {
    /// The serial of the zone with it (RFC 1035 section 3.3.13), where zones have one.
    pub serial: Option<u32>,
    /// The servers that were asked afterwards, and answered with it.
    pub answered: Vec<String>,
}

#[ComplexObject]
impl Model {
    /// The type.
    #[graphql(name = "type")]
    #[expect(clippy::unused_async, reason = "fields that can be refused are asked so")]
    async fn kind(&self) -> Result<RecordType> {
        Ok(RecordType::parse(&self.r#type)?)
    }

    /// What the nameservers said then.
    async fn published(&self) -> &Option<Published> {
        &self.published
    }

    /// Where a list goes on after this one.
    async fn cursor(&self) -> String {
        self.key()
    }
}

/// Names and types of `RRset`s.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, FromJsonQueryResult)]
pub struct SetNames(pub Vec<SetName>);

impl Model {
    /// Its name and type as nameservers know it.
    pub fn set_name(&self) -> SetName {
        SetName { name: self.fqdn.clone(), kind: self.r#type.clone() }
    }

    /// The names under which the nameservers may serve it: its own, and those it had when a change was given up.
    pub fn names(&self) -> Vec<SetName> {
        let mut names = self.served.clone().map_or_else(Vec::new, |served| served.0);
        if !names.contains(&self.set_name()) {
            names.push(self.set_name());
        }
        names
    }

    /// Its place in a list by name and type.
    pub(super) fn key(&self) -> String {
        format!("{}/{}", self.name, page::text_key(&self.r#type, self.id))
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
    /// One record of one domain of the calling account.
    pub async fn get(cx: &Context<'_>, domain: Uuid, id: Uuid) -> Result<Model> {
        let select = Self::owned(cx).filter(Column::DomainId.eq(domain)).filter(Column::Id.eq(id));
        cx.one(select).await?.ok_or(Error::DnsRecordNotFound)
    }

    /// The records of a domain that are there to stay, at one name.
    pub(crate) async fn at(cx: &Context<'_>, domain: Uuid, name: &str) -> Result<Vec<Model>> {
        let staying = Column::Status.ne(RecordStatus::Deleting);
        let here = Self::owned(cx).filter(Column::DomainId.eq(domain)).filter(Column::Name.eq(name));
        cx.all(here.filter(staying).order_by_asc(Column::Type)).await
    }
}
