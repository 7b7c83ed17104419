//! What queries are sent to, whatever it is: a connection for reading, or the transaction of a write.
use super::{
    lane::Lane,
    sums::{Sum, Sums},
};
use futures_util::future::BoxFuture;
use sea_orm::{
    ConnectionTrait, DatabaseBackend, DbErr, EntityTrait, ExecResult, FromQueryResult, QueryResult, Select,
    Statement, TryIntoModel,
};

/// What queries are sent to.
///
/// SeaORM's own is an enumeration of all that there is, down to the sockets of a server. Whoever holds it while waiting
/// is asked by the compiler whether all of that may go from thread to thread, each time anew; behind this, the answer is
/// known.
#[derive(Clone, Copy)]
pub struct Executor<'a> {
    to: &'a dyn Executes,
    /// The connection itself, where it can be asked in place.
    lane: Option<&'a Lane>,
    /// Where sums wait for the commit, if it is one that many share.
    sums: Option<&'a Sums>,
}

impl<'a> Executor<'a> {
    /// By this connection, or in this transaction.
    pub fn of(connection: &'a (impl ConnectionTrait + Send)) -> Self {
        Self { to: connection, lane: None, sums: None }
    }

    /// By this line to a server.
    pub(super) const fn by(line: &'a dyn Executes) -> Self {
        Self { to: line, lane: None, sums: None }
    }

    /// The same, which is `lane`.
    pub(super) const fn in_place(self, lane: &'a Lane) -> Self {
        Self { lane: Some(lane), ..self }
    }

    /// The connection itself, where it can be asked in place.
    pub(crate) const fn lane(&self) -> Option<&'a Lane> {
        self.lane
    }

    /// All that `select`, of whole records, finds.
    pub async fn records<E>(&self, select: Select<E>) -> Result<Vec<E::Model>, DbErr>
    where
        E: EntityTrait<ActiveModel: TryIntoModel<E::Model>>,
    {
        match self.lane {
            Some(lane) => lane.all(&select),
            None => select.all(self).await,
        }
    }

    /// The record that `statement`, which asks for whole ones, finds at most one of.
    pub async fn record<E>(&self, statement: Statement) -> Result<Option<E::Model>, DbErr>
    where
        E: EntityTrait<ActiveModel: TryIntoModel<E::Model>>,
    {
        match self.lane {
            Some(lane) => Ok(lane.records::<E>(&statement)?.pop()),
            None => E::Model::find_by_statement(statement).one(self).await,
        }
    }

    /// The same; `sums` are written as it is committed.
    pub(super) const fn adding(self, sums: &'a Sums) -> Self {
        Self { sums: Some(sums), ..self }
    }

    /// Does the first that a transaction does, together with its beginning where that goes over a wire: one way there
    /// and back less. The `name` is this statement's alone.
    pub(crate) async fn begin_with(
        &self,
        name: &'static str,
        statement: Statement,
    ) -> Result<ExecResult, DbErr> {
        self.to.begin_with(name, statement).await
    }

    /// Adds to a sum: by the end of the transaction.
    pub(crate) async fn add(&self, sum: Sum) -> Result<(), DbErr> {
        match self.sums {
            Some(sums) => {
                sums.add(sum);
                Ok(())
            }
            None => self.execute_raw(sum.statement(self.to.backend())).await.map(|_| ()),
        }
    }
}

/// What SeaORM asks of a connection, without what it makes of that.
pub(super) trait Executes: Send + Sync {
    fn backend(&self) -> DatabaseBackend;
    fn returns(&self) -> bool;
    fn execute(&self, statement: Statement) -> BoxFuture<'_, Result<ExecResult, DbErr>>;
    fn execute_text<'a>(&'a self, sql: &'a str) -> BoxFuture<'a, Result<ExecResult, DbErr>>;
    fn one(&self, statement: Statement) -> BoxFuture<'_, Result<Option<QueryResult>, DbErr>>;
    fn all(&self, statement: Statement) -> BoxFuture<'_, Result<Vec<QueryResult>, DbErr>>;

    fn begin_with(
        &self,
        _name: &'static str,
        statement: Statement,
    ) -> BoxFuture<'_, Result<ExecResult, DbErr>> {
        self.execute(statement)
    }
}

impl<T: ConnectionTrait + Send> Executes for T {
    fn backend(&self) -> DatabaseBackend {
        self.get_database_backend()
    }

    fn returns(&self) -> bool {
        self.support_returning()
    }

    fn execute(&self, statement: Statement) -> BoxFuture<'_, Result<ExecResult, DbErr>> {
        self.execute_raw(statement)
    }

    fn execute_text<'a>(&'a self, sql: &'a str) -> BoxFuture<'a, Result<ExecResult, DbErr>> {
        self.execute_unprepared(sql)
    }

    fn one(&self, statement: Statement) -> BoxFuture<'_, Result<Option<QueryResult>, DbErr>> {
        self.query_one_raw(statement)
    }

    fn all(&self, statement: Statement) -> BoxFuture<'_, Result<Vec<QueryResult>, DbErr>> {
        self.query_all_raw(statement)
    }
}

#[async_trait::async_trait]
impl ConnectionTrait for Executor<'_> {
    fn get_database_backend(&self) -> DatabaseBackend {
        self.to.backend()
    }

    fn support_returning(&self) -> bool {
        self.to.returns()
    }

    async fn execute_raw(&self, statement: Statement) -> Result<ExecResult, DbErr> {
        self.to.execute(statement).await
    }

    async fn execute_unprepared(&self, sql: &str) -> Result<ExecResult, DbErr> {
        self.to.execute_text(sql).await
    }

    async fn query_one_raw(&self, statement: Statement) -> Result<Option<QueryResult>, DbErr> {
        self.to.one(statement).await
    }

    async fn query_all_raw(&self, statement: Statement) -> Result<Vec<QueryResult>, DbErr> {
        self.to.all(statement).await
    }
}
