//! The sandbox, whose sites are rows and whose links it makes itself.
use crate::{
    promises,
    stage::{Behind, Stage, World},
};
use async_trait::async_trait;
use hosting_drivers::sandbox::panel::{Sandbox, open, visit};
use hosting_kernel::clock::Clock;
use std::sync::Arc;

#[async_trait]
impl Behind for World {
    /// What was never heard of is as it was set up.
    async fn make(&self, _: &str) {}

    async fn enter(&self, url: &str, site: &str) -> bool {
        let (db, secret, now) = (&self.database, &self.secret, self.clock.now());
        let token = url.rsplit('/').next().unwrap();
        let Some(session) = open(db, secret, token, now).await.unwrap() else { return false };
        visit(db, secret, &session, now).await.unwrap().is_some_and(|visit| visit.site == site)
    }
}

#[tokio::test]
async fn the_sandbox_keeps_the_promises() {
    let world = World::new().await;
    let (db, clock, secret) = (world.database.clone(), Arc::new(world.clock.clone()), world.secret.clone());
    let driver = Arc::new(Sandbox::new(db, clock, secret, "http://localhost"));
    promises::all(&Stage { driver, behind: Box::new(world.clone()), world }).await;
}
