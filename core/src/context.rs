//! What an operation may touch while it runs.
use crate::{Call, Platform, Result, Time};
use sea_orm::{
    ColumnTrait, DatabaseExecutor, EntityTrait, FromQueryResult, QueryFilter, Select, SelectModel, Selector,
};
use uuid::Uuid;

/// What an operation may touch: its own account, the database, the time.
///
/// The database is the transaction of a mutation, and a connection for reading otherwise.
pub struct Context<'a> {
    pub(crate) platform: &'a Platform,
    pub(crate) call: &'a Call,
    pub(crate) db: &'a DatabaseExecutor<'a>,
    /// When a mutation was asked for: one moment for all that it changes.
    pub(crate) now: Time,
}

impl Context<'_> {
    /// The account that asks.
    pub(crate) fn account(&self) -> Uuid {
        self.call.credential.account
    }

    /// The present moment.
    pub(crate) const fn now(&self) -> Time {
        self.now
    }

    /// A new id.
    pub(crate) fn id(&self) -> Uuid {
        self.platform.clock().id()
    }

    /// All that `select` finds.
    pub(crate) async fn all<E: EntityTrait<Model: FromQueryResult>>(
        &self,
        select: Select<E>,
    ) -> Result<Vec<E::Model>> {
        Ok(select.all(self.db).await?)
    }

    /// The first that `select` finds.
    pub(crate) async fn one<E: EntityTrait<Model: FromQueryResult>>(
        &self,
        select: Select<E>,
    ) -> Result<Option<E::Model>> {
        Ok(select.one(self.db).await?)
    }

    /// All that a look-up of other shape finds.
    pub(crate) async fn one_of<M: FromQueryResult + Send + Sync>(
        &self,
        select: Selector<SelectModel<M>>,
    ) -> Result<Option<M>> {
        Ok(select.one(self.db).await?)
    }
}

/// An entity whose records belong to accounts.
pub trait Owned: EntityTrait {
    /// The column that names the account.
    const ACCOUNT: Self::Column;

    /// The records of the calling account: what is somebody else's does not exist.
    fn owned(cx: &Context<'_>) -> Select<Self> {
        Self::find().filter(Self::ACCOUNT.eq(cx.account()))
    }
}
