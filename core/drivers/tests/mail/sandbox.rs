//! The sandbox, whose domains are rows.
use crate::{
    database::Folder,
    promises,
    stage::{Behind, Stage, Taken},
};
use async_trait::async_trait;
use hosting_drivers::sandbox::mail::{Entity, Sandbox};
use hosting_kernel::{Database, database::Location};
use hosting_migrations::{Migrator, MigratorTrait};
use sea_orm::EntityTrait;

#[async_trait]
impl Behind for Database {
    #[expect(clippy::disallowed_methods, reason = "a backend knows no accounts")]
    async fn domain(&self, name: &str) -> Option<Taken> {
        let found = Entity::find_by_id(name).one(self.connection()).await.unwrap()?;
        let sorted = |mut all: Vec<String>| {
            all.sort();
            all
        };
        Some(Taken {
            mailbox_limit: found.mailbox_limit,
            storage_bytes_per_mailbox: found.storage_bytes_per_mailbox,
            open: !found.suspended,
            selectors: sorted(found.selectors.0),
            signs: if found.suspended { Vec::new() } else { sorted(found.signs.unwrap().0) },
        })
    }
}

#[tokio::test]
async fn the_sandbox_keeps_the_promises() {
    let folder = Folder::new();
    let db = Database::open(&Location::Sqlite(folder.0.join("hosting.db"))).await.unwrap();
    Migrator::up(db.connection(), None).await.unwrap();
    promises::all(&Stage { mail: Box::new(Sandbox::new(db.clone())), behind: Box::new(db) }).await;
}
