//! Many made-up schedules: replicas whose workers stop between taking, telling and settling, die there, or sleep past their leases,
//! customers who change their minds, backends that fail as they can. Whatever happens, each job ends, what is told to
//! a backend is told in order, and in the end the backends have what the records say.
//!
//! A failing schedule names its seed; `QUEUE_SEED=<seed>` plays it again, `QUEUE_SEEDS=<count>` plays more.
use crate::{
    made_up::{self, Chance, Halt, Names, Off, Order, Served, Temper, check_domain},
    stage::{Stage, ask},
};
use chrono::TimeDelta;
use futures_util::future::BoxFuture;
use hosting_core::{
    AREAS, Platform, Result,
    dns::{CreateDnsRecord, DeleteDnsRecord, DnsRecord, UpdateDnsRecord, record},
    domains::{Domain, SetDomainNameservers, domain},
    providers::{dns::Dns, registrar::Registrar},
    queue::{JobStatus, work_once},
};
use sea_orm::EntityTrait;
use std::{
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll, Wake, Waker},
};
use tokio::{
    sync::Notify,
    task::{unconstrained, yield_now},
};
use uuid::Uuid;

/// How many replicas there are; each has one worker at a time.
const REPLICAS: usize = 4;
/// How much is done in a schedule.
const STEPS: usize = 250;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_befalls_workers_and_backends_the_records_come_true() {
    let told = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let seeds = match told("QUEUE_SEED") {
        Some(seed) => seed..seed + 1,
        None => 0..told("QUEUE_SEEDS").unwrap_or(60),
    };
    for seed in seeds {
        if let Err(why) = Schedule::new(seed).await.play().await {
            panic!("the schedule of QUEUE_SEED={seed}: {why}");
        }
    }
}

/// A worker stops where it yields.
#[derive(Clone, Default)]
struct Yielding(Arc<AtomicBool>);

impl Yielding {
    /// Whether whoever was asking just now stopped on the way.
    fn stopped(&self) -> bool {
        self.0.swap(false, Ordering::Relaxed)
    }
}

impl Halt for Yielding {
    fn halt(&self, _: Uuid) -> BoxFuture<'_, ()> {
        self.0.store(true, Ordering::Relaxed);
        Box::pin(yield_now())
    }
}

/// A worker that goes on only when it is told to.
struct Worker {
    work: Pin<Box<dyn Future<Output = Result<bool>> + Send>>,
    woken: Arc<Woken>,
}

#[derive(Default)]
struct Woken(Notify);

impl Wake for Woken {
    fn wake(self: Arc<Self>) {
        self.0.notify_one();
    }
}

impl Worker {
    fn on(platform: &Platform) -> Self {
        let platform = platform.clone();
        let work: BoxFuture<'static, _> = Box::pin(async move { work_once(&platform, AREAS).await });
        Self { work: Box::pin(unconstrained(work)), woken: Arc::default() }
    }

    /// Lets it go on until it stops: before a backend does what it is told, or after that. Says what it ended with,
    /// if it did. How long the database takes is no stop, or no schedule would go the same way twice.
    async fn step(&mut self, halt: &Yielding) -> Option<bool> {
        let waker = Waker::from(Arc::clone(&self.woken));
        loop {
            match self.work.as_mut().poll(&mut Context::from_waker(&waker)) {
                Poll::Ready(done) => return Some(done.unwrap()),
                Poll::Pending if halt.stopped() => return None,
                Poll::Pending => self.woken.0.notified().await,
            }
        }
    }
}

/// What is played.
struct Schedule {
    stage: Stage,
    chance: Chance,
    halt: Yielding,
    temper: Arc<Temper>,
    names: Arc<Names>,
    replicas: Vec<Platform>,
    workers: Vec<Option<Worker>>,
    token: String,
    domains: Vec<Domain>,
    order: Order,
    served: Served,
}

impl Schedule {
    async fn new(seed: u64) -> Self {
        let (stage, mut chance) = (Stage::on_a_file().await, Chance::new(seed));
        let account = stage.account().await;
        let token = stage.token(account).await;
        let mut domains = Vec::new();
        for name in ["baobab.example", "marula.example"] {
            domains.push(stage.domain(account, name).await);
        }
        // In some schedules whoever asks about the second domain dies of it.
        let deadly = chance.once_in(4).then(|| domains[1].domain_name.clone());
        let halt = Yielding::default();
        let temper = Arc::new(Temper::new(chance.split(), deadly, Box::new(halt.clone())));
        let names = Arc::new(Names::new(Arc::clone(&temper)));
        let replica = |_| {
            let by = TimeDelta::seconds(chance.below(121).cast_signed() - 60);
            let clock = Arc::new(Off { shared: stage.clock.clone(), by });
            made_up::replica(&stage.database, clock, &stage.sandboxes, |providers| {
                providers.dns = (Arc::clone(&names) as Arc<dyn Dns>).into();
                providers.registrar = (Arc::clone(&names) as Arc<dyn Registrar>).into();
            })
        };
        let replicas: Vec<_> = (0..REPLICAS).map(replica).collect();
        let workers = (0..REPLICAS).map(|_| None).collect();
        let (order, served) = (Order::default(), Served::default());
        Self { stage, chance, halt, temper, names, replicas, workers, token, domains, order, served }
    }

    async fn play(mut self) -> std::result::Result<(), String> {
        for _ in 0..STEPS {
            match self.chance.below(20) {
                0..3 => self.customer().await,
                3 => self.stage.clock.pass(TimeDelta::seconds(self.chance.below(40).cast_signed())),
                4 => *self.anybody() = None,
                _ => self.somebody_goes_on().await,
            }
            self.order.check(self.temper.told())?;
            self.served.check(&self.names, &self.domains, &self.records().await)?;
        }
        self.temper.behave();
        self.come_to_an_end().await?;
        self.check_end().await
    }

    fn anybody(&mut self) -> &mut Option<Worker> {
        let one = self.chance.index(REPLICAS);
        &mut self.workers[one]
    }

    /// One worker does one step; where the replica has none, one begins.
    async fn somebody_goes_on(&mut self) {
        let one = self.chance.index(REPLICAS);
        let worker = self.workers[one].get_or_insert_with(|| Worker::on(&self.replicas[one]));
        if worker.step(&self.halt).await.is_some() || self.temper.killed() {
            self.workers[one] = None;
        }
    }

    /// A customer asks for a change of whichever kind; what is refused is no change.
    async fn customer(&mut self) {
        let (platform, domain) =
            (&self.replicas[self.chance.index(REPLICAS)], &self.domains[self.chance.index(2)]);
        let (domain_id, token) = (domain.id, &self.token);
        let name = ["a", "b", "c"][self.chance.index(3)].to_owned();
        let content = Some(format!("192.0.2.{}", self.chance.below(250)));
        let records = self.records().await;
        let record = (!records.is_empty()).then(|| records[self.chance.index(records.len())].clone());
        let done = match (self.chance.below(5), record) {
            (0, _) => {
                let name_servers = ["ns1", "ns2"].map(|host| format!("{host}.{name}.example")).to_vec();
                ask(platform, token, SetDomainNameservers { domain_id, name_servers }).await.map(|_| ())
            }
            (1, Some(record)) => {
                let delete = DeleteDnsRecord { domain_id: record.domain_id, record_id: record.id };
                ask(platform, token, delete).await.map(|_| ())
            }
            (2 | 3, Some(record)) => {
                let (domain_id, record_id, name) = (record.domain_id, record.id, Some(name));
                let update = UpdateDnsRecord { domain_id, record_id, name, content, ..Default::default() };
                ask(platform, token, update).await.map(|_| ())
            }
            _ => {
                let new = CreateDnsRecord { domain_id, name: Some(name), content, ..Default::default() };
                ask(platform, token, new).await.map(|_| ())
            }
        };
        if let Err(refused) = done {
            assert!(!matches!(refused, hosting_core::Error::Internal(_)), "{refused:?}");
        }
        self.order.queued(self.stage.jobs().await.into_iter().map(|job| (job.id, job.subject)));
    }

    async fn records(&self) -> Vec<DnsRecord> {
        let reader = self.stage.database.reader(false).await.unwrap();
        record::Entity::find().all(&reader.executor()).await.unwrap()
    }

    /// Everybody goes on, and time passes, until nothing is queued any more.
    async fn come_to_an_end(&mut self) -> std::result::Result<(), String> {
        for _ in 0..400 {
            for one in 0..REPLICAS {
                while let Some(worker) = &mut self.workers[one] {
                    if worker.step(&self.halt).await.is_some() || self.temper.killed() {
                        self.workers[one] = None;
                    }
                    self.order.check(self.temper.told())?;
                }
            }
            if self.stage.jobs().await.iter().all(|job| job.status == JobStatus::Dead) {
                return Ok(());
            }
            self.stage.clock.pass(TimeDelta::minutes(1));
            let one = self.chance.index(REPLICAS);
            self.workers[one] = Some(Worker::on(&self.replicas[one]));
        }
        Err(format!("some work never ends: {:?}", self.stage.jobs().await))
    }

    async fn check_end(&self) -> std::result::Result<(), String> {
        let records = self.records().await;
        for Domain { id, .. } in &self.domains {
            let reader = self.stage.database.reader(false).await.unwrap();
            let now = domain::Entity::find_by_id(*id).one(&reader.executor()).await.unwrap();
            check_domain(&self.names, &now.unwrap(), &records)?;
        }
        Ok(())
    }
}
