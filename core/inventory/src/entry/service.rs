//! A service, as an inventory says it.
use super::{Entry, details::Details};
use crate::{
    moment::{Moment, created, given, updated},
    place::Place,
    reader::Members,
    rule,
};
use hosting_core::{
    services::service::{Model, ServiceStatus, ServiceType},
    values::{money::Money, time::Time},
};
use schemars::JsonSchema;
use sea_orm::ActiveEnum;
use serde::Serialize;
use uuid::Uuid;

/// Something that a customer has ordered.
#[derive(Clone, Debug, JsonSchema, Serialize)]
#[expect(clippy::struct_field_names, reason = "these are the members of the file")]
pub struct Service {
    /// Identifies it for good; given by the platform where the file does not.
    pub id: Option<Uuid>,
    /// What was ordered.
    pub service_type: ServiceType,
    /// What the customer calls it; without an id, no other of its type in the account is called so.
    #[schemars(length(min = 1, max = 255))]
    pub display_name: String,
    /// Where the order stands. While it is `provisioning`, what the service is may be left out.
    pub status: ServiceStatus,
    /// What the plan is called.
    #[schemars(length(min = 1, max = 255))]
    pub plan_name: String,
    /// Months that are paid at once.
    #[schemars(range(min = 1))]
    pub billing_months: i32,
    /// What the next period costs.
    pub renewal_price: Money,
    /// The currency of that (ISO 4217).
    #[schemars(regex(pattern = r"^[A-Z]{3}$"), example = &"USD")]
    pub renewal_currency: String,
    /// Whether it is renewed before its period ends.
    pub auto_renew: bool,
    /// When it was first in use.
    pub activated_at: Option<Moment>,
    /// When its period ends.
    pub renews_at: Option<Moment>,
    /// Until when it can still be paid after that.
    pub grace_ends_at: Option<Moment>,
    /// When the customer cancelled it.
    pub cancellation_requested_at: Option<Moment>,
    /// When it ends.
    pub cancel_at: Option<Moment>,
    /// When it was ordered; unless said, when it was brought in.
    pub created_at: Option<Moment>,
    /// When it last changed; read at first only.
    pub updated_at: Option<Moment>,
}

impl Service {
    /// Reads a service, and what it is beyond that.
    pub fn read(it: &mut Members<'_, '_>) -> (Self, Option<(Place, Details)>) {
        let service_type = it.word("service_type");
        let known_type = it.is_valid().then_some(service_type);
        let status = it.word("status");
        let set_up = it.is_valid() && status != ServiceStatus::Provisioning;
        let details = Details::read(it, known_type, set_up);
        let order = Self {
            id: it.optional_text("id", rule::id),
            service_type,
            display_name: it.required_text("display_name", rule::line),
            status,
            plan_name: it.required_text("plan_name", rule::line),
            billing_months: it.required_as("billing_months", rule::positive),
            renewal_price: it.required("renewal_price"),
            renewal_currency: it.required_text("renewal_currency", rule::currency),
            auto_renew: it.required("auto_renew"),
            activated_at: it.optional_text("activated_at", Moment::parse),
            renews_at: it.optional_text("renews_at", Moment::parse),
            grace_ends_at: it.optional_text("grace_ends_at", Moment::parse),
            cancellation_requested_at: it.optional_text("cancellation_requested_at", Moment::parse),
            cancel_at: it.optional_text("cancel_at", Moment::parse),
            created_at: it.optional_text("created_at", Moment::parse),
            updated_at: it.optional_text("updated_at", Moment::parse),
        };
        (order, details)
    }

    /// What it is called where it has no id.
    pub fn label(&self) -> String {
        format!("{} {}", self.service_type.to_value(), self.display_name)
    }

    /// `before`, or a new service with this `id`, with what the inventory says.
    pub fn row(&self, before: Option<&Model>, id: Uuid, account_id: Uuid, now: Time) -> Model {
        let created_at = created(self.created_at, before.map(|before| before.created_at), now);
        let was = |member: fn(&Model) -> Option<Time>| before.and_then(member);
        Model {
            id,
            account_id,
            service_type: self.service_type,
            display_name: self.display_name.clone(),
            status: self.status,
            plan_name: self.plan_name.clone(),
            billing_months: self.billing_months,
            renewal_price: self.renewal_price,
            renewal_currency: self.renewal_currency.clone(),
            auto_renew: self.auto_renew,
            activated_at: given(self.activated_at, was(|row| row.activated_at), now),
            renews_at: given(self.renews_at, was(|row| row.renews_at), now),
            grace_ends_at: given(self.grace_ends_at, was(|row| row.grace_ends_at), now),
            cancellation_requested_at: given(
                self.cancellation_requested_at,
                was(|row| row.cancellation_requested_at),
                now,
            ),
            cancel_at: given(self.cancel_at, was(|row| row.cancel_at), now),
            created_at,
            updated_at: updated(self.updated_at, before.map(|before| before.updated_at), created_at, now),
        }
    }
}

impl Entry for Service {
    type Row = Model;

    fn of(row: &Model) -> Self {
        let row = row.clone();
        Self {
            id: Some(row.id),
            service_type: row.service_type,
            display_name: row.display_name,
            status: row.status,
            plan_name: row.plan_name,
            billing_months: row.billing_months,
            renewal_price: row.renewal_price,
            renewal_currency: row.renewal_currency,
            auto_renew: row.auto_renew,
            activated_at: row.activated_at.map(Moment::At),
            renews_at: row.renews_at.map(Moment::At),
            grace_ends_at: row.grace_ends_at.map(Moment::At),
            cancellation_requested_at: row.cancellation_requested_at.map(Moment::At),
            cancel_at: row.cancel_at.map(Moment::At),
            created_at: Some(row.created_at.into()),
            updated_at: Some(row.updated_at.into()),
        }
    }

    fn touch(row: &mut Model, now: Time) {
        row.updated_at = now;
    }
}
