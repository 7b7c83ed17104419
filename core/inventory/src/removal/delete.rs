//! The rows that go with a thing.
use crate::lookup::CHUNK;
use hosting_core::{database::executor::Executor, refusals::error::Result};
use sea_orm::{
    ConnectionTrait, Value,
    sea_query::{Expr, ExprTrait, Query},
};
use uuid::Uuid;

/// A sort of things that are removed.
#[derive(Clone, Copy)]
pub struct Sort {
    table: &'static str,
    /// How the rows of other tables name it.
    column: &'static str,
    /// The tables whose rows belong to it, in the order in which they go.
    belongings: &'static [&'static str],
}

/// A service, with what it is beyond its order.
pub const SERVICE: Sort = Sort {
    table: "service",
    column: "service_id",
    belongings: &[
        "instance_metric",
        "instance_counter",
        "instance_snapshot",
        "terminal_ticket",
        "instance",
        "charge",
        "service_cancellation",
        "service_level",
        "email_key",
        "email_service",
        "hosting_service",
    ],
};

/// A domain, with its zone.
pub const DOMAIN: Sort = Sort { table: "domain", column: "domain_id", belongings: &["dns_record", "charge"] };

/// An account, with its credentials, its conversions and what it used; its services and its domains go before it.
pub const ACCOUNT: Sort = Sort {
    table: "account",
    column: "account_id",
    belongings: &[
        "charge",
        "credential",
        "idempotency",
        "conversion_artifact",
        "conversion_file",
        "conversion_job",
        "conversion_ledger",
        // The sums follow from the entries by themselves, and are left at nothing.
        "usage_entry",
        "usage_count",
        "usage_address",
    ],
};

/// Removes things of this sort, and what belongs to them.
pub async fn with_belongings(db: &Executor<'_>, sort: Sort, ids: &[Uuid]) -> Result<()> {
    for table in sort.belongings {
        delete(db, table, sort.column, ids).await?;
    }
    delete(db, sort.table, "id", ids).await?;
    // What has changed of an account is for nobody any more.
    match sort.table == ACCOUNT.table {
        true => delete(db, "change", ACCOUNT.column, ids).await,
        false => Ok(()),
    }
}

/// Removes the rows of `table` whose `column` is one of `values`.
pub async fn delete<V: Clone + Into<Value>>(
    db: &Executor<'_>,
    table: &'static str,
    column: &'static str,
    values: &[V],
) -> Result<()> {
    for some in values.chunks(CHUNK) {
        let among = Expr::col(column).is_in(some.iter().cloned().map(Into::<Value>::into));
        db.execute(Query::delete().from_table(table).and_where(among)).await?;
    }
    Ok(())
}
