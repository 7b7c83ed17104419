//! Snapshots that their hypervisor has no longer: expired there, or gone with a way back to an older one.
#![expect(clippy::disallowed_methods, reason = "hypervisors report on the instances of every account")]
use super::{
    instance,
    snapshot::{Column, Entity, Snapshot, SnapshotStatus},
};
use chrono::TimeDelta;
use hosting_kernel::{
    database::executor::Executor, kernel::platform::Platform, providers::hypervisor::Report,
    refusals::error::Result, values::time::Time,
};
use sea_orm::{
    QueryFilter, QuerySelect, QueryTrait,
    entity::prelude::*,
    sea_query::{ExprTrait, SimpleExpr},
};
use std::collections::{HashMap, HashSet};

/// A report is older than when it is read: what became of a snapshot since is in the next.
const SETTLED: TimeDelta = TimeDelta::minutes(1);

/// Those that could be gone back to at `by`, as we know.
fn known(by: Time) -> SimpleExpr {
    Column::Status.eq(SnapshotStatus::Ready).and(Column::UpdatedAt.lte(by))
}

/// Lists no longer what the hypervisor of an instance, which `has` these, has no more `by` then. The instance is locked,
/// and nothing else is done with it.
pub(super) async fn forget(db: &Executor<'_>, service_id: Uuid, has: &[Uuid], by: Time) -> Result<()> {
    let there = Column::Id.is_in(has.iter().copied());
    let lost = Column::ServiceId.eq(service_id).and(there.not()).and(known(by));
    let gone = Entity::delete_many().filter(lost).exec(db).await?;
    if gone.rows_affected > 0 {
        tracing::info!(instance = %service_id, snapshots = gone.rows_affected, "the hypervisor has them no more");
    }
    Ok(())
}

/// The same for all instances of `reports`, in which nothing is missing mostly; where they are few, `ids` are theirs.
pub(super) async fn forget_all(
    platform: &Platform,
    reports: &HashMap<Uuid, &Report>,
    ids: Option<&[Uuid]>,
    now: Time,
) -> Result<()> {
    let by = now.plus(-SETTLED);
    let reader = platform.database().reader(false).await?;
    let of = |ids: &[Uuid]| Column::ServiceId.is_in(ids.iter().copied());
    let known = Entity::find().filter(known(by)).apply_if(ids, |select, ids| select.filter(of(ids)));
    let known = known.all(&reader.executor()).await?;
    drop(reader);
    let is_lost = |snapshot: &&Snapshot| {
        let has = reports.get(&snapshot.service_id).and_then(|report| report.snapshots.as_ref());
        has.is_some_and(|has| !has.contains(&snapshot.id))
    };
    let instances: HashSet<Uuid> = known.iter().filter(is_lost).map(|snapshot| snapshot.service_id).collect();
    for id in instances {
        let Some(has) = reports.get(&id).and_then(|report| report.snapshots.clone()) else { continue };
        let write = platform.database().write(move |db| {
            Box::pin(async move {
                let idle = instance::Column::Change.is_null();
                let select = instance::Entity::find_by_id(id).filter(idle).lock_exclusive();
                match select.one(db).await? {
                    Some(_) => forget(db, id, &has, by).await,
                    None => Ok(()),
                }
            })
        });
        write.await?;
    }
    Ok(())
}
