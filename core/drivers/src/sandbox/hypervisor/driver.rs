//! The sandbox as a driver.
use super::{Sandbox, act::Act, condition::refused, instance, terminal, usage};
use hosting_kernel::{
    providers::{
        Failure, SANDBOX,
        hypervisor::{
            Adopted, Containers, Hypervisor, InstanceStatus, Power, Report, Size, State, Terminal, Told,
        },
    },
    values::password::Password,
};
use sea_orm::{QueryFilter, entity::prelude::*};
use std::collections::HashMap;

/// The distributions that the sandbox installs.
const SYSTEMS: [&str; 6] =
    ["almalinux-9", "alpine-3.20", "debian-12", "debian-13", "ubuntu-22.04", "ubuntu-24.04"];

#[async_trait::async_trait]
impl Hypervisor for Sandbox {
    async fn state(&self, instance: Uuid) -> Result<Option<State>, Failure> {
        self.reach_member(instance)?;
        let Some(machine) = self.find(instance).await? else { return Ok(None) };
        let snapshots = self.snapshots(Some(instance)).await?;
        Ok(Some(State {
            status: machine.status(),
            hostname: Some(machine.current.hostname),
            system: Some(machine.current.system),
            snapshots: Some(snapshots.into_iter().map(|kept| kept.id).collect()),
        }))
    }

    async fn power(&self, work: Uuid, instance: Uuid, power: Power) -> Result<(), Failure> {
        self.reach_member(instance)?;
        self.faults.around(self.change(work, instance, Act::Power(power))).await
    }

    async fn set_password(&self, _work: Uuid, instance: Uuid, password: &Password) -> Result<(), Failure> {
        self.reach_member(instance)?;
        let kept = self.kept(instance, password);
        self.faults.around(self.lock(instance, kept)).await
    }

    async fn create_snapshot(
        &self,
        _work: Uuid,
        instance: Uuid,
        snapshot: Uuid,
    ) -> Result<Option<i64>, Failure> {
        self.reach_member(instance)?;
        self.faults.around(self.keep(instance, snapshot)).await.map(Some)
    }

    async fn delete_snapshot(&self, _work: Uuid, instance: Uuid, snapshot: Uuid) -> Result<(), Failure> {
        self.reach_member(instance)?;
        self.faults.around(self.drop_snapshot(instance, snapshot)).await
    }

    async fn restore_snapshot(&self, work: Uuid, instance: Uuid, snapshot: Uuid) -> Result<(), Failure> {
        self.reach_member(instance)?;
        self.faults.around(self.change(work, instance, Act::Restore(snapshot))).await
    }

    async fn remove(&self, _work: Uuid, instance: Uuid) -> Result<(), Failure> {
        self.reach()?;
        self.faults.around(self.drop_instance(instance)).await
    }

    async fn adopt(&self, instances: &[Adopted]) -> Result<(), Failure> {
        Ok(self.take_over(instances.to_vec()).await?)
    }

    #[expect(clippy::disallowed_methods, reason = "a backend knows no accounts")]
    async fn reports(&self) -> Result<Told<Report>, Failure> {
        self.reach()?;
        let reader = self.db.reader(false).await?;
        let select = instance::Entity::find().filter(instance::Column::Kind.eq(self.kind));
        let machines = select.all(&reader.executor()).await.map_err(Failure::from)?;
        drop(reader);
        let now = self.clock.now();
        let mut kept: HashMap<Uuid, Vec<Uuid>> = HashMap::new();
        for one in self.snapshots(None).await? {
            kept.entry(one.instance).or_default().push(one.id);
        }
        let unseen = self.unseen().clone();
        let whole = !machines.iter().any(|machine| unseen.contains(&machine.id));
        let seen = machines.into_iter().filter(|machine| !unseen.contains(&machine.id));
        let report = |machine: instance::Model| {
            let machine = machine.at(now);
            Report {
                instance: machine.id,
                status: Some(machine.status()),
                usage: usage::of(&machine, now),
                snapshots: Some(kept.remove(&machine.id).unwrap_or_default()),
            }
        };
        Ok(Told { told: seen.map(report).collect(), whole })
    }

    fn driver(&self) -> &'static str {
        SANDBOX
    }

    async fn ping(&self) -> Result<(), Failure> {
        self.reach()?;
        Ok(self.db.ping().await?)
    }
}

#[async_trait::async_trait]
impl Containers for Sandbox {
    fn systems(&self) -> Vec<String> {
        SYSTEMS.map(str::to_owned).to_vec()
    }

    async fn reinstall(&self, work: Uuid, instance: Uuid, system: &str) -> Result<(), Failure> {
        self.reach_member(instance)?;
        if !SYSTEMS.contains(&system) {
            return Err(Failure::Refused(format!("there is no {system} to install")));
        }
        self.faults.around(self.change(work, instance, Act::Reinstall(system.to_owned()))).await
    }

    async fn terminal(&self, instance: Uuid, size: Size) -> Result<Terminal, Failure> {
        self.reach_member(instance)?;
        let open = async {
            let machine = self.find(instance).await?.ok_or_else(super::act::unknown)?;
            match machine.status() {
                InstanceStatus::Running => Ok(terminal::open(self.clone(), &machine, size)),
                status => Err(refused(status)),
            }
        };
        self.faults.around(open).await
    }
}
