//! What is written down of a call: one entry for each operation that it asked for.
use super::{
    UsageEntry,
    entry::{self, EntryKind, EntryStatus},
};
use crate::{
    database::executor::Executor,
    kernel::{call::Call, effect::Effect, figures::FIGURES, operation::Operation},
    refusals::{
        error::{Error, Result},
        scope::Scope,
    },
    values::{clock::Clock, time::Time},
};
use sea_orm::{
    DbBackend, IntoActiveModel, Iterable, QueryTrait, Statement, entity::prelude::*,
    sea_query::InsertStatement,
};
use std::{net::IpAddr, sync::OnceLock};

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

/// The statement that writes `entry` down.
pub(crate) fn insert(entry: UsageEntry) -> InsertStatement {
    FIGURES.entries.inc();
    entry::Entity::insert(entry.into_active_model()).into_query()
}

/// Writes `entry` down in the transaction of `db`, which is a file's.
///
/// Every request does this: the statement, which is always the same, is built once.
pub async fn record(db: &Executor<'_>, entry: UsageEntry) -> Result<()> {
    static INSERT: OnceLock<String> = OnceLock::new();
    FIGURES.entries.inc();
    let mut row = entry.into_active_model();
    let backend = DbBackend::Sqlite;
    let sql = INSERT.get_or_init(|| entry::Entity::insert(row.clone()).build(backend).sql);
    let values = entry::Column::iter().filter_map(|column| row.take(column).into_value());
    db.execute_raw(Statement::from_sql_and_values(backend, sql, values)).await?;
    Ok(())
}

fn duration(from: Time, to: Time) -> i32 {
    i32::try_from((to.millis() - from.millis()).max(0)).unwrap_or(i32::MAX)
}
