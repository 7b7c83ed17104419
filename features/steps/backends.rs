//! The sandbox backends, with a count of what they were asked.
use crate::{
    bank::Bank,
    bucket::Shelf,
    converting::Converting,
    heard::Heard,
    tight::{Disk, Room},
};
use chrono::TimeDelta;
use futures_util::stream::BoxStream;
use hosting_core::{
    Password, Secret, Time,
    domains::domain::Environment,
    hosting::PanelTarget,
    providers::{
        Failure, Providers,
        billing::Billing,
        dns::{Change, Dns, Receipt, RrSet},
        hypervisor::{Containers, Hypervisor, Power, Report, Size, State, Terminal, Told, Unclaimed},
        mail::{HeldDomain, Mail, MailDomain, Profile},
        panel::{HeldSite, Link, Panel, SiteState, Stats},
        registrar::{Acceptance, Availability, Ds, Host, Message, Registered, Registrar},
    },
};
use hosting_drivers::{
    folder::Folder,
    sandbox::{
        Sandboxes, billing as bank, dns as nameservers, hypervisor, mail as mail_servers, panel,
        registrar as registry,
    },
};
use std::{
    future,
    path::Path,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU32, Ordering},
    },
};
use tokio::sync::{OwnedRwLockWriteGuard, RwLock};
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
    /// The mail servers.
    pub mail: Arc<Counted<mail_servers::Sandbox>>,
    /// The control panel.
    pub panel: Arc<Counted<panel::Sandbox>>,
    /// The bank.
    pub billing: bank::Sandbox,
    /// Where files are.
    pub store: Arc<Folder>,
    /// The same, as the platform has it.
    pub shelf: Shelf,
    /// The disk of those.
    pub disk: Disk,
    /// What converts them.
    pub converter: Converting,
    /// How much a conversion may take.
    pub room: Room,
}

impl Backends {
    /// The same backends, counted.
    pub fn new(sandboxes: Sandboxes, files: &Path, secret: &Secret, base_url: &str) -> Self {
        let (room, disk) = (Room::default(), Disk::default());
        let store =
            Arc::new(Folder::measured_by(disk.measure(), files.join("files"), secret.clone(), base_url));
        Self {
            shelf: Shelf::of(&store),
            store,
            disk,
            converter: Converting::new(files.join("work"), room.clone()),
            room,
            registrar: Counted::new(sandboxes.registrar),
            dns: Counted::new(sandboxes.dns),
            mail: Counted::new(sandboxes.mail),
            panel: Counted::new(sandboxes.panel),
            billing: sandboxes.billing,
            lxc: Counted::new(sandboxes.lxc),
            kvm: Counted::new(sandboxes.kvm),
        }
    }

    /// Has the keys of mail be called otherwise from now on.
    pub fn call_keys(&mut self, rsa: &str, ed25519: &str) {
        self.mail = Counted::new(self.mail.backend.clone().calling_keys(rsa, ed25519));
    }

    /// As the platform takes them.
    pub fn providers(&self) -> Providers {
        Providers {
            registrar: (Arc::clone(&self.registrar) as Arc<dyn Registrar>).into(),
            dns: (Arc::clone(&self.dns) as Arc<dyn Dns>).into(),
            mail: (Arc::clone(&self.mail) as Arc<dyn Mail>).into(),
            panel: (Arc::clone(&self.panel) as Arc<dyn Panel>).into(),
            billing: Some((Arc::new(Bank(self.billing.clone())) as Arc<dyn Billing>).into()),
            lxc: (Arc::clone(&self.lxc) as Arc<dyn Containers>).into(),
            kvm: (Arc::clone(&self.kvm) as Arc<dyn Hypervisor>).into(),
            store: Arc::new(self.shelf.clone()),
            converter: Arc::new(self.converter.clone()),
        }
    }
}

/// A backend, and how often it was asked to change something.
pub struct Counted<B> {
    /// The backend.
    pub backend: B,
    /// Whether it never says how it is.
    pub hangs: AtomicBool,
    /// What it was told.
    pub heard: Heard,
    asked: AtomicU32,
    open: Mutex<Arc<RwLock<()>>>,
}

/// Keeps a backend from answering, for as long as it lives.
pub type Hold = OwnedRwLockWriteGuard<()>;

impl<B> Counted<B> {
    /// One that nobody has asked yet.
    pub fn new(backend: B) -> Arc<Self> {
        Arc::new(Self {
            backend,
            hangs: AtomicBool::new(false),
            heard: Heard::default(),
            asked: AtomicU32::new(0),
            open: Mutex::default(),
        })
    }

    /// Answers no one who waits for it, until what is returned is dropped.
    pub async fn hold(&self) -> Hold {
        self.open().write_owned().await
    }

    /// Answers whoever asks from now on; who waits already is forgotten.
    pub fn forget(&self) {
        *self.open.lock().unwrap_or_else(PoisonError::into_inner) = Arc::default();
    }

    fn open(&self) -> Arc<RwLock<()>> {
        Arc::clone(&self.open.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// How often it was asked to change something.
    pub fn asked(&self) -> u32 {
        self.asked.load(Ordering::Relaxed)
    }

    fn count(&self) -> &B {
        self.asked.fetch_add(1, Ordering::Relaxed);
        &self.backend
    }

    /// The backend, once it answers.
    async fn answering(&self) -> &B {
        let backend = self.count();
        let _open = self.open().read_owned().await;
        backend
    }
}

#[async_trait::async_trait]
impl Registrar for Counted<registry::Sandbox> {
    fn environment(&self) -> Environment {
        self.backend.environment()
    }

    async fn check(&self, names: &[String]) -> Result<Vec<Result<Availability, Failure>>, Failure> {
        self.backend.check(names).await
    }

    async fn info(&self, domain: &str) -> Result<Registered, Failure> {
        self.heard.is_there(domain)?;
        self.backend.info(domain).await
    }

    async fn set_name_servers(
        &self,
        work: Uuid,
        domain: &str,
        hosts: &[Host],
    ) -> Result<Acceptance, Failure> {
        self.heard.hosts(hosts);
        self.count().set_name_servers(work, domain, hosts).await
    }

    async fn set_ds(&self, work: Uuid, domain: &str, ds: &[Ds]) -> Result<Acceptance, Failure> {
        self.count().set_ds(work, domain, ds).await
    }

    async fn renew(
        &self,
        work: Uuid,
        domain: &str,
        current: Time,
        years: u8,
    ) -> Result<Acceptance<Time>, Failure> {
        self.count().renew(work, domain, current, years).await
    }

    async fn message(&self) -> Result<Option<Message>, Failure> {
        self.backend.message().await
    }

    async fn acknowledge(&self, id: &str) -> Result<(), Failure> {
        self.backend.acknowledge(id).await
    }

    fn driver(&self) -> &'static str {
        self.backend.driver()
    }

    async fn ping(&self) -> Result<(), Failure> {
        if self.hangs.load(Ordering::Relaxed) {
            future::pending::<()>().await;
        }
        self.backend.ping().await
    }
}

#[async_trait::async_trait]
impl Dns for Counted<nameservers::Sandbox> {
    fn name_servers(&self) -> &[String] {
        self.backend.name_servers()
    }

    async fn change(&self, work: Uuid, zone: &str, changes: &[Change]) -> Result<Receipt, Failure> {
        let backend = self.count();
        self.heard.has(zone)?;
        backend.change(work, zone, changes).await
    }

    async fn make_zone(&self, work: Uuid, zone: &str) -> Result<(), Failure> {
        self.heard.made(zone);
        self.backend.make_zone(work, zone).await
    }

    async fn remove_zone(&self, work: Uuid, zone: &str) -> Result<(), Failure> {
        self.count().remove_zone(work, zone).await
    }

    async fn zones(&self) -> Result<Vec<String>, Failure> {
        self.backend.zones().await
    }

    async fn zone(&self, zone: &str) -> Result<Vec<RrSet>, Failure> {
        self.heard.has(zone)?;
        self.backend.zone(zone).await
    }

    fn signs(&self) -> bool {
        self.backend.signs()
    }

    async fn ds(&self, zone: &str) -> Result<Vec<Ds>, Failure> {
        self.backend.ds(zone).await
    }

    fn driver(&self) -> &'static str {
        self.backend.driver()
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
        self.answering().await.set_password(work, instance, password).await
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

    async fn remove(&self, work: Uuid, instance: Uuid) -> Result<(), Failure> {
        self.count().remove(work, instance).await
    }

    async fn unclaimed(&self) -> Result<Told<Unclaimed>, Failure> {
        self.backend.unclaimed().await
    }

    async fn reports(&self) -> Result<Told<Report>, Failure> {
        self.backend.reports().await
    }

    async fn follow(&self) -> Result<Option<BoxStream<'_, Uuid>>, Failure> {
        self.backend.follow().await
    }

    fn driver(&self) -> &'static str {
        self.backend.driver()
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
        self.answering().await.login(work, site, target, lifetime).await
    }

    async fn suspend(&self, work: Uuid, site: &str) -> Result<(), Failure> {
        self.answering().await.suspend(work, site).await
    }

    async fn unsuspend(&self, work: Uuid, site: &str) -> Result<(), Failure> {
        self.count().unsuspend(work, site).await
    }

    async fn remove(&self, work: Uuid, site: &str) -> Result<(), Failure> {
        self.count().remove(work, site).await
    }

    async fn sites(&self) -> Result<Option<Vec<HeldSite>>, Failure> {
        self.backend.sites().await
    }

    async fn state(&self, site: &str) -> Result<Option<SiteState>, Failure> {
        self.backend.state(site).await
    }

    async fn stats(&self, site: &str) -> Result<Stats, Failure> {
        self.backend.stats(site).await
    }

    fn driver(&self) -> &'static str {
        self.backend.driver()
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

#[async_trait::async_trait]
impl Mail for Counted<mail_servers::Sandbox> {
    fn profile(&self) -> &Profile {
        self.backend.profile()
    }

    async fn put_domain(&self, work: Uuid, domain: &MailDomain) -> Result<(), Failure> {
        self.count().put_domain(work, domain).await
    }

    async fn suspend_domain(&self, work: Uuid, service: Uuid, name: &str) -> Result<(), Failure> {
        self.count().suspend_domain(work, service, name).await
    }

    async fn remove_domain(&self, work: Uuid, service: Uuid, name: &str) -> Result<(), Failure> {
        self.count().remove_domain(work, service, name).await
    }

    async fn domains(&self) -> Result<Vec<HeldDomain>, Failure> {
        self.count().domains().await
    }

    fn driver(&self) -> &'static str {
        self.backend.driver()
    }

    async fn ping(&self) -> Result<(), Failure> {
        self.backend.ping().await
    }
}
