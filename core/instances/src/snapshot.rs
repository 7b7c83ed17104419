//! A snapshot of an instance.
use super::instance::{self, Instance};
use async_graphql::Enum;
use hosting_kernel::{
    database::owned::Owned,
    kernel::{context::Context, page},
    providers::hypervisor::InstanceKind,
    refusals::error::{Error, Result},
    values::time::Time,
};
use schemars::JsonSchema;
use sea_orm::{entity::prelude::*, sea_query::IntoCondition};
use serde::{Deserialize, Serialize};

/// Where a snapshot stands.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, JsonSchema, Enum,
)]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::None)", rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
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

impl SnapshotStatus {
    /// Whether a change of it is under way.
    pub const fn is_on_its_way(self) -> bool {
        matches!(self, Self::Creating | Self::Restoring | Self::Deleting)
    }
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

/// A snapshot as its owner names it: of a container by its name, of a virtual machine by its id.
pub(super) async fn get(cx: &Context<'_>, instance: &Instance, key: &str) -> Result<Snapshot> {
    let found = match instance.kind {
        InstanceKind::Lxc => named(cx, instance, key).await?,
        InstanceKind::Kvm => {
            let id = parse_id(key).ok_or(Error::SnapshotNotFound)?;
            cx.one(of(cx, instance).filter(Column::Id.eq(id))).await?
        }
    };
    found.ok_or(Error::SnapshotNotFound)
}

/// The snapshot of an instance that has this name.
pub(super) async fn named(cx: &Context<'_>, instance: &Instance, name: &str) -> Result<Option<Snapshot>> {
    cx.one(of(cx, instance).filter(Column::Name.eq(name))).await
}

/// Refuses a snapshot more than the plan has room for, or one whose name is taken.
pub(super) async fn check_room(cx: &Context<'_>, instance: &Instance, name: &str) -> Result<()> {
    if named(cx, instance, name).await?.is_some() {
        return Err(Error::SnapshotNameTaken(name.to_owned()));
    }
    let limit = u64::try_from(instance.snapshot_limit).unwrap_or(0);
    match of(cx, instance).count(cx.db).await? < limit {
        true => Ok(()),
        false => Err(Error::SnapshotLimitReached(limit)),
    }
}

/// The snapshots of instances of one kind that are `such`.
pub(super) async fn of_kind(
    cx: &Context<'_>,
    kind: InstanceKind,
    such: impl IntoCondition + Send,
) -> Result<Vec<Snapshot>> {
    let found = cx.all(Entity::owned(cx).filter(such)).await?;
    if found.is_empty() {
        return Ok(found);
    }
    let ids = found.iter().map(|one| one.service_id);
    let of_kind = instance::Entity::owned(cx)
        .filter(instance::Column::Kind.eq(kind))
        .filter(instance::Column::ServiceId.is_in(ids));
    let instances = cx.all(of_kind).await?;
    let is_one = |one: &Snapshot| instances.iter().any(|instance| instance.service_id == one.service_id);
    Ok(found.into_iter().filter(is_one).collect())
}

fn of(cx: &Context<'_>, instance: &Instance) -> Select<Entity> {
    Entity::owned(cx).filter(Column::ServiceId.eq(instance.service_id))
}

/// The id that `text` is. There is one way to write an id: another text identifies nothing.
fn parse_id(text: &str) -> Option<Uuid> {
    Uuid::try_parse(text).ok().filter(|id| id.to_string() == text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_written_in_one_way() {
        let id = "019aa1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b";
        assert_eq!(parse_id(id).map(|id| id.to_string()).as_deref(), Some(id));
        let long = "a".repeat(161);
        let simple = id.replace('-', "");
        let (upper, braced) = (id.to_uppercase(), format!("{{{id}}}"));
        for none in ["", "rollback", "é", "a b", "../x", &long, &simple, &upper, &braced, "\0"] {
            assert_eq!(parse_id(none), None, "{none:?}");
        }
    }
}
