#![expect(clippy::disallowed_methods, reason = "queued work names its instance; nobody asks for it")]
use super::ChangeInstance;
use crate::{
    instance,
    snapshot::{self, SnapshotStatus},
};
use hosting_kernel::{
    kernel::queue::task::{Completion, Task},
    providers::hypervisor::InstanceStatus,
    refusals::error::Result,
};
use sea_orm::{
    ActiveModelTrait, IntoActiveModel, QueryFilter, QuerySelect, Set, entity::prelude::*,
    sea_query::ExprTrait,
};

/// Nothing comes of a change that is in no queued work: the next is possible, and what the instance really is,
/// the next look at it tells.
pub(crate) async fn abandon(at: &Completion<'_>, id: Uuid, why: &str) -> Result<()> {
    let held = instance::Entity::find_by_id(id).lock_exclusive().one(at.db).await?;
    let Some(row) = held.filter(|row| row.change.is_some()) else { return Ok(()) };
    let others = at.others().await?;
    // What else is queued for the instance knows nothing of its snapshots.
    if !others.iter().any(|job| job.kind == ChangeInstance::KIND) {
        abandon_snapshots(at, id, why).await?;
    }
    if !others.is_empty() {
        return Ok(());
    }
    let status = if row.status.is_on_its_way() { InstanceStatus::Error } else { row.status };
    let mut row = row.into_active_model();
    row.status = Set(status);
    row.change = Set(None);
    row.last_error = Set(Some(why.to_owned()));
    row.updated_at = Set(at.now);
    row.update(at.db).await?;
    Ok(())
}

async fn abandon_snapshots(at: &Completion<'_>, id: Uuid, why: &str) -> Result<()> {
    // One that could not be restored is still whole.
    for (from, to) in [
        (vec![SnapshotStatus::Restoring], SnapshotStatus::Ready),
        (vec![SnapshotStatus::Creating, SnapshotStatus::Deleting], SnapshotStatus::Failed),
    ] {
        let given_up = snapshot::ActiveModel {
            status: Set(to),
            last_error: Set(Some(why.to_owned())),
            updated_at: Set(at.now),
            ..Default::default()
        };
        let these = snapshot::Column::ServiceId.eq(id).and(snapshot::Column::Status.is_in(from));
        snapshot::Entity::update_many().set(given_up).filter(these).exec(at.db).await?;
    }
    Ok(())
}
