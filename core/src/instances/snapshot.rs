//! A snapshot of an instance.
use crate::{
    database::owned::Owned,
    kernel::{
        context::Context,
        page::{self, Order, Page, Part},
    },
    refusals::error::{Error, Result},
    values::time::Time,
};
use async_graphql::Enum;
use schemars::JsonSchema;
use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};

/// Where a snapshot stands.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, JsonSchema, Enum,
)]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::None)", rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum SnapshotStatus {
    /// Being made.
    Creating,
    /// Can be gone back to.
    Ready,
    /// The instance is going back to it.
    Restoring,
    /// On its way out.
    Deleting,
    /// Could not be made; `last_error` says why.
    Failed,
}

/// A snapshot of an instance; the hypervisor knows it by its id, the customer by its name.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "instance_snapshot")]
pub struct Model {
    /// Identifies it.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    /// The instance.
    pub service_id: Uuid,
    /// The account that owns it.
    pub account_id: Uuid,
    /// What the customer calls it; unique for an instance.
    pub name: String,
    /// What the customer says of it.
    pub description: Option<String>,
    /// Where it stands.
    pub status: SnapshotStatus,
    /// What it takes, in bytes.
    pub size_bytes: Option<i64>,
    /// Why the last change did not come about.
    pub last_error: Option<String>,
    /// When it was asked for.
    pub created_at: Time,
    /// When it last changed.
    pub updated_at: Time,
}

/// A snapshot.
pub type Snapshot = Model;

/// Records are joined by what asks for them, not by their entity.
#[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

impl Owned for Entity {
    const ACCOUNT: Column = Column::AccountId;
}

impl Model {
    /// Its place in a list that is newest first.
    pub(crate) fn key(&self) -> String {
        page::moment_key(self.created_at, self.id)
    }
}

impl Entity {
    /// One snapshot of an instance of the calling account, by the name that the customer gave it.
    pub(crate) async fn named(cx: &Context<'_>, instance: Uuid, name: &str) -> Result<Option<Model>> {
        let here = Self::owned(cx).filter(Column::ServiceId.eq(instance));
        cx.one(here.filter(Column::Name.eq(name))).await
    }

    /// The same, by its id.
    pub(crate) async fn get(cx: &Context<'_>, instance: Uuid, id: Uuid) -> Result<Model> {
        let here = Self::owned(cx).filter(Column::ServiceId.eq(instance));
        cx.one(here.filter(Column::Id.eq(id))).await?.ok_or(Error::SnapshotNotFound)
    }

    /// The snapshots of an instance, newest first.
    pub(crate) async fn list(
        cx: &Context<'_>,
        instance: Uuid,
        cursor: Option<&str>,
        limit: Option<u32>,
    ) -> Result<Page<Model>> {
        let here = Self::owned(cx).filter(Column::ServiceId.eq(instance));
        let newest = Order::newest(Column::CreatedAt, Column::Id, Model::key);
        page::list(cx, here, newest, Part::forward(limit, cursor)).await
    }

    /// The same of each of `instances`.
    pub(crate) async fn list_each(
        cx: &Context<'_>,
        instances: &[Uuid],
        cursor: Option<&str>,
        limit: Option<u32>,
    ) -> Result<Vec<Page<Model>>> {
        let of = |instance: &Uuid| Self::owned(cx).filter(Column::ServiceId.eq(*instance));
        let newest = Order::newest(Column::CreatedAt, Column::Id, Model::key);
        let lists = instances.iter().map(of).collect();
        let part = Part::forward(limit, cursor);
        let place = |one: &Model| instances.iter().position(|instance| *instance == one.service_id);
        page::list_each(cx, lists, Column::Id, newest, part, place).await
    }

    /// Refuses a snapshot more than the plan has room for, or one whose name is taken.
    pub(crate) async fn fits(cx: &Context<'_>, instance: &super::Instance, name: &str) -> Result<()> {
        if Self::named(cx, instance.service_id, name).await?.is_some() {
            return Err(Error::SnapshotNameTaken(name.to_owned()));
        }
        let there = Self::owned(cx).filter(Column::ServiceId.eq(instance.service_id));
        let limit = u64::try_from(instance.snapshot_limit).unwrap_or(0);
        match there.count(cx.db).await? < limit {
            true => Ok(()),
            false => Err(Error::SnapshotLimitReached(limit)),
        }
    }
}
