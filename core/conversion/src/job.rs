//! What is kept of a job.
use super::{fault::Fault, state::JobStatus};
use chrono::TimeDelta;
use hosting_kernel::{
    database::{executor::Executor, owned::Owned},
    kernel::context::Context,
    refusals::error::{Error, Result},
    values::time::Time,
};
use sea_orm::{IntoActiveModel, QueryFilter, QuerySelect, Set, entity::prelude::*};

/// A conversion that somebody asked for.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "conversion_job")]
pub struct Model {
    /// Identifies it.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    /// The account that owns it.
    pub account_id: Uuid,
    /// The request that made it.
    pub request_id: Uuid,
    /// The tool's id.
    pub tool: String,
    /// The tool's options, without those that are secret.
    pub options: Json,
    /// All of them, sealed, where some are secret; gone when the job is over.
    pub sealed_options: Option<Vec<u8>>,
    /// Where it stands.
    pub status: JobStatus,
    /// How much of the work is done, of 100.
    pub progress: i32,
    /// Why it failed.
    pub error: Option<Fault>,
    /// When it was made.
    pub created_at: Time,
    /// When a worker took it first.
    pub started_at: Option<Time>,
    /// When it became what it stays.
    pub finished_at: Option<Time>,
    /// When it ends if nothing happens; once it is over, when its files go.
    pub expires_at: Time,
    /// When its files went.
    pub files_gone_at: Option<Time>,
}

/// Records are joined by what asks for them, not by their entity.
#[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

impl Owned for Entity {
    const ACCOUNT: Column = Column::AccountId;
}

impl Entity {
    /// The caller's job `id`.
    pub(super) async fn get(cx: &Context<'_>, id: Uuid) -> Result<Model> {
        cx.one(Self::owned(cx).filter(Column::Id.eq(id))).await?.ok_or(Error::JobNotFound)
    }

    /// The same, which nobody else changes meanwhile.
    pub(super) async fn get_for_change(cx: &Context<'_>, id: Uuid) -> Result<Model> {
        let held = Self::owned(cx).filter(Column::Id.eq(id)).lock_exclusive();
        cx.one(held).await?.ok_or(Error::JobNotFound)
    }
}

/// How long the files of a job that is over are kept (`contract.md` §8.8).
const KEPT: TimeDelta = TimeDelta::hours(24);

impl Model {
    /// The job is over: it stays as `status`, and its files go in a day.
    pub(super) async fn over(
        self,
        db: &Executor<'_>,
        status: JobStatus,
        error: Option<Fault>,
        now: Time,
    ) -> Result<Self> {
        let mut over = self.into_active_model();
        over.status = Set(status);
        over.error = Set(error);
        over.sealed_options = Set(None);
        over.finished_at = Set(Some(now));
        over.expires_at = Set(now.plus(KEPT));
        Ok(over.update(db).await?)
    }
}
