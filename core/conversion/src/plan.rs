//! Who may convert: the rule of the plan (`contract.md` §8.8).
use hosting_kernel::{
    database::{executor::Executor, owned::Owned},
    kernel::{
        account::{Entity, Model, Plan, PlanStatus},
        context::Context,
    },
    refusals::error::{Error, Result},
};
use sea_orm::{EntityTrait, QuerySelect};
use uuid::Uuid;

/// Refuses an account without an active plan that is paid for.
pub(super) async fn entitled(cx: &Context<'_>) -> Result<Model> {
    may(cx.one(Entity::owned(cx)).await?)
}

/// The same; of several who ask at once, each sees what the one before reserved.
pub(super) async fn entitled_for_change(cx: &Context<'_>) -> Result<Model> {
    may(cx.one(Entity::owned(cx).lock_exclusive()).await?)
}

/// Whether the account `id` still may.
#[expect(clippy::disallowed_methods, reason = "a job names its account; nobody asks for it")]
pub(super) async fn still_entitled(db: &Executor<'_>, id: Uuid) -> Result<bool> {
    Ok(may(Entity::find_by_id(id).one(db).await?).is_ok())
}

fn may(account: Option<Model>) -> Result<Model> {
    let account = account.ok_or(Error::AccountNotFound)?;
    let paid = matches!(account.plan, Some(Plan::Pro | Plan::Business));
    let active = account.plan_status == Some(PlanStatus::Active);
    match paid && active {
        true => Ok(account),
        false => Err(Error::ConversionPlanRequired),
    }
}
