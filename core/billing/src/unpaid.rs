//! What time brings to services that nobody pays for: a grace, then an end in steps.
use super::charge::{ChargeStatus, Column as C, Entity as Charges};
use hosting_kernel::{kernel::platform::Platform, refusals::error::Result};
use hosting_services::{
    life::move_on,
    service::{ActiveModel, Column, Entity, ServiceStatus},
};
use sea_orm::{
    ColumnTrait, Set,
    sea_query::{Expr, ExprTrait, Query, SimpleExpr},
};

/// Whether the money for the next period has yet to be asked for: nobody is late who was not asked.
fn is_to_be_asked_for() -> SimpleExpr {
    let due = Query::select()
        .expr(Expr::val(1))
        .from(Charges)
        .and_where(Expr::col((Charges, C::ServiceId)).equals((Entity, Column::Id)))
        .and_where(Expr::col((Charges, C::DueAt)).equals((Entity, Column::RenewsAt)))
        .and_where(Expr::col((Charges, C::Status)).eq(ChargeStatus::Due))
        .and_where(Expr::col((Charges, C::Attempt)).eq(0))
        .take();
    Expr::exists(due)
}

/// Services that are not paid when their period ends are past due, and in use until their grace ends; then they are
/// suspended, and terminated when they were kept for long enough.
pub(super) async fn pass_on(platform: &Platform) -> Result<()> {
    if platform.providers().billing.is_none() {
        return Ok(());
    }
    let (now, terms) = (platform.clock().now(), platform.billing_terms());
    let becomes = |status: ServiceStatus, grace_ends_at| ActiveModel {
        status: Set(status),
        grace_ends_at: Set(grace_ends_at),
        updated_at: Set(now),
        ..Default::default()
    };
    // What was cancelled ends by itself.
    let unpaid = Column::RenewsAt.lte(now).and(Column::CancelAt.is_null());
    let late = Column::Status.eq(ServiceStatus::Active).or(Column::GraceEndsAt.is_null());
    let late = Entity::going_on().and(unpaid.clone()).and(late).and(is_to_be_asked_for().not());
    let past_due = becomes(ServiceStatus::PastDue, Some(now.plus(terms.grace)));
    move_on(platform, late, past_due).await?;
    let grace_is_over = Column::Status.eq(ServiceStatus::PastDue).and(Column::GraceEndsAt.lte(now));
    let grace_is_over = Entity::going_on().and(unpaid.clone()).and(grace_is_over);
    let suspended = becomes(ServiceStatus::Suspended, Some(now.plus(terms.suspended)));
    move_on(platform, grace_is_over, suspended).await?;
    let is_lost = Column::Status.eq(ServiceStatus::Suspended).and(Column::GraceEndsAt.lte(now));
    let is_lost = Entity::over().and(unpaid).and(is_lost);
    move_on(platform, is_lost, becomes(ServiceStatus::Terminated, None)).await
}
