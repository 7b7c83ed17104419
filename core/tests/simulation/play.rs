//! How a schedule is played: one step after another, and after each it is looked at what must be true.
use crate::{
    ask::Told,
    audit::Audit,
    held::Held,
    journal::{Broken, End, Journal},
    made_up::{Chance, Order, Served},
    replica::{Replica, Stage},
    walk::Walk,
    world::World,
};
use chrono::TimeDelta;
use hosting_core::{
    AREAS, Area, Time, background,
    clock::Clock,
    dns::{DnsRecord, record},
    domains::{self, Domain, domain},
    instances, kernel,
    queue::work_once,
};
use sea_orm::EntityTrait;
use std::fs;
use tokio::task::JoinHandle;

/// How many replicas there are.
const REPLICAS: usize = 3;
/// How much is done in a schedule.
const STEPS: usize = 72;
/// What time brings, as far as anything of it is there.
static ROUTINES: &[&Area] = &[&kernel::AREA, &domains::AREA, &instances::AREA];

/// A schedule, and what is known of it.
pub struct Simulation {
    pub world: &'static World,
    pub chance: Chance,
    pub stage: Stage,
    pub replicas: Vec<Replica>,
    held: Option<Held>,
    pub audit: Audit,
    pub journal: Journal,
    pub workers: Vec<(usize, JoinHandle<()>)>,
    pub walk: Option<Walk>,
    order: Order,
    served: Served,
    domains: Vec<Domain>,
    /// The records as they were when they were written last, and by what that is told.
    pub records: (String, Vec<DnsRecord>),
    /// How many steps were taken.
    pub now: usize,
    /// What happened, for whoever looks into it.
    pub trace: Vec<String>,
}

impl Drop for Simulation {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.stage.folder);
    }
}

impl Simulation {
    pub fn new(seed: u64) -> Self {
        let (world, mut chance) = (World::get(), Chance::new(seed));
        let stage = Stage::new(world, &mut chance);
        let by = |_| TimeDelta::seconds(chance.below(121).cast_signed() - 60);
        let replicas = (0..REPLICAS).map(by).map(|by| Replica::start(&stage, by, 0)).collect();
        let held = Some(Held::hold(&stage.home, &stage.database));
        let audit = Audit::open(&stage.folder);
        Self {
            world,
            chance,
            replicas,
            held,
            audit,
            journal: Journal::default(),
            workers: Vec::new(),
            walk: None,
            order: Order::default(),
            served: Served::default(),
            domains: world.accounts.iter().flat_map(|account| account.domains.clone()).collect(),
            records: Default::default(),
            now: 0,
            trace: Vec::new(),
            stage,
        }
    }

    /// Plays it to its end; or says what was broken on the way.
    pub fn play(&mut self) -> Result<(), Broken> {
        for _ in 0..STEPS {
            self.step()?;
        }
        self.end()
    }

    fn step(&mut self) -> Result<(), Broken> {
        self.now += 1;
        if let Some(account) = (0..2).find(|account| self.journal.operator.is_stopped(*account))
            && self.chance.once_in(8)
        {
            self.stops(account, false)?;
        }
        match self.chance.below(40) {
            0..6 => self.somebody_asks(),
            6..8 => self.somebody_repeats(),
            10 => self.somebody_uses_a_key_again(),
            11..13 => self.somebody_reads(),
            13 => self.somebody_turns_a_page(),
            14 => self.somebody_hangs_up(),
            15 => self.somebody_is_late(),
            16..24 => self.the_writer_goes_on()?,
            24..29 => self.a_backend_goes_on(),
            29..32 => self.somebody_works(),
            32..34 => {
                let one = self.chance.index(REPLICAS);
                self.works_quickly(one)?;
            }
            34 => self.a_worker_stops(),
            8..10 | 35..37 => self.time_passes(),
            37 => self.a_replica_dies_or_sleeps()?,
            38 => self.the_operator_decides()?,
            _ => self.what_is_rare()?,
        }
        self.everybody_goes_on()
    }

    pub fn note(&mut self, what: impl FnOnce() -> String) {
        let now = self.now;
        self.trace.push(format!("{now}: {}", what()));
    }

    pub fn time(&self) -> Time {
        self.stage.clock.now()
    }

    /// What waits for the writer is written.
    pub fn the_writer_goes_on(&mut self) -> Result<(), Broken> {
        let kept = self.chance.once_in(2);
        self.note(|| format!("the writer goes on, {kept}"));
        if let Some(held) = self.held.take() {
            held.let_go(&self.stage.home, kept);
        }
        self.held = Some(Held::hold(&self.stage.home, &self.stage.database));
        self.order.queued(self.audit.jobs());
        self.audit.check_on_its_way()?;
        let written = self.audit.written_of_records();
        if self.records.0 != written {
            self.records = (written, self.read_records());
        }
        self.check_served()
    }

    fn check_served(&mut self) -> Result<(), Broken> {
        self.served.check(&self.stage.names, &self.domains, &self.records.1)
    }

    fn a_backend_goes_on(&mut self) {
        let waiting = self.stage.gates.waiting();
        if waiting > 0 {
            let work = self.stage.gates.open(self.chance.index(waiting));
            self.note(|| format!("a backend goes on with {work}"));
        }
    }

    fn somebody_works(&mut self) {
        let one = self.chance.index(REPLICAS);
        self.works(one);
    }

    /// A worker does what it does while others wait.
    fn works_quickly(&mut self, one: usize) -> Result<(), Broken> {
        self.works(one);
        for _ in 0..4 {
            self.everybody_goes_on()?;
            self.the_writer_goes_on()?;
            self.everybody_goes_on()?;
            if let Some(last) = self.stage.gates.waiting().checked_sub(1) {
                let work = self.stage.gates.open(last);
                self.note(|| format!("a backend goes on with {work}, quickly"));
            }
        }
        Ok(())
    }

    /// A worker of a replica begins.
    pub fn works(&mut self, one: usize) {
        let platform = self.replicas[one].platform.clone();
        let work = async move {
            work_once(&platform, AREAS).await.unwrap();
        };
        self.workers.push((one, self.replicas[one].spawn(work)));
        self.note(|| format!("a worker begins on {one}"));
    }

    fn a_worker_stops(&mut self) {
        if !self.workers.is_empty() {
            let (one, worker) = self.workers.swap_remove(self.chance.index(self.workers.len()));
            worker.abort();
            self.note(|| format!("a worker stops on {one}"));
        }
    }

    fn time_passes(&mut self) {
        let (least, span) = [(0, 10), (15, 10), (15, 10), (0, 200)][self.chance.index(4)];
        let seconds = TimeDelta::seconds((least + self.chance.below(span)).cast_signed());
        self.stage.clock.pass(seconds);
        self.note(|| format!("{seconds} pass"));
    }

    fn a_replica_dies_or_sleeps(&mut self) -> Result<(), Broken> {
        let one = self.chance.index(REPLICAS);
        match self.chance.below(4) {
            0 => self.dies(one),
            1 => self.sleeps(one, !self.replicas[one].paused),
            _ => return self.a_worker_oversleeps(),
        }
        Ok(())
    }

    fn sleeps(&mut self, one: usize, sleeps: bool) {
        self.replicas[one].paused = sleeps;
        self.note(|| format!("{one} sleeps: {sleeps}"));
    }

    /// A replica sleeps past the lease of what one of its workers has, and another does work meanwhile.
    fn a_worker_oversleeps(&mut self) -> Result<(), Broken> {
        self.workers.retain(|(_, worker)| !worker.is_finished());
        if self.workers.is_empty() {
            return Ok(());
        }
        let one = self.workers[self.chance.index(self.workers.len())].0;
        self.sleeps(one, true);
        self.a_backend_goes_on();
        self.stage.clock.pass(TimeDelta::seconds(16));
        self.note(|| "16 seconds pass".to_owned());
        let other = (one + 1 + self.chance.index(REPLICAS - 1)) % REPLICAS;
        self.sleeps(other, false);
        match self.chance.once_in(2) {
            true => self.works_quickly(other)?,
            false => {
                self.works(other);
                self.everybody_goes_on()?;
                self.the_writer_goes_on()?;
            }
        }
        self.sleeps(one, false);
        Ok(())
    }

    /// A process dies, and all that it does: who asked it never hears of that.
    fn dies(&mut self, one: usize) {
        for asked in self.journal.asked.iter_mut().filter(|asked| asked.replica.0 == one) {
            if matches!(asked.end, End::Open) {
                asked.end = End::Lost;
            }
        }
        self.workers.retain(|(of, _)| *of != one);
        self.replicas[one].die(&self.stage);
        self.note(|| format!("{one} dies"));
    }

    /// What time brings is done by a replica.
    pub fn routines(&mut self, one: usize) {
        let platform = self.replicas[one].platform.clone();
        let routines = async move { background::run_routines(&platform, ROUTINES).await };
        self.workers.push((one, self.replicas[one].spawn(routines)));
        self.note(|| format!("routines begin on {one}"));
    }

    /// All that can go on does, on each replica that is awake.
    pub fn everybody_goes_on(&mut self) -> Result<(), Broken> {
        for one in 0..REPLICAS {
            if !self.replicas[one].paused {
                self.replicas[one].go_on();
            }
            if self.stage.temper.killed() {
                self.dies(one);
            }
        }
        for place in 0..self.journal.asked.len() {
            let asked = &mut self.journal.asked[place];
            if let (End::Open, Some(told)) = (&asked.end, asked.told.get()) {
                asked.end = End::Answered(told.clone());
                self.answered(place)?;
            }
        }
        let told = self.stage.temper.told();
        if !told.is_empty() {
            self.check_served()?;
        }
        let is_work = |work: &_| !self.journal.asked.iter().any(|asked| asked.id == *work);
        self.order.check(told.into_iter().filter(is_work).collect())
    }

    /// A customer was answered.
    fn answered(&mut self, place: usize) -> Result<(), Broken> {
        let End::Answered(told) = self.journal.asked[place].end.clone() else { return Ok(()) };
        self.note(|| match &told {
            Told::Done(done) => format!("{place} is done, {} {}", done.replayed, done.json),
            Told::Refused(code, _) => format!("{place} is refused: {code:?}"),
        });
        let time = self.time();
        self.journal.check(place, self.world, time, self.now)?;
        self.audit.check_entry(self.world, &self.journal.asked[place])?;
        self.turn_page(place)
    }

    pub fn domains(&self) -> Vec<Domain> {
        self.stage.home.block_on(async {
            let reader = self.stage.database.reader(false).await.unwrap();
            domain::Entity::find().all(&reader.executor()).await.unwrap()
        })
    }

    fn read_records(&self) -> Vec<DnsRecord> {
        self.stage.home.block_on(async {
            let reader = self.stage.database.reader(false).await.unwrap();
            record::Entity::find().all(&reader.executor()).await.unwrap()
        })
    }
}
