//! The sums over an account's entries: kept by the database as entries come and go.
use async_graphql::SimpleObject;
use hosting_kernel::{database::kept::Kept, kernel::context::Context, refusals::error::Result};
use schemars::JsonSchema;
use sea_orm::{
    FromQueryResult, QueryFilter, QuerySelect,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, Func},
};
use serde::{Deserialize, Serialize};

/// The sums over all entries of the account in the time that they are kept (90 days unless the
/// operator says otherwise).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, SimpleObject)]
pub struct UsageSummary {
    /// Entries.
    #[schemars(example = 120, range(min = 0))]
    pub total: i64,
    /// Entries that were done.
    #[schemars(example = 117, range(min = 0))]
    pub succeeded: i64,
    /// Entries that were refused.
    #[schemars(example = 3, range(min = 0))]
    pub rejected: i64,
    /// Different addresses of version 4 that they came from.
    #[schemars(example = 2, range(min = 0))]
    pub distinct_ipv4: i64,
}

/// How many entries an account has; in several rows, so that writers do not wait for each other.
pub(crate) mod count {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "usage_count")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub account_id: Uuid,
        #[sea_orm(primary_key, auto_increment = false)]
        pub slot: i32,
        pub succeeded: i64,
        pub rejected: i64,
    }

    /// Records are joined by what asks for them, not by their entity.
    #[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}

    impl hosting_kernel::database::owned::Owned for Entity {
        const ACCOUNT: Column = Column::AccountId;
    }
}

/// How many entries came from an address.
pub(crate) mod address {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "usage_address")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub account_id: Uuid,
        #[sea_orm(primary_key, auto_increment = false)]
        pub client_ipv4: String,
        #[sea_orm(primary_key, auto_increment = false)]
        pub slot: i32,
        pub entries: i64,
    }

    /// Records are joined by what asks for them, not by their entity.
    #[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}

    impl hosting_kernel::database::owned::Owned for Entity {
        const ACCOUNT: Column = Column::AccountId;
    }
}

#[derive(FromQueryResult)]
struct Sums {
    succeeded: Option<i64>,
    rejected: Option<i64>,
}

#[derive(FromQueryResult)]
struct Addresses {
    distinct_ipv4: i64,
}

/// The sums of the calling account.
pub(super) async fn summary(cx: &Context<'_>) -> Result<UsageSummary> {
    use hosting_kernel::database::owned::Owned;
    static SUMS: Kept = Kept::new();
    static ADDRESSES: Kept = Kept::new();
    let sum = |column: count::Column| Expr::expr(Func::sum(Expr::col(column))).cast_as("bigint");
    let sums = || {
        let rows = count::Entity::owned(cx).select_only();
        let rows = rows.expr_as(sum(count::Column::Succeeded), "succeeded");
        rows.expr_as(sum(count::Column::Rejected), "rejected").into_model::<Sums>()
    };
    let sums = cx.one_of(&SUMS, vec![cx.account().into()], sums).await?;
    let (succeeded, rejected) =
        sums.map_or((0, 0), |sums| (sums.succeeded.unwrap_or(0), sums.rejected.unwrap_or(0)));
    let addresses = || {
        let rows = address::Entity::owned(cx).filter(address::Column::Entries.gt(0)).select_only();
        let distinct = Expr::col(address::Column::ClientIpv4).count_distinct();
        rows.expr_as(distinct, "distinct_ipv4").into_model::<Addresses>()
    };
    let addresses = cx.one_of(&ADDRESSES, vec![cx.account().into(), 0.into()], addresses).await?;
    let distinct_ipv4 = addresses.map_or(0, |found| found.distinct_ipv4);
    Ok(UsageSummary { total: succeeded + rejected, succeeded, rejected, distinct_ipv4 })
}
