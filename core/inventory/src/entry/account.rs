//! An account, as an inventory says it.
use super::Entry;
use crate::{
    moment::{Moment, created, given},
    reader::Members,
    rule,
};
use hosting_core::{
    kernel::account::{AccountStatus, Model, Plan, PlanStatus},
    values::time::Time,
};
use schemars::JsonSchema;
use serde::Serialize;
use uuid::Uuid;

/// A customer's account.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct Account {
    /// Identifies it for good; given by the platform where the file does not.
    pub id: Option<Uuid>,
    /// Its address of mail, which no other account has.
    #[schemars(email)]
    pub email: String,
    /// The name of its holder.
    #[schemars(length(min = 1, max = 255))]
    pub full_name: String,
    /// The first name alone.
    #[schemars(length(min = 1, max = 255))]
    pub first_name: Option<String>,
    /// The last name alone.
    #[schemars(length(min = 1, max = 255))]
    pub last_name: Option<String>,
    /// The company, where it is one.
    #[schemars(length(min = 1, max = 255))]
    pub company_name: Option<String>,
    /// The country (ISO 3166-1 alpha-2).
    #[schemars(regex(pattern = r"^[A-Z]{2}$"), example = &"SE")]
    pub country: Option<String>,
    /// The language to write in (BCP 47).
    #[schemars(length(min = 2, max = 35), example = &"en", example = &"pt-BR")]
    pub preferred_language: String,
    /// The time zone to show times in (IANA).
    #[schemars(length(min = 1), example = &"Europe/Stockholm")]
    pub timezone: String,
    /// Whether it is in good standing.
    pub status: AccountStatus,
    /// When it was made; unless said, when it was brought in.
    pub created_at: Option<Moment>,
    /// What it pays for file conversion; nothing where it pays nothing.
    pub conversion_plan: Option<ConversionPlan>,
}

/// A file conversion plan; how much of it is used, the platform counts.
#[derive(Clone, Debug, JsonSchema, Serialize)]
#[schemars(deny_unknown_fields)]
pub struct ConversionPlan {
    /// Which plan.
    plan: Plan,
    /// Where the plan stands.
    status: PlanStatus,
    /// Conversions in a calendar month, at most.
    #[schemars(range(min = 0))]
    operations_limit: i32,
    /// Until when it is paid.
    period_ends_at: Option<Moment>,
}

impl Account {
    pub fn read(it: &mut Members<'_, '_>) -> Self {
        Self {
            id: it.optional_text("id", rule::id),
            email: it.required_text("email", rule::email),
            full_name: it.required_text("full_name", rule::line),
            first_name: it.optional_text("first_name", rule::line),
            last_name: it.optional_text("last_name", rule::line),
            company_name: it.optional_text("company_name", rule::line),
            country: it.optional_text("country", rule::country),
            preferred_language: it.required_text("preferred_language", rule::language),
            timezone: it.required_text("timezone", rule::time_zone),
            status: it.word("status"),
            created_at: it.optional_text("created_at", Moment::parse),
            conversion_plan: it.object("conversion_plan", |it| ConversionPlan {
                plan: it.word("plan"),
                status: it.word("status"),
                operations_limit: it.required_as("operations_limit", rule::natural),
                period_ends_at: it.optional_text("period_ends_at", Moment::parse),
            }),
        }
    }

    /// `before`, or a new account with this `id`, with what the inventory says.
    pub fn row(&self, before: Option<&Model>, id: Uuid, now: Time) -> Model {
        let plan = self.conversion_plan.as_ref();
        Model {
            id,
            email: self.email.clone(),
            full_name: self.full_name.clone(),
            first_name: self.first_name.clone(),
            last_name: self.last_name.clone(),
            company_name: self.company_name.clone(),
            country: self.country.clone(),
            preferred_language: self.preferred_language.clone(),
            timezone: self.timezone.clone(),
            status: self.status,
            plan: plan.map(|plan| plan.plan),
            plan_status: plan.map(|plan| plan.status),
            operations_limit: plan.map(|plan| plan.operations_limit),
            period_ends_at: given(
                plan.and_then(|plan| plan.period_ends_at),
                before.and_then(|before| before.period_ends_at),
                now,
            ),
            created_at: created(self.created_at, before.map(|before| before.created_at), now),
        }
    }
}

impl Entry for Account {
    type Row = Model;

    fn of(row: &Model) -> Self {
        let plan = row.plan.zip(row.plan_status).map(|(plan, status)| ConversionPlan {
            plan,
            status,
            operations_limit: row.operations(),
            period_ends_at: row.period_ends_at.map(Moment::At),
        });
        let row = row.clone();
        Self {
            id: Some(row.id),
            email: row.email,
            full_name: row.full_name,
            first_name: row.first_name,
            last_name: row.last_name,
            company_name: row.company_name,
            country: row.country,
            preferred_language: row.preferred_language,
            timezone: row.timezone,
            status: row.status,
            created_at: Some(row.created_at.into()),
            conversion_plan: plan,
        }
    }
}
