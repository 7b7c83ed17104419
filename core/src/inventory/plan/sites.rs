//! The sites of shared hosting.
use super::{
    super::{Details, Hosting, hosting::in_sandbox},
    Planner, Result,
    details::{Order, by_service},
};
use crate::{
    hosting::row::{Column, Entity, Model},
    services::service::ServiceType,
};
use std::collections::HashMap;
use uuid::Uuid;

impl Planner<'_> {
    pub(super) async fn sites(&mut self, orders: &[Option<Order>]) -> Result<()> {
        let parts = self.parts(orders, |details| match details {
            Details::Hosting(hosting) => Some(hosting),
            _ => None,
        });
        let hosted =
            orders.iter().flatten().filter(|order| order.after.service_type == ServiceType::SharedHosting);
        let ids: Vec<Uuid> = hosted.map(|order| order.after.id).collect();
        let known =
            by_service(self.look.among::<Entity, _>(Column::ServiceId, ids).await?, |row| row.service_id);
        let users: Vec<String> = parts.iter().map(|part| part.is.site(known.get(&part.service.id))).collect();
        let mut users: HashMap<String, Uuid> = self
            .look
            .among::<Entity, _>(Column::Site, users)
            .await?
            .into_iter()
            .map(|row| (row.site, row.service_id))
            .collect();
        for part in parts {
            let id = part.service.id;
            let before = known.get(&id);
            let row = part.is.row(before, part.service, self.now);
            if *users.entry(row.site.clone()).or_insert(id) != id {
                let message = format!("another service has the site {}: give this one its own", row.site);
                self.fault(&part.item.at, "/site", message);
                continue;
            }
            if before.is_none() {
                self.plan.sandbox_sites.extend(in_sandbox(&row));
            }
            let different = self.differs::<Hosting>(self.detail(&part), before, row);
            self.plan.sites.extend(different);
        }
        self.look_again(orders, known);
        Ok(())
    }

    /// A site whose order has changed is looked at again, so that its panel hears of it.
    fn look_again(&mut self, orders: &[Option<Order>], mut known: HashMap<Uuid, Model>) {
        for row in &self.plan.sites {
            known.remove(&row.service_id);
        }
        let changed = orders.iter().flatten().filter(|order| order.before.as_ref() != Some(&order.after));
        let rows = changed.filter_map(|order| known.remove(&order.after.id));
        self.plan.sites.extend(rows.map(|row| Model { due_at: None, ..row }));
    }
}
