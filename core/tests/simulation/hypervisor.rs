//! A hypervisor that is made up: of containers and of virtual machines alike.
use crate::made_up::Temper;
use async_trait::async_trait;
use hosting_core::{
    Password,
    instances::InstanceStatus,
    providers::{
        Failure,
        hypervisor::{Containers, Hypervisor, Power, Report, Size, State, Terminal, Told},
    },
};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex, MutexGuard},
};
use uuid::Uuid;

/// An instance as it is at the hypervisor.
#[derive(Clone)]
pub struct Machine {
    pub status: InstanceStatus,
    pub snapshots: BTreeSet<Uuid>,
    /// The work by which its password was set.
    pub passwords: BTreeSet<Uuid>,
    /// What was done: told again, it is not done again.
    done: BTreeSet<Uuid>,
}

/// All instances.
pub struct Machines {
    temper: Arc<Temper>,
    all: Mutex<BTreeMap<Uuid, Machine>>,
}

impl Machines {
    /// Instances that run.
    pub fn new(temper: Arc<Temper>, ids: impl IntoIterator<Item = Uuid>) -> Self {
        let running = Machine {
            status: InstanceStatus::Running,
            snapshots: BTreeSet::new(),
            passwords: BTreeSet::new(),
            done: BTreeSet::new(),
        };
        let all = ids.into_iter().map(|id| (id, running.clone())).collect();
        Self { temper, all: Mutex::new(all) }
    }

    /// What has become of an instance.
    pub fn get(&self, id: Uuid) -> Machine {
        self.all()[&id].clone()
    }

    /// Does `change` with an instance, once for each work.
    async fn change<T: Default + Send>(
        &self,
        work: Uuid,
        id: Uuid,
        change: impl FnOnce(&mut Machine) -> Result<T, Failure> + Send,
    ) -> Result<T, Failure> {
        let does = || {
            let mut all = self.all();
            let machine = all.get_mut(&id).unwrap();
            if machine.done.contains(&work) {
                return Ok(T::default());
            }
            let done = change(machine)?;
            machine.done.insert(work);
            Ok(done)
        };
        self.temper.told_to(work, "", does).await
    }

    fn all(&self) -> MutexGuard<'_, BTreeMap<Uuid, Machine>> {
        self.all.lock().unwrap()
    }
}

#[async_trait]
impl Hypervisor for Machines {
    async fn state(&self, instance: Uuid) -> Result<Option<State>, Failure> {
        let all = self.all();
        let state = all.get(&instance).map(|machine| State {
            status: machine.status,
            hostname: None,
            system: None,
            snapshots: Some(machine.snapshots.iter().copied().collect()),
        });
        Ok(state)
    }

    async fn power(&self, work: Uuid, instance: Uuid, power: Power) -> Result<(), Failure> {
        let power = |machine: &mut Machine| {
            machine.status = match power {
                Power::Start | Power::Restart | Power::Unfreeze => InstanceStatus::Running,
                Power::Stop | Power::Shutdown => InstanceStatus::Stopped,
                Power::Freeze => InstanceStatus::Frozen,
            };
            Ok(())
        };
        self.change(work, instance, power).await
    }

    async fn set_password(&self, work: Uuid, instance: Uuid, _: &Password) -> Result<(), Failure> {
        let set = |machine: &mut Machine| {
            machine.passwords.insert(work);
            Ok(())
        };
        self.change(work, instance, set).await
    }

    async fn create_snapshot(&self, work: Uuid, instance: Uuid, new: Uuid) -> Result<Option<i64>, Failure> {
        let create = |machine: &mut Machine| {
            machine.snapshots.insert(new);
            Ok(Some(1024))
        };
        self.change(work, instance, create).await
    }

    async fn delete_snapshot(&self, work: Uuid, instance: Uuid, old: Uuid) -> Result<(), Failure> {
        let delete = |machine: &mut Machine| {
            machine.snapshots.remove(&old);
            Ok(())
        };
        self.change(work, instance, delete).await
    }

    async fn restore_snapshot(&self, work: Uuid, instance: Uuid, old: Uuid) -> Result<(), Failure> {
        let restore = |machine: &mut Machine| match machine.snapshots.contains(&old) {
            true => Ok(()),
            false => Err(Failure::Refused("there is no such snapshot".to_owned())),
        };
        self.change(work, instance, restore).await
    }

    async fn remove(&self, _: Uuid, instance: Uuid) -> Result<(), Failure> {
        self.all().remove(&instance);
        Ok(())
    }

    async fn reports(&self) -> Result<Told<Report>, Failure> {
        let all = self.all();
        let report = |(id, machine): (&Uuid, &Machine)| Report {
            instance: *id,
            status: Some(machine.status),
            usage: None,
            snapshots: Some(machine.snapshots.iter().copied().collect()),
        };
        Ok(all.iter().map(report).collect::<Vec<_>>().into())
    }

    fn driver(&self) -> &'static str {
        "made up"
    }

    async fn ping(&self) -> Result<(), Failure> {
        Ok(())
    }
}

#[async_trait]
impl Containers for Machines {
    fn systems(&self) -> Vec<String> {
        vec!["debian-12".to_owned()]
    }

    async fn reinstall(&self, work: Uuid, instance: Uuid, _: &str) -> Result<(), Failure> {
        let reinstall = |machine: &mut Machine| {
            machine.status = InstanceStatus::Running;
            Ok(())
        };
        self.change(work, instance, reinstall).await
    }

    async fn terminal(&self, _: Uuid, _: Size) -> Result<Terminal, Failure> {
        Err(Failure::Unavailable("nobody looks into what is made up".to_owned()))
    }
}
