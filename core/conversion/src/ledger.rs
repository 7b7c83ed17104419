//! What conversions cost: a row for each operation that was reserved, and for each that was given back.
//!
//! How much of a plan is used is the sum of its rows of the month (UTC).
use super::job;
use hosting_kernel::{
    database::{executor::Executor, kept::Kept, owned::Owned},
    kernel::context::Context,
    refusals::error::Result,
    values::time::Time,
};
use sea_orm::{FromQueryResult, IntoActiveModel, QueryFilter, QuerySelect, entity::prelude::*};

/// A change of what an account has used.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "conversion_ledger")]
pub struct Model {
    /// Identifies it.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    /// The account.
    pub account_id: Uuid,
    /// The job that it is for.
    pub job_id: Uuid,
    /// The month in which the operation was reserved, as `2031-01`.
    pub period: String,
    /// Which way it goes.
    pub entry: Entry,
    /// Why.
    pub reason: String,
    /// Operations: what was given back is negative.
    pub operations: i32,
    /// When.
    pub created_at: Time,
}

/// Which way a row goes; each of a job's stands once at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::None)", rename_all = "snake_case")]
pub enum Entry {
    /// Set aside when the job was made.
    Reserved,
    /// Given back: the job was not done, and it was not a file's fault.
    Returned,
}

/// Records are joined by what asks for them, not by their entity.
#[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

impl Owned for Entity {
    const ACCOUNT: Column = Column::AccountId;
}

#[derive(FromQueryResult)]
struct Used {
    used: Option<i64>,
}

/// What the calling account has used this month.
pub async fn used(cx: &Context<'_>) -> Result<i32> {
    static SUM: Kept = Kept::new();
    let period = period(cx.now());
    let sum = || {
        let rows = Entity::owned(cx).filter(Column::Period.eq(&*period));
        rows.select_only().column_as(Column::Operations.sum(), "used").into_model::<Used>()
    };
    let values = vec![cx.account().into(), (&*period).into()];
    let used = cx.one_of(&SUM, values, sum).await?.and_then(|found| found.used).unwrap_or(0);
    Ok(i32::try_from(used).unwrap_or(i32::MAX))
}

/// Sets one operation aside for `job`, which is being made.
pub(super) async fn reserve(cx: &Context<'_>, job: &job::Model) -> Result<()> {
    let row = Model {
        id: cx.id(),
        account_id: job.account_id,
        job_id: job.id,
        period: period(job.created_at),
        entry: Entry::Reserved,
        reason: "prepared".to_owned(),
        operations: 1,
        created_at: cx.now(),
    };
    Entity::insert(row.into_active_model()).exec_without_returning(cx.db).await?;
    Ok(())
}

/// Gives the operation of `job` back, which is over; `reason` is a word or two.
pub(super) async fn give_back(
    db: &Executor<'_>,
    job: &job::Model,
    reason: &str,
    (id, now): (Uuid, Time),
) -> Result<()> {
    let row = Model {
        id,
        account_id: job.account_id,
        job_id: job.id,
        period: period(job.created_at),
        entry: Entry::Returned,
        reason: reason.to_owned(),
        operations: -1,
        created_at: now,
    };
    Entity::insert(row.into_active_model()).exec_without_returning(db).await?;
    Ok(())
}

fn period(at: Time) -> String {
    at.utc().format("%Y-%m").to_string()
}
