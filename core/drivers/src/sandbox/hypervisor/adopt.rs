//! Instances that were made elsewhere.
use super::{Condition, Machine, Sandbox, instance, snapshot};
use chrono::TimeDelta;
use hosting_kernel::{
    database::executor::Executor,
    providers::hypervisor::{Adopted, AdoptedSnapshot, InstanceStatus},
    refusals::error::Result,
    values::time::Time,
};
use sea_orm::{ActiveModelTrait, IntoActiveModel, QuerySelect, entity::prelude::*, sea_query::OnConflict};

impl Sandbox {
    /// Has `instances` from now on, all of them or none.
    pub(super) async fn take_over(&self, instances: Vec<Adopted>) -> Result<()> {
        let (sandbox, now) = (self.clone(), self.clock.now());
        let write = self.db.write(move |db| {
            Box::pin(async move {
                for one in &instances {
                    match sandbox.one(one.instance).lock_exclusive().one(db).await? {
                        Some(machine) => fit(db, machine, one, now).await?,
                        None => make(db, Machine::of(sandbox.kind, one, now), one, now).await?,
                    }
                }
                Ok(())
            })
        });
        write.await
    }
}

/// How long a machine that is adopted on its way somewhere is on its way still.
const ARRIVES: TimeDelta = TimeDelta::seconds(6);

/// Writes down a new machine. It stands as is said; on its way somewhere, it gets there.
async fn make(db: &Executor<'_>, machine: Machine, said: &Adopted, now: Time) -> Result<()> {
    let current = Condition { status: said.status, ..machine.current };
    let machine = Machine { current, ..machine }.arriving(now.plus(ARRIVES));
    for one in &said.snapshots {
        let row = kept(&machine, one).into_active_model();
        let known = OnConflict::column(snapshot::Column::Id).do_nothing().to_owned();
        snapshot::Entity::insert(row).on_conflict(known).exec_without_returning(db).await?;
    }
    instance::Entity::insert(machine.into_active_model()).exec_without_returning(db).await?;
    Ok(())
}

/// Makes a machine as big as is said, with the name that is said.
async fn fit(db: &Executor<'_>, machine: Machine, said: &Adopted, now: Time) -> Result<()> {
    let machine = machine.arriving(now.plus(ARRIVES));
    let named = |condition: Condition| Condition { hostname: said.hostname.clone(), ..condition };
    let fitted = Machine {
        vcpus: said.vcpus,
        memory_bytes: said.memory_bytes,
        disk_bytes: said.disk_bytes,
        current: named(machine.current),
        next: machine.next.map(named),
        ..machine
    };
    fitted.into_active_model().reset_all().update(db).await?;
    Ok(())
}

/// What a snapshot of a new machine holds: the same machine, as it ran then.
fn kept(machine: &Machine, said: &AdoptedSnapshot) -> snapshot::Model {
    let condition = Condition {
        status: InstanceStatus::Running,
        booted_at: said.taken_at,
        frozen_at: None,
        ..machine.current.clone()
    };
    snapshot::Model {
        id: said.snapshot,
        instance: machine.id,
        kept: condition,
        size_bytes: said.size_bytes.unwrap_or(0),
        ready_at: said.taken_at,
    }
}
