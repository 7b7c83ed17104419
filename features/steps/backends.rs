//! The sandbox backends, with a count of what they were asked.
use chrono::TimeDelta;
use hosting_core::{
    Database, Secret,
    clock::Clock,
    domains::domain::Environment,
    hosting::PanelTarget,
    providers::{
        Failure,
        dns::{Dns, RrSet, SetName, sandbox as nameservers},
        panel::{Link, Panel, Stats, sandbox as panel},
        registrar::{Availability, Registrar, sandbox as registry},
    },
};
use std::sync::{
    Arc,
    atomic::{AtomicU32, Ordering},
};
use uuid::Uuid;

/// The backends of a scenario.
#[derive(Clone)]
pub struct Backends {
    /// The registrar.
    pub registrar: Arc<Counted<registry::Sandbox>>,
    /// The nameservers.
    pub dns: Arc<Counted<nameservers::Sandbox>>,
    /// The control panel.
    pub panel: Arc<Counted<panel::Sandbox>>,
}

impl Backends {
    /// New ones, with their state in `db`.
    pub fn new(db: &Database, clock: Arc<dyn Clock>, secret: &Secret, base_url: &str) -> Self {
        let (registrar, dns) = (registry::Sandbox::new(db.clone()), nameservers::Sandbox::new(db.clone()));
        let panel = panel::Sandbox::new(db.clone(), clock, secret.clone(), base_url);
        Self {
            registrar: Arc::new(Counted::new(registrar)),
            dns: Arc::new(Counted::new(dns)),
            panel: Arc::new(Counted::new(panel)),
        }
    }
}

/// A backend, and how often it was asked to change something.
pub struct Counted<B> {
    /// The backend.
    pub backend: B,
    asked: AtomicU32,
}

impl<B> Counted<B> {
    const fn new(backend: B) -> Self {
        Self { backend, asked: AtomicU32::new(0) }
    }

    /// How often it was asked to change something.
    pub fn asked(&self) -> u32 {
        self.asked.load(Ordering::Relaxed)
    }

    fn count(&self) -> &B {
        self.asked.fetch_add(1, Ordering::Relaxed);
        &self.backend
    }
}

#[async_trait::async_trait]
impl Registrar for Counted<registry::Sandbox> {
    fn environment(&self) -> Environment {
        self.backend.environment()
    }

    async fn check(&self, name: &str) -> Result<Availability, Failure> {
        self.backend.check(name).await
    }

    async fn set_name_servers(&self, work: Uuid, domain: &str, hosts: &[String]) -> Result<(), Failure> {
        self.count().set_name_servers(work, domain, hosts).await
    }

    async fn ping(&self) -> Result<(), Failure> {
        self.backend.ping().await
    }
}

#[async_trait::async_trait]
impl Dns for Counted<nameservers::Sandbox> {
    async fn put(&self, work: Uuid, zone: &str, set: &RrSet) -> Result<(), Failure> {
        self.count().put(work, zone, set).await
    }

    async fn remove(&self, work: Uuid, zone: &str, set: &SetName) -> Result<(), Failure> {
        self.count().remove(work, zone, set).await
    }

    async fn zone(&self, zone: &str) -> Result<Vec<RrSet>, Failure> {
        self.backend.zone(zone).await
    }

    async fn ping(&self) -> Result<(), Failure> {
        self.backend.ping().await
    }
}

#[async_trait::async_trait]
impl Panel for Counted<panel::Sandbox> {
    fn name(&self) -> &'static str {
        self.backend.name()
    }

    async fn login(
        &self,
        work: Uuid,
        site: &str,
        target: PanelTarget,
        lifetime: TimeDelta,
    ) -> Result<Link, Failure> {
        self.count().login(work, site, target, lifetime).await
    }

    async fn suspend(&self, work: Uuid, site: &str) -> Result<(), Failure> {
        self.count().suspend(work, site).await
    }

    async fn unsuspend(&self, work: Uuid, site: &str) -> Result<(), Failure> {
        self.count().unsuspend(work, site).await
    }

    async fn remove(&self, work: Uuid, site: &str) -> Result<(), Failure> {
        self.count().remove(work, site).await
    }

    async fn stats(&self, site: &str) -> Result<Stats, Failure> {
        self.backend.stats(site).await
    }

    async fn ping(&self) -> Result<(), Failure> {
        self.backend.ping().await
    }
}
