//! The email services.
use super::{
    super::{Details, Email},
    Planner, Refused, Result,
    details::{Order, by_service},
};
use crate::email::row::{Column, Entity, Model};
use uuid::Uuid;

impl Planner<'_> {
    pub(super) async fn emails(&mut self, orders: &[Option<Order>]) -> Result<()> {
        let parts = self.parts(orders, |details| match details {
            Details::Email(email) => Some(email),
            _ => None,
        });
        let ids: Vec<Uuid> = parts.iter().map(|part| part.service.id).collect();
        let known =
            by_service(self.look.among::<Entity, _>(Column::ServiceId, ids).await?, |row| row.service_id);
        for part in parts {
            let before = known.get(&part.service.id);
            if let Err((member, message)) = fits(part.is, before) {
                self.fault(&part.item.at, member, message);
                continue;
            }
            let row = part.is.row(before, part.service, self.now);
            let different = self.differs::<Email>(self.detail(&part), before, row);
            self.plan.emails.extend(different);
        }
        Ok(())
    }
}

/// Whether what the file says can be true beside what the mail servers were told.
fn fits(is: &Email, before: Option<&Model>) -> Result<(), Refused> {
    let told = |row: &&Model| row.provisioned_at.is_some() || row.provisioning.is_some();
    match before.filter(told) {
        Some(row) if row.domain_name != is.domain_name => {
            Err(("/domain_name", format!("the mail servers know this service by {}", row.domain_name)))
        }
        _ => Ok(()),
    }
}
