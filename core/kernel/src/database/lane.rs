//! `SeaORM` over one rusqlite connection, called in place.
//!
//! The usual driver hands every row from thread to thread, at several times the cost of the query
//! itself. Here a statement runs where it is asked for; `SeaORM` sees a proxy connection.
use crate::values::time;
use rusqlite::{
    CachedStatement, Connection, ErrorCode, Row, ToSql,
    types::{ToSqlOutput, Value as Stored, ValueRef},
};
use sea_orm::{ActiveModelTrait, EntityTrait, IdenStatic, Iterable, QueryTrait, Select, TryIntoModel};
use sea_orm::{
    ConnAcquireErr, DatabaseConnection, DatabaseConnectionType, DbBackend, DbErr, ProxyDatabaseConnection,
    ProxyDatabaseTrait, ProxyExecResult, ProxyRow, RuntimeErr, Statement, Value,
};
use std::{
    any::TypeId,
    collections::HashMap,
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use uuid::Uuid;

/// One connection to a file.
pub struct Lane(Mutex<Opened>);

struct Opened {
    connection: Connection,
    /// What the columns of each entity hold: to ask for it anew takes as long as to read a row.
    known: HashMap<TypeId, Vec<Declared>>,
}

impl fmt::Debug for Lane {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Lane")
    }
}

impl Lane {
    /// Over `connection`, which nobody else uses.
    pub fn new(connection: Connection) -> Arc<Self> {
        connection.set_prepared_statement_cache_capacity(256);
        Arc::new(Self(Mutex::new(Opened { connection, known: HashMap::new() })))
    }

    /// The connection as `SeaORM` wants it.
    pub fn connection(self: &Arc<Self>) -> DatabaseConnection {
        let proxy: Box<dyn ProxyDatabaseTrait> = Box::new(Proxy(Arc::clone(self)));
        let proxy = ProxyDatabaseConnection::new(DbBackend::Sqlite, Arc::new(proxy));
        DatabaseConnectionType::ProxyDatabaseConnection(Arc::new(proxy)).into()
    }

    /// Runs a statement that gives nothing.
    pub fn run(&self, sql: &str) -> Result<(), DbErr> {
        self.lock()
            .connection
            .prepare_cached(sql)
            .and_then(|mut statement| statement.execute([]))
            .map_err(failed)?;
        Ok(())
    }

    /// Whether a transaction is open.
    pub fn in_transaction(&self) -> bool {
        !self.lock().connection.is_autocommit()
    }

    /// How many rows it has changed since it was opened.
    pub fn rows_changed(&self) -> u64 {
        self.lock().connection.total_changes()
    }

    fn lock(&self) -> MutexGuard<'_, Opened> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn query(&self, statement: &Statement) -> Result<Vec<ProxyRow>, DbErr> {
        let opened = self.lock();
        let mut prepared = prepare(&opened.connection, statement)?;
        let names = prepared.column_names().into_iter().map(str::to_owned);
        let columns: Vec<_> = names.zip(declared(&prepared)).collect();
        let mut rows = prepared.raw_query();
        let mut found = Vec::new();
        while let Some(row) = rows.next().map_err(failed)? {
            found.push(read(row, &columns)?);
        }
        Ok(found)
    }

    /// All that `select` finds, without a map for each row: a list has many.
    pub fn all<E>(&self, select: &Select<E>) -> Result<Vec<E::Model>, DbErr>
    where
        E: EntityTrait<ActiveModel: TryIntoModel<E::Model>>,
    {
        self.records::<E>(&select.build(DbBackend::Sqlite))
    }

    /// All that `statement`, which asks for whole records, finds.
    pub fn records<E>(&self, statement: &Statement) -> Result<Vec<E::Model>, DbErr>
    where
        E: EntityTrait<ActiveModel: TryIntoModel<E::Model>>,
    {
        let mut opened = self.lock();
        let Opened { connection, known } = &mut *opened;
        let mut prepared = prepare(connection, statement)?;
        let declared = known.entry(TypeId::of::<E>()).or_insert_with(|| declared(&prepared));
        let mut rows = prepared.raw_query();
        let mut found = Vec::new();
        while let Some(row) = rows.next().map_err(failed)? {
            let mut record = <E::ActiveModel as ActiveModelTrait>::default();
            for (index, (column, declared)) in E::Column::iter().zip(&*declared).enumerate() {
                let stored = row.get_ref(index).map_err(failed)?;
                let value = value(stored, *declared).ok_or_else(|| unreadable(column.as_str()))?;
                record.try_set(column, value)?;
            }
            found.push(record.try_into_model()?);
        }
        Ok(found)
    }

    /// Runs a statement that changes something.
    pub(super) fn execute(&self, statement: &Statement) -> Result<ProxyExecResult, DbErr> {
        let opened = self.lock();
        let connection = &opened.connection;
        if statement.values.is_none() {
            connection.execute_batch(&statement.sql).map_err(failed)?;
            return Ok(ProxyExecResult::new(0, connection.changes()));
        }
        let changed = prepare(connection, statement)?.raw_execute().map_err(failed)?;
        let last = connection.last_insert_rowid().cast_unsigned();
        Ok(ProxyExecResult::new(last, changed as u64))
    }
}

/// What `SeaORM` holds of a lane.
#[derive(Debug)]
struct Proxy(Arc<Lane>);

#[async_trait::async_trait]
impl ProxyDatabaseTrait for Proxy {
    async fn query(&self, statement: Statement) -> Result<Vec<ProxyRow>, DbErr> {
        self.0.query(&statement)
    }

    async fn execute(&self, statement: Statement) -> Result<ProxyExecResult, DbErr> {
        self.0.execute(&statement)
    }
}

fn prepare<'a>(connection: &'a Connection, statement: &Statement) -> Result<CachedStatement<'a>, DbErr> {
    tracing::trace!(target: "sql", sql = statement.sql);
    let mut prepared = connection.prepare_cached(&statement.sql).map_err(failed)?;
    for (index, value) in statement.values.iter().flat_map(|values| &values.0).enumerate() {
        prepared.raw_bind_parameter(index + 1, Bound(value)).map_err(failed)?;
    }
    Ok(prepared)
}

/// A value on its way into the database.
struct Bound<'a>(&'a Value);

impl ToSql for Bound<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        let text = |text: String| ToSqlOutput::Owned(Stored::Text(text));
        let integer = |value| ToSqlOutput::Owned(Stored::Integer(value));
        Ok(match self.0 {
            Value::Bool(Some(value)) => integer(i64::from(*value)),
            Value::Int(Some(value)) => integer(i64::from(*value)),
            Value::BigInt(Some(value)) => integer(*value),
            Value::BigUnsigned(Some(value)) => integer(value.cast_signed()),
            Value::Double(Some(value)) => ToSqlOutput::Owned(Stored::Real(*value)),
            Value::String(Some(value)) => ToSqlOutput::Borrowed(ValueRef::Text(value.as_bytes())),
            Value::Bytes(Some(value)) => ToSqlOutput::Borrowed(ValueRef::Blob(value)),
            Value::Uuid(Some(value)) => ToSqlOutput::Borrowed(ValueRef::Blob(value.as_bytes())),
            Value::Json(Some(value)) => text(value.to_string()),
            Value::ChronoDateTimeUtc(Some(value)) => text(time::written(*value)),
            other if *other == other.as_null() => ToSqlOutput::Owned(Stored::Null),
            other => return Err(rusqlite::Error::ToSqlConversionFailure(format!("{other:?}").into())),
        })
    }
}

/// What a column holds, as the migrations declared it.
#[derive(Clone, Copy)]
enum Declared {
    Bool,
    Integer,
    Wide,
    Uuid,
    Moment,
    Json,
    Bytes,
    Text,
}

fn declared(statement: &CachedStatement<'_>) -> Vec<Declared> {
    // `SQLite` writes its own type names in capitals, and ours as they were written.
    let read = |word: Option<&str>| match word {
        Some("boolean") => Declared::Bool,
        Some("INT") => Declared::Integer,
        Some("integer" | "INTEGER") => Declared::Wide,
        Some("blob(1)" | "BLOB") => Declared::Bytes,
        Some("uuid_text") => Declared::Uuid,
        Some("timestamp_with_timezone_text") => Declared::Moment,
        Some("json_text") => Declared::Json,
        _ => Declared::Text,
    };
    statement.columns().iter().map(|column| read(column.decl_type())).collect()
}

fn read(row: &Row<'_>, columns: &[(String, Declared)]) -> Result<ProxyRow, DbErr> {
    let value = |(index, (name, declared)): (usize, &(String, Declared))| {
        let stored = row.get_ref(index).map_err(failed)?;
        Ok((name.clone(), value(stored, *declared).ok_or_else(|| unreadable(name))?))
    };
    let values = columns.iter().enumerate().map(value).collect::<Result<_, DbErr>>()?;
    Ok(ProxyRow { values })
}

/// A value on its way out of the database.
fn value(stored: ValueRef<'_>, declared: Declared) -> Option<Value> {
    Some(match (stored, declared) {
        (ValueRef::Null, Declared::Bool) => Value::Bool(None),
        (ValueRef::Null, Declared::Integer) => Value::Int(None),
        (ValueRef::Null, Declared::Uuid) => Value::Uuid(None),
        (ValueRef::Null, Declared::Moment) => Value::ChronoDateTimeUtc(None),
        (ValueRef::Null, Declared::Json) => Value::Json(None),
        (ValueRef::Null, Declared::Wide) => Value::BigInt(None),
        (ValueRef::Null, Declared::Bytes) => Value::Bytes(None),
        (ValueRef::Null, Declared::Text) => Value::String(None),
        (ValueRef::Integer(value), Declared::Bool) => Value::Bool(Some(value != 0)),
        (ValueRef::Integer(value), Declared::Integer) => Value::Int(Some(value.try_into().ok()?)),
        (ValueRef::Integer(value), _) => Value::BigInt(Some(value)),
        (ValueRef::Real(value), _) => Value::Double(Some(value)),
        (ValueRef::Blob(value), Declared::Uuid) => Value::Uuid(Some(Uuid::from_slice(value).ok()?)),
        (ValueRef::Blob(value), _) => Value::Bytes(Some(value.to_vec())),
        (ValueRef::Text(value), Declared::Json) => Value::Json(Some(serde_json::from_slice(value).ok()?)),
        (ValueRef::Text(value), Declared::Moment) => {
            Value::ChronoDateTimeUtc(Some(time::read(str::from_utf8(value).ok()?)?))
        }
        (ValueRef::Text(value), _) => Value::String(Some(str::from_utf8(value).ok()?.to_owned())),
    })
}

fn unreadable(column: &str) -> DbErr {
    DbErr::Type(format!("the column {column} holds something that it should not"))
}

#[expect(clippy::needless_pass_by_value, reason = "it is what `map_err` hands over")]
pub(super) fn failed(cause: rusqlite::Error) -> DbErr {
    match cause.sqlite_error_code() {
        // Another program has held the file for too long: as good as no connection.
        Some(ErrorCode::DatabaseBusy) => DbErr::ConnectionAcquire(ConnAcquireErr::Timeout),
        _ => DbErr::Query(RuntimeErr::Internal(cause.to_string())),
    }
}
