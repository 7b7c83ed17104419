//! A snapshot of the sandbox.
use super::condition::Condition;
use hosting_kernel::values::time::Time;
use sea_orm::entity::prelude::*;

/// A snapshot of the sandbox: what the instance was.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "sandbox_snapshot")]
pub struct Model {
    /// The snapshot, by the platform's id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    /// The instance.
    pub instance: Uuid,
    /// What the instance was when it was taken.
    pub kept: Condition,
    /// What it takes of the disk.
    pub size_bytes: i64,
    /// When it is complete.
    pub ready_at: Time,
}

/// Records are joined by what asks for them, not by their entity.
#[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
