//! What is written down of a call: one entry for each operation that it asked for.
use super::{
    UsageEntry,
    entry::{self, EntryKind, EntryStatus},
};
use crate::{
    database::{Sum, executor::Executor, kept::Kept},
    kernel::{call::Call, effect::Effect, figures::FIGURES, operation::Operation},
    refusals::{
        error::{Error, Result},
        scope::Scope,
    },
    values::{clock::Clock, time::Time},
};
use sea_orm::{
    DbBackend, IntoActiveModel, Iterable,
    entity::prelude::*,
    sea_query::{InsertStatement, Query},
};
use std::net::IpAddr;

/// What was asked for: an operation, unless nothing is served there.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    /// What it is called in the contract.
    pub id: &'static str,
    /// What a credential has to be allowed for it.
    pub scope: Scope,
    /// What it does.
    pub effect: Effect,
}

impl Asked {
    /// What `O` declares.
    pub const fn of<O: Operation>() -> Self {
        Self { id: O::ID, scope: O::SCOPE, effect: O::EFFECT }
    }
}

/// The entry for `asked` on `call`, and how it ended.
pub(crate) fn entry_of(
    call: &Call,
    asked: Option<Asked>,
    refusal: Option<&Error>,
    clock: &dyn Clock,
) -> UsageEntry {
    let (request, now) = (&call.request, clock.now());
    let effect = asked.map_or(Effect::Reads, |asked| asked.effect);
    let status = (request.via.status)(refusal.map_or(Ok(effect), |error| Err(error.kind())));
    UsageEntry {
        id: clock.id(),
        account_id: call.credential.account,
        request_id: request.id,
        kind: match effect {
            Effect::Reads => EntryKind::Read,
            Effect::Changes | Effect::Creates => EntryKind::Mutation,
            Effect::Queues => EntryKind::Operation,
        },
        product: asked.map(|asked| asked.scope.product().to_owned()),
        operation_id: asked.map(|asked| asked.id.to_owned()),
        facade: request.via.facade,
        status: if refusal.is_none() { EntryStatus::Succeeded } else { EntryStatus::Rejected },
        http_method: request.via.method.clone(),
        route: request.via.route.clone(),
        http_status: i32::from(status),
        error_code: refusal.map(|error| error.code().to_string()),
        client_ipv4: match request.address {
            IpAddr::V4(address) => Some(address.to_string()),
            IpAddr::V6(_) => None,
        },
        client_ip: request.address.to_string(),
        user_agent: request.user_agent.as_deref().map(|agent| agent.chars().take(500).collect()),
        credential_id: call.credential.id,
        credential_name: call.credential.name.clone(),
        duration_ms: duration(request.at, now),
        occurred_at: now,
    }
}

/// The entry for `asked`, which is being done on `call`; it is settled.
pub(crate) fn entry_of_done(call: &Call, asked: Asked, clock: &dyn Clock) -> UsageEntry {
    let mut entry = entry_of(call, Some(asked), None, clock);
    call.settling().settle([&mut entry]);
    FIGURES.operation(&entry);
    entry
}

/// What `entry` says, in the order of the columns that [`insert`] names.
pub(crate) fn values(entry: UsageEntry) -> impl Iterator<Item = Value> {
    FIGURES.entries.inc();
    let mut row = entry.into_active_model();
    entry::Column::iter().filter_map(move |column| row.take(column).into_value())
}

/// The statement that writes down what [`values`] gave.
pub(crate) fn insert(values: &[Value]) -> InsertStatement {
    let values = values.iter().cloned().map(Expr::val);
    Query::insert().into_table(entry::Entity).columns(entry::Column::iter()).values_panic(values).take()
}

/// Writes `entry` down in the transaction of `db`, which is a file's.
///
/// Every request does this.
pub async fn record(db: &Executor<'_>, entry: UsageEntry) -> Result<()> {
    static INSERT: Kept = Kept::new();
    FIGURES.entries.inc();
    for sum in sums(&entry) {
        db.add(sum).await?;
    }
    let insert = INSERT.insert(DbBackend::Sqlite, entry.into_active_model());
    match db.execute_raw(insert).await?.rows_affected() {
        1 => Ok(()),
        _ => Err(Error::Internal("an entry with this id is there already".to_owned())),
    }
}

/// What an entry adds to the sums of its account; a file has one writer, and so one slot. What is removed is taken off by
/// the database itself.
fn sums(entry: &UsageEntry) -> impl Iterator<Item = Sum> {
    const COUNT: &str = "INSERT INTO usage_count (account_id, slot, succeeded, rejected) VALUES (?, 0, ?, ?)
        ON CONFLICT (account_id, slot) DO UPDATE SET
          succeeded = succeeded + excluded.succeeded, rejected = rejected + excluded.rejected";
    const ADDRESS: &str =
        "INSERT INTO usage_address (account_id, client_ipv4, slot, entries) VALUES (?, ?, 0, ?)
        ON CONFLICT (account_id, client_ipv4, slot) DO UPDATE SET entries = entries + excluded.entries";
    let done = entry.status == EntryStatus::Succeeded;
    let account = entry.account_id;
    let count = Sum { sql: COUNT, key: vec![account.into()], by: vec![done.into(), (!done).into()] };
    let address = entry.client_ipv4.clone();
    let address =
        address.map(|address| Sum { sql: ADDRESS, key: vec![account.into(), address.into()], by: vec![1] });
    std::iter::once(count).chain(address)
}

fn duration(from: Time, to: Time) -> i32 {
    i32::try_from((to.millis() - from.millis()).max(0)).unwrap_or(i32::MAX)
}
