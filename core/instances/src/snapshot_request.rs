//! Asking for a snapshot to be made, deleted or restored: refused or queued now, done later.
use super::{
    change::InstanceChange,
    instance_of_service::get_for_change,
    request,
    snapshot::{self, Snapshot, SnapshotStatus},
    state_machine::Action,
};
use hosting_kernel::{
    kernel::context::Context,
    providers::hypervisor::InstanceKind,
    refusals::error::{Error, Result},
};
use sea_orm::{ActiveEnum, EntityTrait, IntoActiveModel, Set};
use uuid::Uuid;

/// Queues a new snapshot of an instance of the calling account.
pub(super) async fn create(
    cx: &Context<'_>,
    kind: InstanceKind,
    service_id: Uuid,
    name: String,
    description: Option<String>,
) -> Result<Snapshot> {
    let target = get_for_change(cx, kind, service_id).await?;
    snapshot::check_room(cx, &target.instance, &name).await?;
    let snapshot = Snapshot {
        id: cx.id(),
        service_id,
        account_id: cx.account(),
        name,
        description,
        status: SnapshotStatus::Creating,
        size_bytes: None,
        last_error: None,
        created_at: cx.now(),
        updated_at: cx.now(),
    };
    let change = InstanceChange::CreateSnapshot { snapshot: snapshot.id };
    request::change(cx, target, Action::CreateSnapshot, change).await?;
    let row = snapshot.clone().into_active_model();
    snapshot::Entity::insert(row).exec_without_returning(cx.db).await?;
    Ok(snapshot)
}

/// Queues the end of a snapshot. One that could not be made is deleted all the same: the hypervisor may
/// have a part of it.
pub(super) async fn delete(
    cx: &Context<'_>,
    kind: InstanceKind,
    service_id: Uuid,
    key: &str,
) -> Result<Snapshot> {
    let target = get_for_change(cx, kind, service_id).await?;
    let snapshot = snapshot::get(cx, &target.instance, key).await?;
    check_status(&snapshot, &[SnapshotStatus::Ready, SnapshotStatus::Failed], "deleted")?;
    let change = InstanceChange::DeleteSnapshot { snapshot: snapshot.id };
    request::change(cx, target, Action::DeleteSnapshot, change).await?;
    set_status(cx, snapshot, SnapshotStatus::Deleting).await
}

/// Queues the way back of an instance to a snapshot.
pub(super) async fn restore(
    cx: &Context<'_>,
    kind: InstanceKind,
    service_id: Uuid,
    key: &str,
) -> Result<Snapshot> {
    let target = get_for_change(cx, kind, service_id).await?;
    let snapshot = snapshot::get(cx, &target.instance, key).await?;
    check_status(&snapshot, &[SnapshotStatus::Ready], "restored")?;
    let change = InstanceChange::RestoreSnapshot { snapshot: snapshot.id };
    request::change(cx, target, Action::RestoreSnapshot, change).await?;
    set_status(cx, snapshot, SnapshotStatus::Restoring).await
}

/// Refuses what cannot be done with a snapshot where it stands.
fn check_status(snapshot: &Snapshot, from: &[SnapshotStatus], done: &str) -> Result<()> {
    if from.contains(&snapshot.status) {
        return Ok(());
    }
    let status = snapshot.status.to_value();
    if snapshot.status.is_on_its_way() {
        return Err(Error::ChangeInProgress(format!("the snapshot cannot be {done} while it is {status}")));
    }
    let from: Vec<_> = from.iter().map(ActiveEnum::to_value).collect();
    let from = from.join(" or ");
    Err(Error::ActionNotAllowed(format!("the snapshot is {status}: only one that is {from} can be {done}")))
}

async fn set_status(cx: &Context<'_>, snapshot: Snapshot, status: SnapshotStatus) -> Result<Snapshot> {
    let mut snapshot = snapshot.into_active_model();
    snapshot.status = Set(status);
    snapshot.last_error = Set(None);
    snapshot.updated_at = Set(cx.now());
    cx.update(snapshot).await
}
