//! What the sandboxes keep, as their own tables have it.
pub mod registrar {
    use crate::values::{money::Money, texts::Texts};
    use sea_orm::entity::prelude::*;
    /// A name that the sandbox registry knows.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "sandbox_registration")]
    pub struct Model {
        /// The name (A-labels).
        #[sea_orm(primary_key, auto_increment = false)]
        pub name: String,
        /// Whether someone has it.
        pub taken: bool,
        /// Whether it costs more than its suffix.
        pub premium: bool,
        /// What it costs then.
        pub price: Option<Money>,
        /// The hosts that answer for it.
        pub name_servers: Option<Texts>,
        /// The work that last changed it.
        pub changed_by: Option<Uuid>,
    }

    /// Records are joined by what asks for them, not by their entity.
    #[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

pub mod dns {
    use crate::values::texts::Texts;
    use sea_orm::entity::prelude::*;
    /// An `RRset` that the sandbox serves.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "sandbox_rrset")]
    pub struct Model {
        /// The zone.
        #[sea_orm(primary_key, auto_increment = false)]
        pub zone: String,
        /// The whole name.
        #[sea_orm(primary_key, auto_increment = false)]
        pub name: String,
        /// The type.
        #[sea_orm(primary_key, auto_increment = false)]
        pub kind: String,
        /// Seconds.
        pub ttl: i32,
        /// The data.
        pub contents: Texts,
        /// The work that last changed it.
        pub changed_by: Uuid,
    }

    /// Records are joined by what asks for them, not by their entity.
    #[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

pub mod site {
    use crate::providers::panel::SiteState;
    use sea_orm::entity::prelude::*;
    /// A site that was suspended or removed, or was so before.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "sandbox_site")]
    pub struct Model {
        /// Its user.
        #[sea_orm(primary_key, auto_increment = false)]
        pub name: String,
        /// Where it stands.
        pub state: SiteState,
        /// The work that last changed it.
        pub changed_by: Option<Uuid>,
    }

    /// Records are joined by what asks for them, not by their entity.
    #[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

pub mod instance {
    use super::Condition;
    use crate::{providers::hypervisor::InstanceKind, values::time::Time};
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
}

pub mod snapshot {
    use super::Condition;
    use crate::values::time::Time;
    use sea_orm::entity::prelude::*;
    /// A snapshot of the sandbox: what the instance was.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "sandbox_snapshot")]
    pub struct Model {
        /// The snapshot, by the platform's id.
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        /// The instance.
        pub instance: Uuid,
        /// What the instance was when it was taken.
        pub kept: Condition,
        /// What it takes of the disk.
        pub size_bytes: i64,
        /// When it is complete.
        pub ready_at: Time,
    }

    /// Records are joined by what asks for them, not by their entity.
    #[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

use crate::{providers::hypervisor::InstanceStatus, values::time::Time};
use sea_orm::FromJsonQueryResult;
use serde::{Deserialize, Serialize};

/// What an instance is: its power, what is installed on it, and since when its counters run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, FromJsonQueryResult)]
pub struct Condition {
    /// Where it stands; on its way only where it was said so when it was adopted.
    pub status: InstanceStatus,
    /// What it calls itself.
    pub hostname: String,
    /// What is installed on it.
    pub system: String,
    /// The password of its administrator: a keyed fingerprint, in hexadecimal digits.
    pub password: Option<String>,
    /// When it last booted.
    pub booted_at: Time,
    /// Since when it is frozen.
    pub frozen_at: Option<Time>,
    /// Milliseconds that it was frozen before that, since it booted.
    pub frozen_millis: i64,
}

pub type Machine = instance::Model;

impl Machine {
    /// The machine of `kind` behind `said`: what it is, or is on its way to, since `now`.
    pub fn of(
        kind: crate::providers::hypervisor::InstanceKind,
        said: &crate::providers::hypervisor::Adopted,
        now: Time,
    ) -> Self {
        let status = match said.status {
            InstanceStatus::Stopping => InstanceStatus::Stopped,
            passing if passing.is_on_its_way() => InstanceStatus::Running,
            settled => settled,
        };
        let current = Condition {
            status,
            hostname: said.hostname.clone(),
            system: said.system.clone(),
            password: None,
            booted_at: now,
            frozen_at: (status == InstanceStatus::Frozen).then_some(now),
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
}
