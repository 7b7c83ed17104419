//! What was made of services at their backends, where that is more than to let them be.
use super::Level;
use sea_orm::entity::prelude::*;

/// What was made of a service; one without a row is in use, or was never stopped.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "service_level")]
pub struct Model {
    /// The service.
    #[sea_orm(primary_key, auto_increment = false)]
    pub service_id: Uuid,
    /// What its backend was last brought to.
    pub level: Level,
    /// Whether it ran before it was stopped, and runs again when it is in use.
    pub resumes: bool,
}

/// Records are joined by what asks for them, not by their entity.
#[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
