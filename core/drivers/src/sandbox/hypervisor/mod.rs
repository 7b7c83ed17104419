//! A hypervisor without machines: its instances are rows of the database, and live by the clock.
//!
//! They take time to become what they are told to be. What is to come is written down when it begins, so
//! that it comes about whether the one who asked still waits or not.
mod act;
mod adopt;
pub mod condition;
mod driver;
pub mod instance;
mod shell;
pub mod snapshot;
mod terminal;
mod usage;

pub use condition::Condition;
pub use instance::Model as Machine;

use crate::fault::Faults;
use hosting_kernel::{
    database::Database,
    providers::{Failure, hypervisor::InstanceKind},
    refusals::error::Result,
    values::{clock::Clock, password::Password, secret::Secret, time::Time},
};
use sea_orm::{IntoActiveModel, QueryFilter, QuerySelect, Select, entity::prelude::*, sea_query::OnConflict};
use std::{
    collections::HashSet,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};

/// The sandbox hypervisor of one kind of instances; cheap to clone.
#[derive(Clone)]
pub struct Sandbox {
    kind: InstanceKind,
    db: Database,
    clock: Arc<dyn Clock>,
    secret: Secret,
    /// What goes wrong on demand, when something is to be changed.
    pub faults: Arc<Faults>,
    pace: Arc<AtomicU64>,
    away: Arc<AtomicBool>,
    linear: Arc<AtomicBool>,
    /// Those whose member of the cluster is away.
    unseen: Arc<Mutex<HashSet<Uuid>>>,
}

impl Sandbox {
    /// A hypervisor in `db`, where nothing takes time.
    pub fn new(kind: InstanceKind, db: Database, clock: Arc<dyn Clock>, secret: Secret) -> Self {
        let (faults, pace, away) = (Arc::default(), Arc::default(), Arc::default());
        let (linear, unseen) = (Arc::default(), Arc::default());
        Self { kind, db, clock, secret, faults, pace, away, linear, unseen }
    }

    /// A boot takes `pace` from now on, and all else in proportion; by the platform's clock.
    pub fn set_pace(&self, pace: Duration) {
        self.pace.store(u64::try_from(pace.as_millis()).unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    /// Whether it answers nobody from now on.
    pub fn set_away(&self, away: bool) {
        self.away.store(away, Ordering::Relaxed);
    }

    /// From now on a way back removes the snapshots that were taken later, as on ZFS.
    pub fn set_linear(&self) {
        self.linear.store(true, Ordering::Relaxed);
    }

    /// A snapshot of it expires.
    pub async fn expires(&self, instance: Uuid, snapshot: Uuid) -> Result<(), Failure> {
        self.drop_snapshot(instance, snapshot).await
    }

    /// Whether the member of the cluster that has `instance` is away from now on.
    pub fn set_member_away(&self, instance: Uuid, away: bool) {
        let mut unseen = self.unseen();
        match away {
            true => unseen.insert(instance),
            false => unseen.remove(&instance),
        };
    }

    /// Has `machine`, in place of what had its id.
    pub async fn put(&self, machine: Machine) -> Result<()> {
        let upsert = OnConflict::column(instance::Column::Id).update_columns(COLUMNS).to_owned();
        let insert = instance::Entity::insert(machine.into_active_model()).on_conflict(upsert);
        let write = self.db.write(move |db| {
            Box::pin(async move {
                insert.exec_without_returning(db).await?;
                Ok(())
            })
        });
        write.await
    }

    /// The guest goes down by itself.
    pub async fn goes_down(&self, instance: Uuid) -> Result<()> {
        self.fate(instance, Condition::stopped).await
    }

    /// The guest crashes.
    pub async fn crashes(&self, instance: Uuid) -> Result<()> {
        self.fate(instance, Condition::broken).await
    }

    /// Whether `password` opens the instance.
    pub async fn accepts(&self, instance: Uuid, password: &Password) -> Result<bool> {
        let machine = self.find(instance).await?;
        let kept = machine.and_then(|machine| machine.current.password);
        Ok(kept == Some(self.kept(instance, password)))
    }

    /// What it is now.
    pub async fn machine(&self, instance: Uuid) -> Result<Option<Machine>> {
        self.find(instance).await
    }

    async fn fate(&self, id: Uuid, becomes: fn(Condition) -> Condition) -> Result<()> {
        let (now, select) = (self.clock.now(), self.one(id));
        let write = self.db.write(move |db| {
            Box::pin(async move {
                let Some(machine) = select.lock_exclusive().one(db).await? else { return Ok(()) };
                let machine = machine.at(now);
                let row = Machine { current: becomes(machine.current), next: None, ends_at: None, ..machine };
                row.into_active_model().reset_all().update(db).await?;
                Ok(())
            })
        });
        write.await
    }

    async fn find(&self, id: Uuid) -> Result<Option<Machine>> {
        let reader = self.db.reader(false).await?;
        let found = self.one(id).one(&reader.executor()).await?;
        Ok(found.map(|machine| machine.at(self.clock.now())))
    }

    /// The snapshots of an instance, or of all.
    #[expect(clippy::disallowed_methods, reason = "a backend knows no accounts")]
    async fn snapshots(&self, of: Option<Uuid>) -> Result<Vec<snapshot::Model>> {
        let reader = self.db.reader(false).await?;
        let select = snapshot::Entity::find();
        let select = match of {
            Some(id) => select.filter(snapshot::Column::Instance.eq(id)),
            None => select,
        };
        Ok(select.all(&reader.executor()).await?)
    }

    #[expect(clippy::disallowed_methods, reason = "a backend knows no accounts")]
    fn one(&self, id: Uuid) -> Select<instance::Entity> {
        instance::Entity::find_by_id(id).filter(instance::Column::Kind.eq(self.kind))
    }

    /// What is kept of a password: enough to tell it from another, and nothing to read.
    fn kept(&self, instance: Uuid, password: &Password) -> String {
        let fingerprint = self.secret.fingerprint(format!("{instance} {}", password.expose()).as_bytes());
        fingerprint.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// `part` in a hundred of the time that a boot takes, from now on.
    fn after(&self, part: u64) -> Time {
        let millis = self.pace.load(Ordering::Relaxed).saturating_mul(part) / 100;
        let delta = chrono::TimeDelta::milliseconds(i64::try_from(millis).unwrap_or(i64::MAX / 2));
        self.clock.now().plus(delta)
    }

    /// Waits for `moment` by the platform's clock, which scenarios move.
    async fn until(&self, moment: Time) {
        loop {
            let left = moment.millis() - self.clock.now().millis();
            let Ok(left @ 1..) = u64::try_from(left) else { return };
            tokio::time::sleep(Duration::from_millis(left.min(20))).await;
        }
    }

    fn unseen(&self) -> MutexGuard<'_, HashSet<Uuid>> {
        self.unseen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether it can be asked about `instance`.
    fn reach_member(&self, instance: Uuid) -> Result<(), Failure> {
        self.reach()?;
        match self.unseen().contains(&instance) {
            true => Err(Failure::InTheWay("the member of the cluster is away".to_owned())),
            false => Ok(()),
        }
    }

    fn reach(&self) -> Result<(), Failure> {
        match self.away.load(Ordering::Relaxed) {
            true => Err(Failure::Unavailable("the sandbox was told to be away".to_owned())),
            false => Ok(()),
        }
    }
}

const COLUMNS: [instance::Column; 8] = {
    use instance::Column::{Current, DiskBytes, EndsAt, Kind, MemoryBytes, Next, Vcpus, Work};
    [Kind, Vcpus, MemoryBytes, DiskBytes, Current, Next, EndsAt, Work]
};
