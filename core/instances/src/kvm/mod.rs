//! Virtual machines.
mod action;
mod cancel;
mod control;
mod create_snapshot;
mod delete_snapshot;
mod get;
mod get_snapshot;
mod keep;
pub mod kvm_instance;
pub mod kvm_snapshot;
mod list;
mod list_snapshots;

mod reset_password;
mod rollback_snapshot;
mod set_auto_renew;
mod snapshot_id;
mod update_snapshot;

pub use action::KvmAction;
pub use cancel::CancelKvmInstance;
pub use control::ControlKvmInstance;
pub use create_snapshot::CreateKvmSnapshot;
pub use delete_snapshot::DeleteKvmSnapshot;
pub use get::GetKvmInstance;
pub use get_snapshot::GetKvmSnapshot;
pub use keep::KeepKvmInstance;
pub use kvm_instance::{KvmInstance, KvmStatus};
pub use kvm_snapshot::KvmSnapshot;
pub use list::ListKvmInstances;
pub use list_snapshots::ListKvmSnapshots;

pub use reset_password::ResetKvmPassword;
pub use rollback_snapshot::RollbackKvmSnapshot;
pub use set_auto_renew::SetKvmAutoRenew;
pub use update_snapshot::UpdateKvmSnapshot;
