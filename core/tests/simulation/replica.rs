//! A replica: a process of its own, as far as the others can tell.
use crate::{
    gates::Gates,
    hypervisor::Machines,
    made_up::{self, Chance, Names, Off, Standing, Temper},
    world::World,
};
use chrono::TimeDelta;
use hosting_core::{
    Database, Platform,
    clock::Clock,
    database::Location,
    providers::{
        dns::Dns,
        hypervisor::{Containers, Hypervisor},
        registrar::Registrar,
    },
};
use hosting_drivers::sandbox::Sandboxes;
use std::{fs, path::PathBuf, sync::Arc};
use tokio::{
    runtime::{Builder, Runtime},
    task::{JoinHandle, yield_now},
};

/// What all replicas share, and nothing of it is theirs: the time, the database, the backends.
pub struct Stage {
    pub clock: Arc<Standing>,
    pub database: Database,
    pub sandboxes: Sandboxes,
    pub gates: Gates,
    pub temper: Arc<Temper>,
    pub names: Arc<Names>,
    pub machines: Arc<Machines>,
    /// Where the writer lives, and what nobody asks for is done.
    pub home: Runtime,
    pub folder: PathBuf,
}

impl Stage {
    /// A copy of the world, with backends that behave by chance.
    pub fn new(world: &World, chance: &mut Chance) -> Self {
        let clock = Standing::new();
        // What is made from now on has other ids.
        clock.pass(TimeDelta::seconds(1));
        let folder =
            made_up::memory().join(format!("hosting-simulation-{}", hosting_core::clock::SystemClock.id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("platform.db");
        fs::write(&path, &world.file).unwrap();
        let home = runtime();
        let database = home.block_on(Database::open(&Location::Sqlite(path))).unwrap();
        let every: Arc<dyn Clock> = Arc::clone(&clock) as _;
        let sandboxes = Sandboxes::new(&database, &every, &made_up::secret(), "http://localhost");
        let gates = Gates::default();
        // In some schedules whoever asks about the second domain dies of it.
        let deadly = chance.once_in(4).then(|| world.accounts[0].domains[1].domain_name.clone());
        let temper = Arc::new(Temper::new(chance.split(), deadly, Box::new(gates.clone())));
        let names = Arc::new(Names::new(Arc::clone(&temper)));
        let all = world.accounts.iter().flat_map(|account| [account.container, account.machine]);
        let machines = Arc::new(Machines::new(Arc::clone(&temper), all));
        Self { clock, database, sandboxes, gates, temper, names, machines, home, folder }
    }
}

/// A process.
pub struct Replica {
    runtime: Runtime,
    pub platform: Platform,
    /// How far its clock is off.
    by: TimeDelta,
    /// Whether it stands still, as a process does that is stopped, or a machine that sleeps.
    pub paused: bool,
    /// Which process it is: one that died is followed by another.
    pub life: usize,
}

impl Replica {
    pub fn start(stage: &Stage, by: TimeDelta, life: usize) -> Self {
        let runtime = runtime();
        let clock = Arc::new(Off { shared: Arc::clone(&stage.clock) as _, by });
        let within = runtime.enter();
        let platform = made_up::replica(&stage.database, clock, &stage.sandboxes, |providers| {
            providers.dns = (Arc::clone(&stage.names) as Arc<dyn Dns>).into();
            providers.registrar = (Arc::clone(&stage.names) as Arc<dyn Registrar>).into();
            providers.lxc = (Arc::clone(&stage.machines) as Arc<dyn Containers>).into();
            providers.kvm = (Arc::clone(&stage.machines) as Arc<dyn Hypervisor>).into();
        });
        drop(within);
        Self { runtime, platform, by, paused: false, life }
    }

    /// It dies, with all that it was doing, and another process is started in its place.
    pub fn die(&mut self, stage: &Stage) {
        *self = Self::start(stage, self.by, self.life + 1);
    }

    pub fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) -> JoinHandle<()> {
        self.runtime.spawn(task)
    }

    /// Lets everything that it does go on, until all of it waits for the writer, for a backend, or for nothing any more.
    pub fn go_on(&self) {
        self.runtime.block_on(async {
            for _ in 0..4 {
                yield_now().await;
            }
        });
    }

    /// Whether it does nothing.
    pub fn is_idle(&self) -> bool {
        self.runtime.metrics().num_alive_tasks() == 0
    }
}

fn runtime() -> Runtime {
    Builder::new_current_thread().enable_all().build().unwrap()
}
