//! What belongs to an account is found only by its account.
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, Select};
use uuid::Uuid;

/// Whoever asks, for an account.
pub trait Caller {
    /// The account that asks.
    fn account(&self) -> Uuid;
}

/// An entity whose records belong to accounts.
pub trait Owned: EntityTrait {
    /// The column that names the account.
    const ACCOUNT: Self::Column;

    /// The records of the calling account: what is somebody else's does not exist.
    #[expect(clippy::disallowed_methods, reason = "this is the look-up that everyone else uses")]
    fn owned(caller: &impl Caller) -> Select<Self> {
        Self::find().filter(Self::ACCOUNT.eq(caller.account()))
    }
}
