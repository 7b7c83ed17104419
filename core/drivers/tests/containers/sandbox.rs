//! The sandbox, whose instances live by a clock.
use crate::{
    hypervisor, promises,
    stage::{Behind, Stage},
};
use async_trait::async_trait;
use chrono::TimeDelta;
use hosting_drivers::sandbox::hypervisor::Sandbox;
use hosting_kernel::{
    Database, Secret, Time, clock::Clock, database::Location, providers::hypervisor::InstanceKind,
};
use hosting_migrations::{Migrator, MigratorTrait};
use std::{
    path::PathBuf,
    sync::{Arc, Mutex},
};

/// A folder that goes with its test.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _gone = std::fs::remove_dir_all(&self.0);
    }
}

/// A clock that stands until it is moved.
#[derive(Clone)]
struct Standing(Arc<Mutex<Time>>);

impl Clock for Standing {
    fn now(&self) -> Time {
        *self.0.lock().unwrap()
    }
}

#[async_trait]
impl Behind for Standing {
    /// What is adopted is made.
    async fn make(&self, _: &str) {}

    fn is_there_before(&self) -> bool {
        false
    }

    async fn pass(&self) {
        let mut now = self.0.lock().unwrap();
        *now = now.plus(TimeDelta::minutes(1));
    }
}

#[tokio::test]
async fn the_sandbox_keeps_the_promises() {
    let (driver, behind, _folder) = sandbox(InstanceKind::Lxc).await;
    promises::all(&Stage { driver: Box::new(driver), behind: Box::new(behind) }).await;
}

#[tokio::test]
async fn so_does_that_of_virtual_machines() {
    let (driver, behind, _folder) = sandbox(InstanceKind::Kvm).await;
    hypervisor::all(&Stage { driver: Box::new(driver), behind: Box::new(behind) }).await;
}

async fn sandbox(kind: InstanceKind) -> (Sandbox, Standing, Folder) {
    // Noon of the first day of 2031.
    let clock = Standing(Arc::new(Mutex::new(Time::of_millis(1_925_035_200_000))));
    let folder = Folder(std::env::temp_dir().join(format!("drivers-containers-{}", clock.id())));
    std::fs::create_dir_all(&folder.0).unwrap();
    let database = Database::open(&Location::Sqlite(folder.0.join("hosting.db"))).await.unwrap();
    Migrator::up(database.connection(), None).await.unwrap();
    let secret = Secret::new(b"a secret for tests only, of 32 characters");
    (Sandbox::new(kind, database, Arc::new(clock.clone()), secret), clock, folder)
}
