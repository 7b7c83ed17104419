//! A file that was made.
use hosting_kernel::{database::owned::Owned, providers::store::Key};
use sea_orm::entity::prelude::*;

/// What a job made.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "conversion_artifact")]
pub struct Model {
    /// Identifies it.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    /// The job.
    pub job_id: Uuid,
    /// The account that owns it.
    pub account_id: Uuid,
    /// Its place among what the job made.
    pub position: i32,
    /// What the store calls it.
    pub place: String,
    /// What the customer is to call it.
    pub file_name: String,
    /// Its type.
    pub mime_type: String,
    /// How large it is.
    pub size_bytes: i64,
    /// What it holds (FIPS 180-4, hexadecimal).
    pub sha256: String,
}

/// Records are joined by what asks for them, not by their entity.
#[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

impl Owned for Entity {
    const ACCOUNT: Column = Column::AccountId;
}

impl Model {
    /// Where the store has it.
    pub(super) fn key(&self) -> Key {
        Key { job: self.job_id, name: self.place.clone() }
    }
}
