//! The sandbox backends, with a count of what they were asked.
use crate::clock::MovableClock;
use hosting_core::{
    Database, Password, Secret,
    domains::domain::Environment,
    instances::InstanceKind,
    providers::{
        Failure,
        dns::{Dns, RrSet, SetName, sandbox as nameservers},
        hypervisor::{Containers, Hypervisor, Power, Report, Size, State, Terminal, sandbox as hypervisor},
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
    /// Where containers run.
    pub lxc: Arc<Counted<hypervisor::Sandbox>>,
    /// Where virtual machines run.
    pub kvm: Arc<Counted<hypervisor::Sandbox>>,
}

impl Backends {
    /// New ones, with their state in `db`.
    pub fn new(db: &Database, clock: &Arc<MovableClock>, secret: &Secret) -> Self {
        let (registrar, dns) = (registry::Sandbox::new(db.clone()), nameservers::Sandbox::new(db.clone()));
        let machines = |kind| {
            let clock = Arc::clone(clock);
            Arc::new(Counted::new(hypervisor::Sandbox::new(kind, db.clone(), clock, secret.clone())))
        };
        Self {
            registrar: Arc::new(Counted::new(registrar)),
            dns: Arc::new(Counted::new(dns)),
            lxc: machines(InstanceKind::Lxc),
            kvm: machines(InstanceKind::Kvm),
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
impl Hypervisor for Counted<hypervisor::Sandbox> {
    async fn state(&self, instance: Uuid) -> Result<Option<State>, Failure> {
        self.backend.state(instance).await
    }

    async fn power(&self, work: Uuid, instance: Uuid, power: Power) -> Result<(), Failure> {
        self.count().power(work, instance, power).await
    }

    async fn set_password(&self, work: Uuid, instance: Uuid, password: &Password) -> Result<(), Failure> {
        self.count().set_password(work, instance, password).await
    }

    async fn create_snapshot(
        &self,
        work: Uuid,
        instance: Uuid,
        snapshot: Uuid,
    ) -> Result<Option<i64>, Failure> {
        self.count().create_snapshot(work, instance, snapshot).await
    }

    async fn delete_snapshot(&self, work: Uuid, instance: Uuid, snapshot: Uuid) -> Result<(), Failure> {
        self.count().delete_snapshot(work, instance, snapshot).await
    }

    async fn restore_snapshot(&self, work: Uuid, instance: Uuid, snapshot: Uuid) -> Result<(), Failure> {
        self.count().restore_snapshot(work, instance, snapshot).await
    }

    async fn reports(&self) -> Result<Vec<Report>, Failure> {
        self.backend.reports().await
    }

    async fn ping(&self) -> Result<(), Failure> {
        self.backend.ping().await
    }
}

#[async_trait::async_trait]
impl Containers for Counted<hypervisor::Sandbox> {
    fn systems(&self) -> Vec<String> {
        self.backend.systems()
    }

    async fn reinstall(&self, work: Uuid, instance: Uuid, system: &str) -> Result<(), Failure> {
        self.count().reinstall(work, instance, system).await
    }

    async fn terminal(&self, instance: Uuid, size: Size) -> Result<Terminal, Failure> {
        self.backend.terminal(instance, size).await
    }
}
