//! Work on many domains.
#![expect(clippy::disallowed_methods, reason = "what time brings is brought to every account")]
use super::domain::{Column, Entity, Model, subject};
use hosting_kernel::{
    kernel::{
        platform::Platform,
        queue::{
            enqueue::{Asker, enqueue_once},
            task::AnyTask,
        },
    },
    refusals::error::Result,
};
use sea_orm::{Condition, QueryOrder, QuerySelect, entity::prelude::*};

/// Domains that are queued in one transaction.
const SOME: u64 = 200;

/// Queues what `task` gives for each domain of which `those` is true, unless work of its kind is queued for it already.
pub(super) async fn queue_each(
    platform: &Platform,
    those: Condition,
    task: fn(&Model) -> Option<Box<dyn AnyTask>>,
) -> Result<()> {
    let select = Entity::find().filter(those).order_by_asc(Column::Id);
    let mut after = Uuid::nil();
    loop {
        let some = select.clone().filter(Column::Id.gt(after)).limit(SOME);
        let ids: Vec<Uuid> = {
            let reader = platform.database().reader(false).await?;
            some.select_only().column(Column::Id).into_tuple().all(&reader.executor()).await?
        };
        let Some(last) = ids.last() else { return Ok(()) };
        after = *last;
        let of = platform.clone();
        let write = platform.database().write(move |db| {
            Box::pin(async move {
                for id in ids {
                    let held = Entity::find_by_id(id).lock_exclusive().one(db).await?;
                    let Some(domain) = held else { continue };
                    let Some(task) = task(&domain) else { continue };
                    let asker = Asker { request_id: of.clock().id(), account_id: Some(domain.account_id) };
                    enqueue_once(db, of.clock(), asker, subject(id), &*task).await?;
                }
                Ok(())
            })
        });
        write.await?;
    }
}
