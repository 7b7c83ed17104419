//! A piece of queued work.
use crate::values::time::Time;
use sea_orm::entity::prelude::*;
use serde::Serialize;

/// Where a job stands; one that is done is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumIter, DeriveActiveEnum, Serialize)]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::None)", rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum JobStatus {
    /// Waits for its time and for what is before it.
    Queued,
    /// A worker has it, until the lease ends.
    Running,
    /// Given up: a dead letter for the operator to look at.
    Dead,
}

/// A piece of queued work.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "job")]
pub struct Model {
    /// Identifies it to backends: what they did under this id, they do not do again.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    /// The request that asked for it.
    pub request_id: Uuid,
    /// The task's name.
    pub kind: String,
    /// What it changes: the work on one subject is done in order, one at a time.
    pub subject: String,
    /// Its place among the work on the subject.
    pub position: i64,
    /// What is to be done.
    pub task: Json,
    /// Where it stands.
    pub status: JobStatus,
    /// How often it was started.
    pub attempts: i32,
    /// When it may be started.
    pub run_at: Time,
    /// Until when the worker that has it must have ended it or asked for more time.
    pub lease_until: Option<Time>,
    /// Why it last failed.
    pub last_error: Option<String>,
    /// When it was asked for.
    pub created_at: Time,
    /// The taking by which a worker has it; no two are alike.
    pub holder: Option<Uuid>,
    /// The name of the lane it is in.
    pub lane: String,
    /// The account whose work it is.
    pub account_id: Option<Uuid>,
    /// Its place in the lane: each account has one turn after another.
    pub turn: i64,
}

impl Model {
    /// After so many attempts it is given up.
    pub const ATTEMPTS: i32 = 10;

    /// Whether a worker has it that may still be at it.
    pub fn is_kept(&self, now: Time) -> bool {
        self.status == JobStatus::Running && self.lease_until.is_none_or(|until| now < until)
    }
}

/// A piece of queued work.
pub type Job = Model;

/// Records are joined by what asks for them, not by their entity.
#[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
