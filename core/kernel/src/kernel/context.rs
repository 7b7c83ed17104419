//! What an operation may touch while it runs.
use crate::{
    database::{
        executor::Executor,
        kept::Kept,
        owned::{Caller, Owned},
    },
    kernel::{call::Call, platform::Platform},
    refusals::error::Result,
    values::time::Time,
};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, ConnectionTrait, DbBackend, EntityTrait, FromQueryResult, QueryFilter,
    QuerySelect, QueryTrait, Select, SelectModel, Selector, TryIntoModel, Value,
    sea_query::{Expr, Func, Query},
};
use serde_json::json;
use uuid::Uuid;

/// What an operation may touch: its own account, the database, the time.
///
/// The database is the transaction of a mutation, and a connection for reading otherwise.
pub struct Context<'a> {
    /// The platform.
    pub platform: &'a Platform,
    /// The call that it is performed for.
    pub call: &'a Call,
    /// What is read and written through.
    pub db: &'a Executor<'a>,
    /// When a mutation was asked for: one moment for all that it changes.
    pub now: Time,
    /// The claim of a mutation that asks a backend.
    pub claim: Option<Claim>,
}

/// A key that belongs to a call while that asks a backend.
#[derive(Clone, Copy, Debug)]
pub struct Claim {
    /// What backends know the work by: the same for every call under the key.
    pub work: Uuid,
    /// Since when, by the clock that all replicas share.
    pub since: Time,
    /// When another call may take the key, by that clock.
    pub until: Time,
}

impl Caller for Context<'_> {
    fn account(&self) -> Uuid {
        self.call.credential.account
    }
}

impl<'a> Context<'a> {
    /// What an operation of `call` may touch, now, by `db`.
    pub fn new(platform: &'a Platform, call: &'a Call, db: &'a Executor<'a>) -> Self {
        Self { platform, call, db, now: platform.clock().now(), claim: None }
    }

    /// The account that asks.
    pub fn account(&self) -> Uuid {
        Caller::account(self)
    }

    /// The present moment.
    pub const fn now(&self) -> Time {
        self.now
    }

    /// A new id.
    pub fn id(&self) -> Uuid {
        self.platform.clock().id()
    }

    /// All that `select`, of whole records, finds.
    pub async fn all<E>(&self, select: Select<E>) -> Result<Vec<E::Model>>
    where
        E: EntityTrait<ActiveModel: TryIntoModel<E::Model>>,
    {
        Ok(self.db.records(select).await?)
    }

    /// The first that `select`, of whole records, finds.
    pub async fn one<E>(&self, select: Select<E>) -> Result<Option<E::Model>>
    where
        E: EntityTrait<ActiveModel: TryIntoModel<E::Model>>,
    {
        match self.db.lane() {
            Some(lane) => Ok(lane.all(&select.limit(1))?.pop()),
            None => Ok(select.one(self.db).await?),
        }
    }

    /// The record that `select` finds, which has one at most and no other `values`.
    pub async fn one_kept<E>(
        &self,
        kept: &Kept,
        values: Vec<Value>,
        select: impl FnOnce() -> Select<E> + Send,
    ) -> Result<Option<E::Model>>
    where
        E: EntityTrait<ActiveModel: TryIntoModel<E::Model>>,
    {
        let backend = self.db.get_database_backend();
        let statement = kept.with(backend, values, |_| select().build(backend));
        Ok(self.db.record::<E>(statement).await?)
    }

    /// The calling account's records whose `column` is one of `ids`; the text of it is kept, however many there are.
    pub async fn all_of<E>(
        &self,
        kept: &Kept,
        column: E::Column,
        ids: impl Iterator<Item = Uuid> + Send,
    ) -> Result<Vec<E::Model>>
    where
        E: Owned<ActiveModel: TryIntoModel<E::Model>>,
    {
        let Some(lane) = self.db.lane() else {
            return Ok(E::owned(self).filter(column.is_in(ids)).all(self.db).await?);
        };
        let ids: Vec<_> = ids.map(|id| id.simple().to_string()).collect();
        let values = vec![self.account().into(), json!(ids).to_string().into()];
        let statement = kept.with(DbBackend::Sqlite, values, |values| {
            let list = Func::cust("json_each").arg(Expr::val(values[1].clone()));
            let ids = Query::select().expr(Expr::cust("unhex(value)")).from_function(list, "list").take();
            // By its account alone, SQLite would look through all that it has: of such a term it uses no index.
            let mine =
                Expr::cust_with_exprs("+? = ?", [E::ACCOUNT.into_expr(), Expr::val(values[0].clone())]);
            #[expect(
                clippy::disallowed_methods,
                reason = "what is asked for is the caller's, in other words"
            )]
            let all = E::find();
            all.filter(mine).filter(column.in_subquery(ids)).build(DbBackend::Sqlite)
        });
        Ok(lane.records::<E>(&statement)?)
    }

    /// Writes what of `record` was changed, and gives the whole of it: what the database would say is known.
    pub async fn update<A>(&self, record: A) -> Result<<A::Entity as EntityTrait>::Model>
    where
        A: ActiveModelTrait + TryIntoModel<<A::Entity as EntityTrait>::Model>,
    {
        A::Entity::update(record.clone()).exec_without_returning(self.db).await?;
        Ok(record.try_into_model()?)
    }

    /// What `select`, which finds something of another shape once, finds; it has no other `values`.
    pub async fn one_of<M: FromQueryResult + Send + Sync>(
        &self,
        kept: &Kept,
        values: Vec<Value>,
        select: impl FnOnce() -> Selector<SelectModel<M>> + Send,
    ) -> Result<Option<M>> {
        let backend = self.db.get_database_backend();
        let statement = kept.with(backend, values, |_| select().into_statement(backend));
        Ok(M::find_by_statement(statement).one(self.db).await?)
    }
}
