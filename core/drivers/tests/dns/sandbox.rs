//! The sandbox, which serves nobody: what it shows is what it would serve.
use crate::{
    promises,
    stage::{Served, Stage},
};
use async_trait::async_trait;
use hosting_drivers::sandbox::dns::Sandbox;
use hosting_kernel::{
    Database,
    clock::{Clock, SystemClock},
    database::Location,
    providers::dns::Dns,
};
use hosting_migrations::{Migrator, MigratorTrait};
use std::path::PathBuf;

/// A folder that goes with its test.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _gone = std::fs::remove_dir_all(&self.0);
    }
}

#[async_trait]
impl Served for Sandbox {
    async fn ask(&self, zone: &str, name: &str, kind: &str) -> Vec<(i32, String)> {
        let sets = self.zone(zone).await.unwrap();
        let of = sets.into_iter().filter(|set| set.name == name && set.kind == kind);
        of.flat_map(|set| set.contents.into_iter().map(move |content| (set.ttl, content))).collect()
    }
}

#[tokio::test]
async fn the_sandbox_keeps_the_promises() {
    let folder = Folder(std::env::temp_dir().join(format!("drivers-dns-{}", SystemClock.id())));
    std::fs::create_dir_all(&folder.0).unwrap();
    let database = Database::open(&Location::Sqlite(folder.0.join("hosting.db"))).await.unwrap();
    Migrator::up(database.connection(), None).await.unwrap();
    let sandbox = Sandbox::new(database);
    let (dns, served) = (Box::new(sandbox.clone()), Box::new(sandbox));
    promises::all(&Stage { dns, served, zones_are_made: true, anything_goes: true }).await;
}
