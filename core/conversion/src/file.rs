//! A file that is to be converted.
use super::checksum::Content;
use hosting_kernel::{database::owned::Owned, providers::store::Key, values::time::Time};
use sea_orm::entity::prelude::*;

/// A file of a job.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "conversion_file")]
pub struct Model {
    /// Identifies it.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    /// The job.
    pub job_id: Uuid,
    /// The account that owns it.
    pub account_id: Uuid,
    /// Its place among the files of the job.
    pub position: i32,
    /// What the customer calls it.
    pub original_name: String,
    /// Its type.
    pub mime_type: String,
    /// How large it is.
    pub size_bytes: i32,
    /// What the customer says of its content.
    pub checksum: Option<String>,
    /// Whether that was found to be so.
    pub checksum_verified: Option<bool>,
    /// What we found.
    pub sha256: Option<String>,
    /// When it was whole.
    pub uploaded_at: Option<Time>,
}

/// Records are joined by what asks for them, not by their entity.
#[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

impl Owned for Entity {
    const ACCOUNT: Column = Column::AccountId;
}

impl Model {
    /// Whether nobody knew before that it holds this, or that it is as the customer said.
    pub(super) fn is_news(&self, content: &Content) -> bool {
        self.sha256.is_none() || content.as_said.is_some_and(|right| self.checksum_verified != Some(right))
    }

    /// Where the store has it.
    pub(super) fn key(&self) -> Key {
        Key { job: self.job_id, name: self.id.to_string() }
    }
}
