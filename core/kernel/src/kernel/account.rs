//! What is kept of an account.
use crate::{
    database::{executor::Executor, kept::Kept, owned::Owned},
    refusals::error::{Error, Result},
    values::time::Time,
};
use async_graphql::Enum;
use schemars::JsonSchema;
use sea_orm::{
    QuerySelect, QueryTrait,
    entity::prelude::*,
    sea_query::{Expr, Query, SelectStatement},
};
use serde::{Deserialize, Serialize};

/// Whether an account is in good standing.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, JsonSchema, Enum,
)]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::None)", rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum AccountStatus {
    /// In good standing.
    Active,
    /// Stopped by the company.
    Suspended,
}

/// What an account pays for file conversion.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, JsonSchema, Enum,
)]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::None)", rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum Plan {
    /// Nothing: no conversions through the API.
    Free,
    /// The smaller plan.
    Pro,
    /// The larger plan.
    Business,
}

/// Where a conversion plan stands.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, JsonSchema, Enum,
)]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::None)", rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum PlanStatus {
    /// Paid.
    Active,
    /// Not paid in time.
    PastDue,
    /// Ended by the customer.
    Cancelled,
}

/// An account.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "account")]
pub struct Model {
    /// Identifies the account.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    /// The customer's address; one account each.
    pub email: String,
    /// The customer's whole name.
    pub full_name: String,
    /// The given name.
    pub first_name: Option<String>,
    /// The family name.
    pub last_name: Option<String>,
    /// The company, if it is one's account.
    pub company_name: Option<String>,
    /// ISO 3166-1 alpha-2.
    pub country: Option<String>,
    /// BCP 47.
    pub preferred_language: String,
    /// A name of the IANA time zone database.
    pub timezone: String,
    /// Whether it is in good standing.
    pub status: AccountStatus,
    /// The conversion plan, if there is one.
    pub plan: Option<Plan>,
    /// Where the plan stands.
    pub plan_status: Option<PlanStatus>,
    /// Conversions that the plan allows in its period.
    pub operations_limit: Option<i32>,
    /// When the period ends.
    pub period_ends_at: Option<Time>,
    /// When the account was made.
    pub created_at: Time,
}

impl Model {
    /// Conversions that the plan allows in a calendar month: its own number where the operator says none.
    pub fn operations(&self) -> i32 {
        self.operations_limit.unwrap_or(match self.plan {
            Some(Plan::Business) => 10_000,
            Some(Plan::Pro) => 1_000,
            Some(Plan::Free) | None => 0,
        })
    }
}

/// Records are joined by what asks for them, not by their entity.
#[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

impl Owned for Entity {
    const ACCOUNT: Column = Column::Id;
}

/// The account, where the company has stopped it.
pub(super) fn stopped(account: Uuid) -> SelectStatement {
    Query::select()
        .expr(Expr::cust("1"))
        .from(Entity)
        .and_where(Column::Id.eq(account))
        .and_where(Column::Status.eq(AccountStatus::Suspended))
        .take()
}

/// The values of [`stopped`], in the order of their places.
pub(super) fn stopped_values(account: Uuid) -> [Value; 2] {
    [account.into(), AccountStatus::Suspended.into()]
}

/// Refuses whatever would change something of an account that the company has stopped.
#[expect(clippy::disallowed_methods, reason = "the account itself is what is looked at")]
pub async fn check_standing(db: &Executor<'_>, account: Uuid) -> Result<()> {
    static STATUS: Kept = Kept::new();
    let backend = db.get_database_backend();
    let status = STATUS.with(backend, vec![account.into()], |_| {
        Entity::find().select_only().column(Column::Status).filter(Column::Id.eq(account)).build(backend)
    });
    let found = db.query_one_raw(status).await?;
    match found.map(|row| row.try_get_by_index(0)).transpose()? {
        Some(AccountStatus::Suspended) => Err(Error::AccountSuspended),
        Some(AccountStatus::Active) | None => Ok(()),
    }
}
