//! An account as its owner sees it.
use async_graphql::SimpleObject;
use hosting_kernel::{
    kernel::account::{AccountStatus, Model, Plan, PlanStatus},
    values::time::Time,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// The customer's account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, SimpleObject)]
#[graphql(name = "AccountFields")]
pub struct Account {
    /// Identifies the account.
    pub id: Uuid,
    /// The customer's address.
    #[schemars(length(max = 254), example = &"demo@example.com")]
    pub email: String,
    /// The customer's whole name.
    #[schemars(length(max = 511), example = &"Ama Mensah")]
    pub full_name: String,
    /// The given name.
    #[schemars(length(max = 255), example = &"Ama")]
    pub first_name: Option<String>,
    /// The family name.
    #[schemars(length(max = 255), example = &"Mensah")]
    pub last_name: Option<String>,
    /// The company, if it is one's account.
    #[schemars(length(max = 255), example = &"Baobab Books")]
    pub company_name: Option<String>,
    /// The country (ISO 3166-1 alpha-2).
    #[schemars(regex(pattern = "^[A-Z]{2}$"), length(max = 2), example = &"GH")]
    pub country: Option<String>,
    /// The language to write in (BCP 47).
    #[schemars(length(max = 35), example = &"en")]
    pub preferred_language: String,
    /// A name of the IANA time zone database.
    #[schemars(length(max = 64), example = &"Africa/Accra")]
    pub timezone: String,
    /// Whether the account is in good standing.
    pub status: AccountStatus,
    /// The file conversion plan, if there is one.
    pub conversion_plan: Option<ConversionPlan>,
    /// When the account was made.
    pub created_at: Time,
}

/// A file conversion plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, SimpleObject)]
pub struct ConversionPlan {
    /// The plan.
    pub plan: Plan,
    /// Where it stands.
    pub status: PlanStatus,
    /// Conversions that it allows in a calendar month (UTC).
    #[schemars(example = 1000, range(min = 0))]
    pub operations_limit: i32,
    /// Conversions that are reserved this month, less those that were given back.
    #[schemars(example = 12, range(min = 0))]
    pub operations_used: i32,
    /// Until when the plan is paid.
    pub period_ends_at: Option<Time>,
}

impl Account {
    /// The account of `row`, which has used so many conversions this month.
    pub(super) fn of(row: Model, operations_used: i32) -> Self {
        let plan = row.plan.zip(row.plan_status).map(|(plan, status)| ConversionPlan {
            plan,
            status,
            operations_limit: row.operations(),
            operations_used,
            period_ends_at: row.period_ends_at,
        });
        Self {
            id: row.id,
            email: row.email,
            full_name: row.full_name,
            first_name: row.first_name,
            last_name: row.last_name,
            company_name: row.company_name,
            country: row.country,
            preferred_language: row.preferred_language,
            timezone: row.timezone,
            status: row.status,
            conversion_plan: plan,
            created_at: row.created_at,
        }
    }
}
