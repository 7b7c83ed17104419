//! The conversion plan of an account follows the service that it was ordered as.
use super::service::{Model as Service, ServiceStatus, ServiceType};
use hosting_kernel::{
    database::executor::Executor,
    kernel::account::{ActiveModel, Column, Entity, PlanStatus},
    refusals::error::Result,
};
use sea_orm::{ActiveValue::NotSet, Set, entity::prelude::*, sea_query::ExprTrait};

/// Has the conversion plan of its account stand as the `service` does, where that is file conversion.
pub async fn follow(db: &Executor<'_>, service: &Service) -> Result<()> {
    if service.service_type != ServiceType::Conversion {
        return Ok(());
    }
    let status = match service.status {
        ServiceStatus::Provisioning => return Ok(()),
        ServiceStatus::Active => PlanStatus::Active,
        ServiceStatus::PastDue | ServiceStatus::Suspended => PlanStatus::PastDue,
        ServiceStatus::Cancelled | ServiceStatus::Terminated => PlanStatus::Cancelled,
    };
    let after = ActiveModel {
        plan_status: Set(Some(status)),
        period_ends_at: service.renews_at.map_or(NotSet, |at| Set(Some(at))),
        ..Default::default()
    };
    let of = Column::Id.eq(service.account_id).and(Column::Plan.is_not_null());
    Entity::update_many().set(after).filter(of).exec(db).await?;
    Ok(())
}
