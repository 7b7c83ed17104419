//! Many made-up schedules: replicas whose workers stop between taking, telling and settling, die there, or sleep past their leases,
//! customers who change their minds, backends that fail as they can. Whatever happens, each job ends, what is told to
//! a backend is told in order, and in the end the backends have what the records say.
//!
//! A failing schedule names its seed; `QUEUE_SEED=<seed>` plays it again, `QUEUE_SEEDS=<count>` plays more.
use crate::stage::{Stage, ask, replica_with};
use backend::Backend;
use chrono::TimeDelta;
use futures_util::future::BoxFuture;
use hosting_core::{
    AREAS, Platform, Result, Time,
    clock::Clock,
    dns::{CreateDnsRecord, DeleteDnsRecord, DnsRecord, UpdateDnsRecord, record},
    domains::{Domain, SetDomainNameservers, domain},
    queue::{JobStatus, work_once},
};
use sea_orm::EntityTrait;
use std::{
    collections::{HashMap, HashSet},
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, Wake, Waker},
};
use tokio::{sync::Notify, task::unconstrained};
use uuid::Uuid;

mod backend;
mod chance;

use chance::Chance;

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

/// The clock of a replica: so much off the one that all share.
struct Off {
    shared: Arc<dyn Clock>,
    by: TimeDelta,
}

impl Clock for Off {
    fn now(&self) -> Time {
        self.shared.now().plus(self.by)
    }

    fn shared(&self) -> Option<Time> {
        Some(self.shared.now())
    }

    fn id(&self) -> Uuid {
        self.shared.id()
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
    async fn step(&mut self, backend: &Backend) -> Option<bool> {
        let waker = Waker::from(Arc::clone(&self.woken));
        loop {
            match self.work.as_mut().poll(&mut Context::from_waker(&waker)) {
                Poll::Ready(done) => return Some(done.unwrap()),
                Poll::Pending if backend.stopped() => return None,
                Poll::Pending => self.woken.0.notified().await,
            }
        }
    }
}

/// What is played.
struct Schedule {
    stage: Stage,
    chance: Chance,
    backend: Arc<Backend>,
    replicas: Vec<Platform>,
    workers: Vec<Option<Worker>>,
    token: String,
    domains: Vec<Domain>,
    /// The subject of each job, and its place among all that were queued.
    places: HashMap<Uuid, (String, usize)>,
    /// The last place that a backend was told of, of each subject.
    reached: HashMap<String, usize>,
    /// The records that are served.
    active: HashSet<Uuid>,
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
        let backend = Arc::new(Backend::new(chance.split(), deadly));
        let replica = |_| {
            let by = TimeDelta::seconds(chance.below(121).cast_signed() - 60);
            let clock = Arc::new(Off { shared: stage.clock.clone(), by });
            replica_with(&stage.database, clock, &stage.sandboxes, |providers| {
                providers.dns = Arc::clone(&backend) as _;
                providers.registrar = Arc::clone(&backend) as _;
            })
        };
        let replicas: Vec<_> = (0..REPLICAS).map(replica).collect();
        let workers = (0..REPLICAS).map(|_| None).collect();
        let (places, reached, active) = (HashMap::new(), HashMap::new(), HashSet::new());
        Self { stage, chance, backend, replicas, workers, token, domains, places, reached, active }
    }

    async fn play(mut self) -> std::result::Result<(), String> {
        for _ in 0..STEPS {
            match self.chance.below(20) {
                0..3 => self.customer().await,
                3 => self.stage.clock.pass(TimeDelta::seconds(self.chance.below(40).cast_signed())),
                4 => *self.anybody() = None,
                _ => self.somebody_goes_on().await,
            }
            self.check_order()?;
            self.check_served().await?;
        }
        self.backend.behave();
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
        if worker.step(&self.backend).await.is_some() || self.backend.killed() {
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
        for job in self.stage.jobs().await {
            let next = self.places.len();
            self.places.entry(job.id).or_insert((job.subject, next));
        }
    }

    async fn records(&self) -> Vec<DnsRecord> {
        let reader = self.stage.database.reader(false).await.unwrap();
        record::Entity::find().all(&reader.executor()).await.unwrap()
    }

    /// What a backend was told goes on from what it was told before: nothing comes late.
    fn check_order(&mut self) -> std::result::Result<(), String> {
        for work in self.backend.told() {
            let Some((subject, place)) = self.places.get(&work) else {
                return Err("unknown work".to_owned());
            };
            let reached = self.reached.entry(subject.clone()).or_insert(*place);
            if *place < *reached {
                return Err(format!("{subject}: the work at {place} was told after that at {reached}"));
            }
            *reached = *place;
        }
        Ok(())
    }

    /// What was served and is on its way to be served otherwise is served all the time.
    async fn check_served(&mut self) -> std::result::Result<(), String> {
        let records = self.records().await;
        self.active.retain(|id| records.iter().any(|record| record.id == *id));
        for record in &records {
            match record.status {
                record::RecordStatus::Active => drop(self.active.insert(record.id)),
                record::RecordStatus::Pending => {}
                record::RecordStatus::Failed | record::RecordStatus::Deleting => {
                    self.active.remove(&record.id);
                }
            }
            let domain = self.domains.iter().find(|domain| domain.id == record.domain_id).unwrap();
            let zone = self.backend.zone(&domain.domain_name);
            if self.active.contains(&record.id) && !zone.keys().any(|name| has(record, name)) {
                return Err(format!("{} is not served for a while", record.fqdn));
            }
        }
        Ok(())
    }

    /// Everybody goes on, and time passes, until nothing is queued any more.
    async fn come_to_an_end(&mut self) -> std::result::Result<(), String> {
        for _ in 0..400 {
            for one in 0..REPLICAS {
                while let Some(worker) = &mut self.workers[one] {
                    if worker.step(&self.backend).await.is_some() || self.backend.killed() {
                        self.workers[one] = None;
                    }
                    self.check_order()?;
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
        for domain in &self.domains {
            self.check_domain(domain.id, &records).await?;
        }
        Ok(())
    }

    /// In the end nothing is on its way, what is active is served as it is, and what nobody has is not served.
    async fn check_domain(&self, id: Uuid, records: &[DnsRecord]) -> std::result::Result<(), String> {
        let reader = self.stage.database.reader(false).await.unwrap();
        let domain = domain::Entity::find_by_id(id).one(&reader.executor()).await.unwrap().unwrap();
        if let Some(pending) = domain.pending_name_servers {
            return Err(format!("{}: {:?} are pending for ever", domain.domain_name, pending.0));
        }
        let told = self.backend.hosts(&domain.domain_name);
        if domain.name_servers_error.is_none()
            && told.as_ref().is_some_and(|told| *told != domain.name_servers.0)
        {
            return Err(format!(
                "{}: {told:?} at the registrar, not {:?}",
                domain.domain_name, domain.name_servers.0
            ));
        }
        let mut served = self.backend.zone(&domain.domain_name);
        let mine = || records.iter().filter(|record| record.domain_id == id);
        for record in mine() {
            match record.status {
                record::RecordStatus::Active => {
                    let now = served.remove(&record.fqdn);
                    if now.as_ref() != Some(&record.contents.0) {
                        return Err(format!(
                            "{} is active as {:?}, and served as {now:?}",
                            record.fqdn, record.contents.0
                        ));
                    }
                }
                record::RecordStatus::Failed => {}
                other => return Err(format!("{} is {other:?} for ever", record.fqdn)),
            }
        }
        // What failed may be served as it was, under a name that it had.
        let failed: Vec<_> = mine().filter(|one| one.status == record::RecordStatus::Failed).collect();
        served.retain(|name, _| !failed.iter().any(|record| has(record, name)));
        match served.is_empty() {
            true => Ok(()),
            false => Err(format!("{served:?} are served, and nobody has them")),
        }
    }
}

/// Whether a record may be served under a name.
fn has(record: &DnsRecord, name: &str) -> bool {
    let served = record.served.iter().flat_map(|served| &served.0);
    record.fqdn == name || served.into_iter().any(|set| set.name == name)
}
