//! What is kept only for a while: used keys (`contract.md` §4) and usage entries (§6).
#![expect(clippy::disallowed_methods, reason = "what is too old is removed for every account")]
use crate::{
    kernel::{account, idempotency, platform::Platform, usage::entry},
    refusals::error::Result,
    values::time::Time,
};
use sea_orm::{
    QueryFilter, QuerySelect,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, Query},
};

/// Rows that are removed in one transaction: other writes wait no longer than for these.
const SLICE: u64 = 500;

impl Platform {
    /// Removes what is no longer kept.
    pub async fn tidy(&self) -> Result<()> {
        let now = self.clock().now();
        let kept = self.retention();
        self.purge_keys(now.plus(-kept.keys)).await?;
        let reader = self.database().reader(false).await?;
        let accounts: Vec<Uuid> = account::Entity::find()
            .select_only()
            .column(account::Column::Id)
            .into_tuple()
            .all(&reader.executor())
            .await?;
        drop(reader);
        for account in accounts {
            self.purge_usage(account, now.plus(-kept.usage)).await?;
        }
        Ok(())
    }

    async fn purge_keys(&self, before: Time) -> Result<()> {
        use idempotency::{Column, Entity};
        loop {
            let removed = self.database().write(move |db| {
                Box::pin(async move {
                    let old = Query::select()
                        .columns([Column::AccountId, Column::Key])
                        .from(Entity)
                        .and_where(Column::CreatedAt.lt(before))
                        .limit(SLICE)
                        .take();
                    let key = Expr::tuple([Expr::col(Column::AccountId), Expr::col(Column::Key)]);
                    let removed = Entity::delete_many().filter(key.in_subquery(old)).exec(db).await?;
                    Ok(removed.rows_affected)
                })
            });
            if removed.await? < SLICE {
                return Ok(());
            }
        }
    }

    async fn purge_usage(&self, account: Uuid, before: Time) -> Result<()> {
        use entry::{Column, Entity};
        // Ids are ordered by time: the oldest that is kept starts with the moment itself.
        let first = uuid::Builder::from_unix_timestamp_millis(before.millis().unsigned_abs(), &[0; 10]);
        let first = first.into_uuid();
        loop {
            let removed = self.database().write(move |db| {
                Box::pin(async move {
                    let mine = Column::AccountId.eq(account).and(Column::Id.lt(first));
                    let old = Query::select()
                        .column(Column::Id)
                        .from(Entity)
                        .and_where(mine)
                        .order_by(Column::Id, sea_orm::Order::Asc)
                        .limit(SLICE)
                        .take();
                    let remove = Entity::delete_many().filter(Column::AccountId.eq(account));
                    Ok(remove.filter(Column::Id.in_subquery(old)).exec(db).await?.rows_affected)
                })
            });
            if removed.await? < SLICE {
                return Ok(());
            }
        }
    }
}
