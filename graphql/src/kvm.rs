//! Virtual machines in the graph.
use crate::{
    node::Kind,
    perform::{self, edge, edges, list, perform},
    record::View,
    services::Service,
    shown::{Many, Plain, Shown},
};
use async_graphql::{ComplexObject, Context, ID, Object, Result, SimpleObject};
use hosting_core::{
    instances::PasswordChanged,
    kvm::{
        self, CancelKvmInstance, ControlKvmInstance, CreateKvmSnapshot, DeleteKvmSnapshot, GetKvmInstance,
        KeepKvmInstance, ListKvmInstances, ListKvmSnapshots, RenewKvmInstance, ResetKvmPassword,
        RollbackKvmSnapshot, SetKvmAutoRenew, UpdateKvmSnapshot,
    },
    services::GetService,
};
use uuid::Uuid;

/// A virtual machine.
#[derive(SimpleObject)]
#[graphql(complex)]
pub struct KvmInstance {
    #[graphql(flatten)]
    record: kvm::KvmInstance,
}

impl From<kvm::KvmInstance> for KvmInstance {
    fn from(record: kvm::KvmInstance) -> Self {
        Self { record }
    }
}

impl View for KvmInstance {
    type Of = kvm::KvmInstance;

    fn of(&self) -> &kvm::KvmInstance {
        &self.record
    }
}

#[ComplexObject]
impl KvmInstance {
    /// Identifies the record among all that the graph has, for `node`.
    pub(crate) async fn node_id(&self) -> ID {
        Kind::KvmInstance.id(self.record.id)
    }

    /// What was ordered.
    async fn service(&self, cx: &Context<'_>) -> Result<Option<Shown<Service>>> {
        edge(cx, GetService { service_id: self.record.id }).await
    }

    /// Its snapshots, newest first.
    async fn snapshots(&self, cx: &Context<'_>) -> Result<Option<Many<KvmSnapshot>>> {
        edges(cx, ListKvmSnapshots { service_id: self.record.id, limit: None, cursor: None }).await
    }
}

/// What a virtual machine was at one moment: it can be made that again.
#[derive(SimpleObject)]
#[graphql(complex)]
pub struct KvmSnapshot {
    #[graphql(flatten)]
    record: kvm::KvmSnapshot,
}

impl From<kvm::KvmSnapshot> for KvmSnapshot {
    fn from(record: kvm::KvmSnapshot) -> Self {
        Self { record }
    }
}

impl View for KvmSnapshot {
    type Of = kvm::KvmSnapshot;

    fn of(&self) -> &kvm::KvmSnapshot {
        &self.record
    }
}

#[ComplexObject]
impl KvmSnapshot {
    /// Identifies the record among all that the graph has, for `node`.
    pub(crate) async fn node_id(&self) -> ID {
        Kind::KvmSnapshot.id(Uuid::try_parse(&self.record.id).unwrap_or_default())
    }

    /// The instance that it is of.
    async fn instance(&self, cx: &Context<'_>) -> Result<Option<Shown<KvmInstance>>> {
        edge(cx, GetKvmInstance { service_id: self.record.service_id }).await
    }
}

/// What can be asked about virtual machines.
#[derive(Default)]
pub struct KvmQueries;

#[Object]
impl KvmQueries {
    /// List the virtual machines of the account, newest first.
    async fn kvm_instances(
        &self,
        cx: &Context<'_>,
        first: Option<u32>,
        after: Option<String>,
    ) -> Result<Option<Many<KvmInstance>>> {
        let operation = ListKvmInstances { limit: perform::first(cx, first), cursor: after };
        list(cx, operation).await
    }

    /// Look up one virtual machine.
    async fn kvm_instance(&self, cx: &Context<'_>, service_id: Uuid) -> Result<Option<Shown<KvmInstance>>> {
        perform(cx, GetKvmInstance { service_id }, None).await
    }

    /// List the snapshots of a virtual machine, newest first.
    async fn kvm_snapshots(
        &self,
        cx: &Context<'_>,
        service_id: Uuid,
        first: Option<u32>,
        after: Option<String>,
    ) -> Result<Option<Many<KvmSnapshot>>> {
        let operation = ListKvmSnapshots { service_id, limit: perform::first(cx, first), cursor: after };
        list(cx, operation).await
    }
}

/// What can be changed about virtual machines.
#[derive(Default)]
pub struct KvmMutations;

#[Object]
impl KvmMutations {
    /// Start, stop, shut down or restart a virtual machine.
    async fn control_kvm_instance(
        &self,
        cx: &Context<'_>,
        input: ControlKvmInstance,
        idempotency_key: Option<String>,
    ) -> Result<Option<Shown<KvmInstance>>> {
        perform(cx, input, idempotency_key).await
    }

    /// Turn a virtual machine's automatic renewal on or off.
    async fn set_kvm_auto_renew(
        &self,
        cx: &Context<'_>,
        input: SetKvmAutoRenew,
        idempotency_key: Option<String>,
    ) -> Result<Option<Shown<KvmInstance>>> {
        perform(cx, input, idempotency_key).await
    }

    /// Pay a virtual machine for another period now.
    async fn renew_kvm_instance(
        &self,
        cx: &Context<'_>,
        input: RenewKvmInstance,
        idempotency_key: Option<String>,
    ) -> Result<Option<Shown<KvmInstance>>> {
        perform(cx, input, idempotency_key).await
    }

    /// End a virtual machine when what was paid for is over.
    async fn cancel_kvm_instance(
        &self,
        cx: &Context<'_>,
        input: CancelKvmInstance,
        idempotency_key: Option<String>,
    ) -> Result<Option<Shown<KvmInstance>>> {
        perform(cx, input, idempotency_key).await
    }

    /// Take the cancellation of a virtual machine back.
    async fn keep_kvm_instance(
        &self,
        cx: &Context<'_>,
        input: KeepKvmInstance,
        idempotency_key: Option<String>,
    ) -> Result<Option<Shown<KvmInstance>>> {
        perform(cx, input, idempotency_key).await
    }

    /// Set the password of a virtual machine's administrator (root).
    async fn reset_kvm_password(
        &self,
        cx: &Context<'_>,
        input: ResetKvmPassword,
        idempotency_key: Option<String>,
    ) -> Result<Option<Plain<PasswordChanged>>> {
        perform(cx, input, idempotency_key).await
    }

    /// Keep what a virtual machine is now, to go back to it later.
    async fn create_kvm_snapshot(
        &self,
        cx: &Context<'_>,
        input: CreateKvmSnapshot,
        idempotency_key: Option<String>,
    ) -> Result<Option<Shown<KvmSnapshot>>> {
        perform(cx, input, idempotency_key).await
    }

    /// Change the name or the description of a snapshot.
    async fn update_kvm_snapshot(
        &self,
        cx: &Context<'_>,
        input: UpdateKvmSnapshot,
        idempotency_key: Option<String>,
    ) -> Result<Option<Shown<KvmSnapshot>>> {
        perform(cx, input, idempotency_key).await
    }

    /// Delete a snapshot of a virtual machine.
    async fn delete_kvm_snapshot(
        &self,
        cx: &Context<'_>,
        input: DeleteKvmSnapshot,
        idempotency_key: Option<String>,
    ) -> Result<Option<Shown<KvmSnapshot>>> {
        perform(cx, input, idempotency_key).await
    }

    /// Make a virtual machine again what it was when a snapshot was made.
    async fn rollback_kvm_snapshot(
        &self,
        cx: &Context<'_>,
        input: RollbackKvmSnapshot,
        idempotency_key: Option<String>,
    ) -> Result<Option<Shown<KvmSnapshot>>> {
        perform(cx, input, idempotency_key).await
    }
}
