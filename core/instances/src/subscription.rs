//! How long an instance is paid for: what can be done about it, as values.
use super::{
    cancellation,
    instance_of_service::{InstanceOfService, get_for_change},
};
use hosting_kernel::{
    kernel::context::Context,
    providers::hypervisor::InstanceKind,
    refusals::error::{Error, Result},
    values::time::Time,
};
use hosting_services::{
    period::months_later,
    service::{Model as Service, ServiceStatus, ServiceType},
};
use sea_orm::{ActiveModelTrait, IntoActiveModel};
use uuid::Uuid;

/// Months ahead for which a service can be paid at most.
const FARTHEST: u32 = 36;

/// `service` paid for `months` more.
pub fn renewed(mut service: Service, months: i32, now: Time) -> Result<Service> {
    refuse_ending(&service, "renewed")?;
    let from = service.renews_at.map_or(now, |at| at.max(now));
    let until = months_later(from, months.unsigned_abs());
    if until > months_later(now, FARTHEST) {
        return Err(Error::ActionNotAllowed(format!(
            "the service would be paid until {until}: {FARTHEST} months ahead is the farthest"
        )));
    }
    service.renews_at = Some(until);
    service.status = ServiceStatus::Active;
    service.grace_ends_at = None;
    service.updated_at = now;
    Ok(service)
}

/// `service` to be ended when what was paid for is over.
pub(super) fn cancelled(mut service: Service, now: Time) -> Result<Service> {
    refuse_ending(&service, "cancelled again")?;
    service.cancellation_requested_at = Some(now);
    service.cancel_at = Some(service.renews_at.map_or(now, |at| at.max(now)));
    service.auto_renew = false;
    service.updated_at = now;
    Ok(service)
}

/// `service` not to be ended after all; renewed by itself if it was before.
pub(super) fn kept(mut service: Service, auto_renew: bool, now: Time) -> Result<Service> {
    if service.cancellation_requested_at.is_none() {
        return Err(Error::ActionNotAllowed("no cancellation was requested: the service is kept".to_owned()));
    }
    if let Some(at) = service.cancel_at.filter(|at| *at <= now) {
        return Err(Error::ServiceUnavailableState(format!("the service ended at {at}")));
    }
    service.cancellation_requested_at = None;
    service.cancel_at = None;
    service.auto_renew = auto_renew;
    service.updated_at = now;
    Ok(service)
}

/// `service` renewed by itself, or not.
fn auto_renewed(mut service: Service, enabled: bool, now: Time) -> Result<Service> {
    if enabled {
        refuse_ending(&service, "renewed by itself")?;
    }
    service.auto_renew = enabled;
    service.updated_at = now;
    Ok(service)
}

/// Turns the automatic renewal of an instance of the calling account on or off.
pub(super) async fn set_auto_renew(
    cx: &Context<'_>,
    kind: InstanceKind,
    id: Uuid,
    enabled: bool,
) -> Result<InstanceOfService> {
    let InstanceOfService { service, instance } = get_for_change(cx, kind, id).await?;
    let service = auto_renewed(service, enabled, cx.now())?;
    // Off is off, also for a service that is kept later.
    cancellation::remove(cx, service.id).await?;
    store(cx, InstanceOfService { service, instance }).await
}

/// Refuses to change what is to end.
fn refuse_ending(service: &Service, what: &str) -> Result<()> {
    let Some(at) = service.cancellation_requested_at else { return Ok(()) };
    // Only virtual machines are kept through the platform.
    let advice = if service.service_type == ServiceType::Kvm { "; keep it first" } else { "" };
    Err(Error::ActionNotAllowed(format!(
        "the service cannot be {what}: its cancellation was requested at {at}{advice}"
    )))
}

/// Writes down what became of the service.
pub async fn store(cx: &Context<'_>, of: InstanceOfService) -> Result<InstanceOfService> {
    let service = cx.update(of.service.into_active_model().reset_all()).await?;
    Ok(InstanceOfService { service, instance: of.instance })
}

#[cfg(test)]
mod tests;
