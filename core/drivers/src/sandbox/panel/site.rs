//! A site that the sandbox panel was told about.
use hosting_kernel::providers::panel::SiteState;
use sea_orm::entity::prelude::*;

/// A site that was suspended or removed, or was so before.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "sandbox_site")]
pub struct Model {
    /// Its user.
    #[sea_orm(primary_key, auto_increment = false)]
    pub name: String,
    /// Where it stands.
    pub state: SiteState,
    /// The work that last changed it.
    pub changed_by: Option<Uuid>,
}

/// Records are joined by what asks for them, not by their entity.
#[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
