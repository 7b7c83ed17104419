//! What came of a change, written down as it is.
#![expect(clippy::disallowed_methods, reason = "queued work names its instance; nobody asks for it")]
use super::{ChangeInstance, InstanceChange};
use crate::{
    instance, lost_snapshots,
    snapshot::{self, Snapshot, SnapshotStatus},
};
use hosting_kernel::{
    kernel::queue::task::{Completion, Outcome},
    providers::hypervisor::InstanceStatus,
    refusals::error::Result,
};
use sea_orm::{ActiveModelTrait, IntoActiveModel, ModelTrait, QuerySelect, Set, entity::prelude::*};

impl ChangeInstance {
    /// Writes on the instance, and on the snapshot of the change, what came of it.
    pub(super) async fn write_outcome(&self, at: &Completion<'_>, outcome: Outcome) -> Result<()> {
        let select = instance::Entity::find_by_id(self.service_id).lock_exclusive();
        let Some(row) = select.one(at.db).await? else { return Ok(()) };
        if let Some(snapshot) = self.snapshot(at).await? {
            self.record_on_snapshot(at, snapshot, &outcome).await?;
        }
        let was = row.status;
        let mut row = row.into_active_model();
        self.describe(&mut row, at);
        row.updated_at = Set(at.now);
        match outcome {
            Ok(()) => row.last_error = Set(None),
            Err((failure, last)) => {
                row.last_error = Set(Some(failure.told()));
                if !last {
                    row.update(at.db).await?;
                    return Ok(());
                }
            }
        }
        if let Some(has) = self.observed.state.as_ref().and_then(|state| state.snapshots.as_ref()) {
            lost_snapshots::forget(at.db, self.service_id, has, at.now).await?;
        }
        let is = match &self.observed.state {
            Some(state) => state.status,
            None if self.observed.unknown => InstanceStatus::Error,
            // Where nobody could look, one that was to stay what it was is that, as far as is known.
            None => was,
        };
        row.status = Set(if is.is_on_its_way() { InstanceStatus::Error } else { is });
        row.change = Set(None);
        row.update(at.db).await?;
        Ok(())
    }

    /// What the hypervisor says of the instance beside its state.
    fn describe(&self, row: &mut instance::ActiveModel, at: &Completion<'_>) {
        let Some(state) = &self.observed.state else { return };
        row.observed_at = Set(Some(at.now));
        if let Some(hostname) = &state.hostname {
            row.hostname = Set(hostname.clone());
        }
        if let Some(system) = &state.system {
            row.system = Set(system.clone());
        }
    }

    async fn snapshot(&self, at: &Completion<'_>) -> Result<Option<Snapshot>> {
        match self.change {
            InstanceChange::CreateSnapshot { snapshot: id }
            | InstanceChange::DeleteSnapshot { snapshot: id }
            | InstanceChange::RestoreSnapshot { snapshot: id } => {
                Ok(snapshot::Entity::find_by_id(id).lock_exclusive().one(at.db).await?)
            }
            InstanceChange::Power { .. } | InstanceChange::Reinstall { .. } | InstanceChange::Arrive => {
                Ok(None)
            }
        }
    }

    async fn record_on_snapshot(&self, at: &Completion<'_>, row: Snapshot, outcome: &Outcome) -> Result<()> {
        if matches!(self.change, InstanceChange::DeleteSnapshot { .. }) && outcome.is_ok() {
            row.delete(at.db).await?;
            return Ok(());
        }
        // One that could not be restored is still whole.
        let whole = matches!(self.change, InstanceChange::RestoreSnapshot { .. });
        let mut row = row.into_active_model();
        row.updated_at = Set(at.now);
        row.last_error = Set(outcome.as_ref().err().map(|(failure, _)| failure.told()));
        match outcome {
            Ok(()) => row.status = Set(SnapshotStatus::Ready),
            Err((_, true)) if whole => row.status = Set(SnapshotStatus::Ready),
            Err((_, true)) => row.status = Set(SnapshotStatus::Failed),
            Err((_, false)) => {}
        }
        if let Some(size) = self.observed.size {
            row.size_bytes = Set(Some(size));
        }
        row.update(at.db).await?;
        Ok(())
    }
}
