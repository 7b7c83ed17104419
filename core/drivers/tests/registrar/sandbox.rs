//! The sandbox, which has no rules: it does what it is told.
use crate::{
    promises,
    stage::{Registry, Stage},
};
use async_trait::async_trait;
use hosting_drivers::sandbox::registrar::Sandbox;
use hosting_kernel::{
    Database,
    clock::{Clock, SystemClock},
    database::Location,
    providers::registrar::{Registered, Registrar, Registration},
};
use hosting_migrations::{Migrator, MigratorTrait};
use std::{path::PathBuf, sync::Arc};

/// A folder that goes with its test.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _gone = std::fs::remove_dir_all(&self.0);
    }
}

#[async_trait]
impl Registry for Sandbox {
    async fn show(&self, domain: &str, shown: Registered) {
        let name = Registration {
            name: domain.to_owned(),
            taken: true,
            premium: false,
            price: None,
            name_servers: None,
        };
        self.adopt(&[name]).await.unwrap();
        self.world.show(domain, shown, None);
    }

    fn tell(&self, domain: &str, text: &str) {
        let shown = self.world.shown(domain).unwrap();
        self.world.show(domain, shown, Some(text));
    }

    fn wait(&self, domain: &str) {
        self.world.wait(domain);
    }

    fn decide(&self, domain: &str, done: bool) {
        self.world.decide(domain, done);
    }
}

#[tokio::test]
async fn the_sandbox_keeps_the_promises() {
    let folder = Folder(std::env::temp_dir().join(format!("drivers-registrar-{}", SystemClock.id())));
    std::fs::create_dir_all(&folder.0).unwrap();
    let database = Database::open(&Location::Sqlite(folder.0.join("hosting.db"))).await.unwrap();
    Migrator::up(database.connection(), None).await.unwrap();
    let sandbox = Sandbox::new(database);
    let registrar = Arc::new(sandbox.clone());
    promises::all(&Stage { registrar, registry: Box::new(sandbox), anything_goes: true }).await;
}
