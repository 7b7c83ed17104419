//! The email services.
use super::{
    parts::{Order, by_service},
    placed::{Before, placed},
    planner::{Planner, Refused},
};
use crate::entry::{details::Details, email::Email};
use hosting_core::{
    email::row::{Column, Entity, Model},
    providers::{Port, backends::Backends, mail::Mail},
    refusals::error::Result,
};
use uuid::Uuid;

/// Compares the email services.
pub async fn compare(
    planner: &mut Planner<'_>,
    orders: &[Option<Order>],
    mail: &Backends<dyn Mail>,
) -> Result<()> {
    let parts = planner.parts(orders, |details| match details {
        Details::Email(email) => Some(email),
        _ => None,
    });
    let ids: Vec<Uuid> = parts.iter().map(|part| part.service.id).collect();
    let rows = planner.lookup.among::<Entity, _>(Column::ServiceId, ids).await?;
    let known = by_service(rows, |row| row.service_id);
    for part in parts {
        let before = known.get(&part.service.id);
        let is = before.map_or(Before::Nowhere, |row| Before::At(row.backend.as_deref()));
        let found = fits(part.value, before)
            .and_then(|()| placed((Port::Mail, mail), part.value.backend.as_deref(), is));
        let Some(backend) = planner.good(&part.item.place, found) else { continue };
        let row = Model { backend, ..part.value.row(before, part.service, planner.now) };
        let different = planner.differs::<Email>(planner.label(&part), before, row);
        planner.plan.rows.emails.extend(different);
    }
    Ok(())
}

/// Whether what the file says can be true beside what the mail servers know.
fn fits(email: &Email, before: Option<&Model>) -> Result<(), Refused> {
    let provisioned = |row: &&Model| row.provisioned_at.is_some() || row.provisioning.is_some();
    match before.filter(provisioned) {
        Some(row) if row.domain_name != email.domain_name => {
            Err(("/domain_name", format!("the mail servers know this service by {}", row.domain_name)))
        }
        _ => Ok(()),
    }
}
