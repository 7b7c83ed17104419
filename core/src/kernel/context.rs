//! What an operation may touch while it runs.
use crate::{
    database::lane::Lane,
    kernel::{call::Call, idempotency::Claim, platform::Platform},
    refusals::error::Result,
    values::time::Time,
};
use sea_orm::{
    ColumnTrait, DatabaseExecutor, EntityTrait, FromQueryResult, QueryFilter, QuerySelect, Select,
    SelectModel, Selector, TryIntoModel,
};
use uuid::Uuid;

/// What an operation may touch: its own account, the database, the time.
///
/// The database is the transaction of a mutation, and a connection for reading otherwise.
pub struct Context<'a> {
    pub(crate) platform: &'a Platform,
    pub(crate) call: &'a Call,
    pub(crate) db: &'a DatabaseExecutor<'a>,
    /// The connection of a read, where it can be asked in place.
    pub(crate) lane: Option<&'a Lane>,
    /// When a mutation was asked for: one moment for all that it changes.
    pub(crate) now: Time,
    /// The claim of a mutation that asks a backend.
    pub(crate) claim: Option<Claim>,
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

    /// All that `select`, of whole records, finds.
    pub(crate) async fn all<E>(&self, select: Select<E>) -> Result<Vec<E::Model>>
    where
        E: EntityTrait<ActiveModel: TryIntoModel<E::Model>>,
    {
        match self.lane {
            Some(lane) => Ok(lane.all(&select)?),
            None => Ok(select.all(self.db).await?),
        }
    }

    /// The first that `select`, of whole records, finds.
    pub(crate) async fn one<E>(&self, select: Select<E>) -> Result<Option<E::Model>>
    where
        E: EntityTrait<ActiveModel: TryIntoModel<E::Model>>,
    {
        match self.lane {
            Some(lane) => Ok(lane.all(&select.limit(1))?.pop()),
            None => Ok(select.one(self.db).await?),
        }
    }

    /// What a look-up of another shape finds.
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
    #[expect(clippy::disallowed_methods, reason = "this is the look-up that everyone else uses")]
    fn owned(cx: &Context<'_>) -> Select<Self> {
        Self::find().filter(Self::ACCOUNT.eq(cx.account()))
    }
}
