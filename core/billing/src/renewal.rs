//! Periods that customers pay for when they like.
use super::{
    ask,
    charge::{self, ChargeStatus, Column, Entity, Model as Charge},
    settle::{give_service, note},
    subject,
    wanted::Period,
    withdraw::WithdrawCharge,
};
use hosting_kernel::{
    database::owned::Owned,
    kernel::context::Context,
    providers::{Failure, Providers, billing::Payment},
    refusals::error::{Error, Result},
    values::{money::Money, time::Time},
};
use hosting_services::Service;
use sea_orm::{
    ActiveModelTrait, EntityTrait, IntoActiveModel, QueryFilter, entity::prelude::*, sea_query::ExprTrait,
};

/// A period that a customer asks for.
#[derive(Debug)]
pub struct Bill(Charge);

/// Bills a period of `service`, which is held, from `starts` on. Where this comes to nothing it is taken back.
pub(super) async fn bill(
    cx: &Context<'_>,
    service: &Service,
    starts: Time,
    (months, amount): (i32, Money),
) -> Result<Bill> {
    let nobody = || Error::Internal("nobody takes the money".to_owned());
    let billing = cx.platform.providers().billing.as_ref().and_then(|billing| billing.default());
    let work = cx.claim.ok_or_else(nobody)?.work;
    // What was tried by hand in vain is about to be taken back.
    let asked = Column::Status.eq(ChargeStatus::Due).and(Column::ByHand.eq(false));
    let asked = Column::Status.eq(ChargeStatus::Pending).or(asked);
    let on_its_way = Column::ServiceId.eq(service.id).and(asked);
    // The same request once more is about its own.
    let on_its_way = on_its_way.and(Column::Id.ne(work));
    if cx.one(Entity::owned(cx).filter(on_its_way)).await?.is_some() {
        let why = "a payment for the service is on its way: it can be renewed when that is known";
        return Err(Error::ActionNotAllowed(why.to_owned()));
    }
    let due_at = service.renews_at.unwrap_or(starts);
    let period = Period { due_at, starts, months, amount };
    let new = period.charge(work, service.account_id, &billing.ok_or_else(nobody)?.id, cx.now());
    let new = Charge {
        service_id: Some(service.id),
        description: service.plan_name.clone(),
        currency: service.renewal_currency.clone(),
        by_hand: true,
        ..new
    };
    let charge = match charge::held(cx.db, work).await? {
        None => {
            Entity::insert(new.clone().into_active_model()).exec_without_returning(cx.db).await?;
            new
        }
        // The same request once more: what may have been paid is asked for as it was.
        Some(before) if before.status != ChargeStatus::Withdrawn => before,
        Some(before) => {
            let again = Charge { attempt: before.attempt + 1, ..new };
            cx.update(again.clone().into_active_model().reset_all()).await?;
            again
        }
    };
    cx.undo_later(subject(work), &WithdrawCharge::of(&charge)).await?;
    Ok(Bill(charge))
}

/// Asks for the money.
pub(super) async fn has_paid(providers: &Providers, bill: Bill) -> Result<(Bill, Payment), Failure> {
    if bill.0.status == ChargeStatus::Paid {
        return Ok((bill, Payment::Paid));
    }
    let backend = ask::backend(providers, &bill.0.backend)?;
    let payment = match backend.ask(backend.driver.charge(&bill.0.told())).await {
        Err(Failure::Refused(why)) => Payment::Declined(why),
        said => said?,
    };
    Ok((bill, payment))
}

/// `service`, which is held, with what was paid.
pub(super) async fn concluded(
    cx: &Context<'_>,
    service: Service,
    (Bill(bill), payment): (Bill, Payment),
) -> Result<Service> {
    if let Payment::Declined(why) = payment {
        return Err(Error::ActionNotAllowed(format!("the payment was declined: {why}")));
    }
    let held = charge::held(cx.db, bill.id).await?;
    // Somebody else may have learned of the payment before.
    let Some(charge) = held.filter(|charge| charge.status != ChargeStatus::Paid) else { return Ok(service) };
    note(cx.db, &charge, &payment, cx.now()).await?;
    match payment {
        Payment::Paid => give_service(cx.db, &charge, service, cx.now()).await,
        Payment::Pending | Payment::Declined(_) => Ok(service),
    }
}
