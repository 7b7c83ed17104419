//! How long a container is paid for, and what that costs.
use crate::{
    instances::Both,
    kernel::context::Context,
    refusals::error::{Error, Result},
    services::Service,
};
use sea_orm::{ActiveModelTrait, IntoActiveModel, Set};

/// `both`, paid every so many months from the next renewal on.
///
/// Prices are in proportion to one that stays, so that roundings do not add up and the way back is exact.
pub(super) fn paid_every(mut both: Both, months: i32) -> Both {
    let Both { service, instance } = &mut both;
    let base = instance.base_price.zip(instance.base_months);
    let (price, of) = base.unwrap_or((service.renewal_price, service.billing_months));
    (instance.base_price, instance.base_months) = (Some(price), Some(of));
    service.renewal_price = price.in_proportion(months, of);
    service.billing_months = months;
    both
}

/// Refuses to renew what is to end.
pub(super) fn refuse_ending(service: &Service) -> Result<()> {
    match service.cancellation_requested_at {
        None => Ok(()),
        Some(at) => Err(Error::ActionNotAllowed(format!(
            "the service cannot be renewed by itself: its cancellation was requested at {at}"
        ))),
    }
}

/// Writes down how it is paid for.
pub(super) async fn stored(cx: &Context<'_>, both: Both) -> Result<Both> {
    let Both { mut service, instance } = both;
    service.updated_at = cx.now();
    let mut row = instance.clone().into_active_model();
    row.base_price = Set(instance.base_price);
    row.base_months = Set(instance.base_months);
    Ok(Both {
        service: service.into_active_model().reset_all().update(cx.db).await?,
        instance: row.update(cx.db).await?,
    })
}

#[cfg(test)]
mod tests {
    use crate::values::money::Money;

    #[test]
    fn prices_are_in_proportion_and_rounded_to_the_cent() {
        for (base, of, months, cents) in [
            (1250, 3, 3, 1250),
            (1250, 3, 1, 417),
            (1250, 3, 6, 2500),
            (1250, 3, 12, 5000),
            (1000, 3, 1, 333),
            (1001, 6, 3, 501),
            (999, 12, 1, 83),
            (0, 1, 12, 0),
            (1, 12, 1, 0),
        ] {
            let price = Money::cents(base).in_proportion(months, of);
            assert_eq!(price, Money::cents(cents), "{base} for {of}, {months}");
        }
        assert_eq!(Money::cents(500).in_proportion(3, 0), Money::cents(500), "no period is no proportion");
    }
}
