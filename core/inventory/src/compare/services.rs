//! The services of the accounts.
use super::{
    parts::Order,
    planner::{Planner, Refused},
};
use crate::{
    entry::{Entry as _, service::Service},
    item::Item,
};
use hosting_core::{
    refusals::error::Result,
    services::service::{Column, Entity, Model, ServiceStatus},
    values::time::Time,
};
use std::collections::{HashMap, HashSet};
use uuid::Uuid;

/// The services that the database holds.
#[derive(Default)]
struct Ordered<'k> {
    ids: HashMap<Uuid, &'k Model>,
    /// Those that the file does not name by their ids, by what they are called.
    labels: HashMap<(Uuid, String), Vec<&'k Model>>,
}

/// Compares the services; gives them as they were and will be, in the order of the file.
pub async fn compare(
    planner: &mut Planner<'_>,
    accounts: &[Option<Uuid>],
    billed: bool,
) -> Result<Vec<Option<Order>>> {
    let items = &planner.inventory.services;
    let owners: HashSet<Uuid> = accounts.iter().copied().flatten().collect();
    let mut rows = planner.lookup.among::<Entity, _>(Column::AccountId, owners.iter().copied()).await?;
    let ids: HashSet<Uuid> = items.iter().filter_map(|item| item.value.id).collect();
    rows.extend(planner.lookup.among::<Entity, _>(Column::Id, ids.iter().copied()).await?);
    let ordered = Ordered::of(&rows, &ids);
    let mut orders = Vec::with_capacity(items.len());
    for item in items {
        orders.push(
            match accounts[item.parent].map(|account| (account, ordered.before(account, &item.value))) {
                None => None,
                Some((account, Ok(before))) => Some(service(planner, item, account, (before, billed))),
                Some((_, Err((member, message)))) => {
                    planner.fault(&item.place, member, message);
                    None
                }
            },
        );
    }
    if planner.prune {
        let named: HashSet<Uuid> = orders.iter().flatten().map(|order| order.after.id).collect();
        let left = ordered.ids.values().filter(|row| owners.contains(&row.account_id));
        planner.plan.leaving.services = left.map(|row| row.id).filter(|id| !named.contains(id)).collect();
    }
    Ok(orders)
}

fn service(
    planner: &mut Planner<'_>,
    Item { parent, value, .. }: &Item<Service>,
    account: Uuid,
    (before, billed): (Option<&Model>, bool),
) -> Order {
    let id = before.map_or_else(|| planner.id(value.id), |row| row.id);
    let row = value.row(before, id, account, planner.now);
    let row = match before {
        Some(before) if billed => as_paid(before, row, planner.now),
        _ => row,
    };
    let owner = &planner.inventory.accounts[*parent].value.email;
    let what = format!("service {} of {owner}", value.label());
    let different = planner.differs::<Service>(what, before, row.clone());
    planner.plan.rows.services.extend(different);
    Order { before: before.cloned(), after: row }
}

/// A service of which somebody is asked for the money: until when it is paid, and whether that is late, stays as it has
/// become, unless the file knows of a later period or ends it.
fn as_paid(before: &Model, row: Model, now: Time) -> Model {
    let unpaid = before.renews_at.is_none_or(|at| at <= now) && before.grace_ends_at.is_some();
    let goes_on = |status| matches!(status, ServiceStatus::Active | ServiceStatus::PastDue);
    let went_on = goes_on(before.status) || (before.status == ServiceStatus::Suspended && unpaid);
    if row.renews_at > before.renews_at {
        return row;
    }
    let row = Model { renews_at: before.renews_at, ..row };
    match went_on && goes_on(row.status) {
        true => Model { status: before.status, grace_ends_at: before.grace_ends_at, ..row },
        false => row,
    }
}

impl<'k> Ordered<'k> {
    fn of(rows: &'k [Model], named: &HashSet<Uuid>) -> Self {
        let mut ordered = Self::default();
        for row in rows {
            let first = ordered.ids.insert(row.id, row).is_none();
            if first && !named.contains(&row.id) {
                let label = (row.account_id, Service::of(row).label());
                ordered.labels.entry(label).or_default().push(row);
            }
        }
        ordered
    }

    /// The service as it was, if it was; or why it cannot be.
    fn before(&self, account: Uuid, value: &Service) -> Result<Option<&'k Model>, Refused> {
        let label = value.label();
        let known = value.id.and_then(|id| self.ids.get(&id).copied());
        let alike = self.labels.get(&(account, label.clone())).map(Vec::as_slice).unwrap_or_default();
        match (known, value.id, alike) {
            (Some(row), ..) if row.account_id != account => {
                Err(("/id", "is the id of another account's service".to_owned()))
            }
            (Some(row), ..) if row.service_type != value.service_type => {
                Err(("/service_type", format!("this id is that of the service {}", Service::of(row).label())))
            }
            (Some(row), ..) => Ok(Some(row)),
            (None, _, []) => Ok(None),
            (None, Some(_), [other, ..]) => {
                Err(("/id", format!("the service {label} has the id {}", other.id)))
            }
            (None, None, [one]) => Ok(Some(*one)),
            (None, None, _) => Err(("", format!("the account has several services {label}: give the id"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hosting_core::{services::service::ServiceType, values::money::Money};

    fn service(status: ServiceStatus, renews_at: i64, grace_ends_at: Option<i64>) -> Model {
        Model {
            id: Uuid::nil(),
            account_id: Uuid::nil(),
            service_type: ServiceType::Lxc,
            display_name: "web-01".to_owned(),
            status,
            plan_name: "Small".to_owned(),
            billing_months: 1,
            renewal_price: Money::cents(500),
            renewal_currency: "USD".to_owned(),
            auto_renew: true,
            activated_at: None,
            renews_at: Some(Time::of_millis(renews_at)),
            grace_ends_at: grace_ends_at.map(Time::of_millis),
            cancellation_requested_at: None,
            cancel_at: None,
            created_at: Time::of_millis(0),
            updated_at: Time::of_millis(0),
        }
    }

    #[test]
    fn what_was_paid_is_not_for_the_file_to_say() {
        use ServiceStatus::{Active, Cancelled, PastDue, Suspended, Terminated};
        let now = Time::of_millis(100);
        for (before, file, after) in [
            // It was renewed since the file was written.
            ((Active, 200, None), (Active, 90, None), (Active, 200, None)),
            // It is late, and the file is from before.
            ((PastDue, 90, Some(150)), (Active, 90, None), (PastDue, 90, Some(150))),
            ((Suspended, 90, Some(150)), (Active, 90, None), (Suspended, 90, Some(150))),
            // The file knows better.
            ((PastDue, 90, Some(150)), (Active, 300, None), (Active, 300, None)),
            ((Active, 200, None), (Suspended, 90, None), (Suspended, 200, None)),
            ((PastDue, 90, Some(150)), (Terminated, 90, None), (Terminated, 90, None)),
            ((Cancelled, 90, Some(150)), (Active, 90, None), (Active, 90, None)),
            // What the operator has suspended goes on when the operator says so.
            ((Suspended, 200, None), (Active, 200, None), (Active, 200, None)),
        ] {
            let model = |(status, renews_at, grace)| service(status, renews_at, grace);
            assert_eq!(as_paid(&model(before), model(file), now), model(after), "{before:?} {file:?}");
        }
    }
}
