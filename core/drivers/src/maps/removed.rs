//! What was removed, and whose mail is still on the disks.
use sea_orm::entity::prelude::*;

/// A domain that was removed. When that was, the database says.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "removed")]
pub struct Model {
    /// The id of the service.
    #[sea_orm(primary_key, auto_increment = false)]
    pub service: String,
    /// The name.
    #[sea_orm(primary_key, auto_increment = false)]
    pub domain: String,
    /// The id of the work that removed it.
    pub removed_by: String,
}

/// Records are joined by what asks for them, not by their entity.
#[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
