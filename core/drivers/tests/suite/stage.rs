//! Sandboxes in a folder of their own, under a clock that is moved.
use chrono::TimeDelta;
use hosting_drivers::sandbox::{Sandboxes, hypervisor::Sandbox};
use hosting_kernel::{
    Database, Secret, Time,
    clock::Clock,
    database::Location,
    providers::hypervisor::{Adopted, Hypervisor, InstanceStatus},
};
use hosting_migrations::{Migrator, MigratorTrait};
use std::{
    path::PathBuf,
    sync::{Arc, Mutex},
};
use uuid::Uuid;

/// A clock that stands until it is moved.
pub struct Standing(Mutex<Time>);

impl Standing {
    pub fn pass(&self, delta: TimeDelta) {
        let mut now = self.0.lock().unwrap();
        *now = now.plus(delta);
    }
}

impl Clock for Standing {
    fn now(&self) -> Time {
        *self.0.lock().unwrap()
    }
}

/// The sandboxes, of which some are used by everyone.
pub struct Stage {
    pub clock: Arc<Standing>,
    pub sandboxes: Sandboxes,
    pub lxc: Sandbox,
    pub kvm: Sandbox,
    folder: PathBuf,
}

impl Drop for Stage {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

impl Stage {
    pub async fn new() -> Self {
        // Noon of the first day of 2031.
        let clock = Arc::new(Standing(Mutex::new(Time::of_millis(1_925_035_200_000))));
        let folder = std::env::temp_dir().join(format!("drivers-{}-{}", std::process::id(), clock.id()));
        std::fs::create_dir_all(&folder).unwrap();
        let database = Database::open(&Location::Sqlite(folder.join("hosting.db"))).await.unwrap();
        Migrator::up(database.connection(), None).await.unwrap();
        let secret = Secret::new(b"a secret for tests only, of 32 characters");
        let every: Arc<dyn Clock> = Arc::clone(&clock) as _;
        let sandboxes = Sandboxes::new(&database, &every, &secret, "http://localhost");
        let (lxc, kvm) = (sandboxes.lxc.clone(), sandboxes.kvm.clone());
        Self { clock, sandboxes, lxc, kvm, folder }
    }

    /// A container that is `status`.
    pub async fn container(&self, status: InstanceStatus) -> Uuid {
        let instance = self.clock.id();
        self.lxc.adopt(&[adopted(instance, status)]).await.unwrap();
        instance
    }
}

/// An instance that was made elsewhere.
pub fn adopted(instance: Uuid, status: InstanceStatus) -> Adopted {
    Adopted {
        instance,
        hostname: "web".to_owned(),
        system: "debian-12".to_owned(),
        status,
        vcpus: 2,
        memory_bytes: 2 << 30,
        disk_bytes: 40 << 30,
        snapshots: Vec::new(),
    }
}
