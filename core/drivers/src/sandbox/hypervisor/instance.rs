//! An instance of the sandbox.
use super::condition::Condition;
use hosting_kernel::{
    providers::hypervisor::{
        Adopted, InstanceKind,
        InstanceStatus::{self, Frozen, Running, Starting, Stopped, Stopping},
    },
    values::time::Time,
};
use sea_orm::entity::prelude::*;

/// An instance of the sandbox: what it is, and what it is about to be.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "sandbox_instance")]
pub struct Model {
    /// The service that it is.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    /// Which sort.
    pub kind: InstanceKind,
    /// Its processors.
    pub vcpus: i32,
    /// Its memory, in bytes.
    pub memory_bytes: i64,
    /// Its disk, in bytes.
    pub disk_bytes: i64,
    /// What it is.
    pub current: Condition,
    /// What it is from `ends_at` on, whether anyone waits for it or not.
    pub next: Option<Condition>,
    /// When what is to come has come.
    pub ends_at: Option<Time>,
    /// The work that last changed it, or is about to.
    pub work: Option<Uuid>,
}

/// Records are joined by what asks for them, not by their entity.
#[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

impl Model {
    /// The machine of `kind` behind `said`: what it is, or is on its way to, since `now`.
    pub fn of(kind: InstanceKind, said: &Adopted, now: Time) -> Self {
        let status = arrived(said.status);
        let current = Condition {
            status,
            hostname: said.hostname.clone(),
            system: said.system.clone(),
            password: None,
            booted_at: now,
            frozen_at: (status == Frozen).then_some(now),
            frozen_millis: 0,
        };
        Self {
            id: said.instance,
            kind,
            vcpus: said.vcpus,
            memory_bytes: said.memory_bytes,
            disk_bytes: said.disk_bytes,
            current,
            next: None,
            ends_at: None,
            work: None,
        }
    }

    /// The same; where it is on its way and nothing was begun that would end, it is there at `end`.
    #[must_use]
    pub fn arriving(self, end: Time) -> Self {
        let status = self.current.status;
        if self.next.is_some() || !status.is_on_its_way() {
            return self;
        }
        let next = Condition { status: arrived(status), booted_at: end, ..self.current.clone() };
        Self { next: Some(next), ends_at: Some(end), ..self }
    }

    /// What it is at `now`: what was to come by then has come.
    #[must_use]
    pub fn at(self, now: Time) -> Self {
        match (self.next, self.ends_at) {
            (Some(current), Some(end)) if end <= now => Self { current, next: None, ends_at: None, ..self },
            (next, _) => Self { next, ..self },
        }
    }

    /// Where it stands.
    pub fn status(&self) -> InstanceStatus {
        match self.next.as_ref().map(|next| next.status) {
            None => self.current.status,
            Some(_) if self.current.status.is_on_its_way() => self.current.status,
            Some(Running) => Starting,
            Some(_) => Stopping,
        }
    }
}

/// Where an instance that is said to stand so is, or will be.
const fn arrived(said: InstanceStatus) -> InstanceStatus {
    match said {
        Stopping => Stopped,
        passing if passing.is_on_its_way() => Running,
        settled => settled,
    }
}
