//! What is done with a sandbox instance: written down when it begins, true when it ends.
use super::{
    Machine, Sandbox,
    condition::{Condition, refused},
    snapshot, usage,
};
use hosting_kernel::{
    database::executor::Executor,
    providers::{
        Failure,
        hypervisor::{InstanceStatus, Power},
    },
    refusals::error::Result,
    values::time::Time,
};
use sea_orm::{ActiveModelTrait, IntoActiveModel, QueryFilter, QuerySelect, entity::prelude::*};
use std::sync::atomic::Ordering;

/// What is done with an instance.
pub(super) enum Act {
    Power(Power),
    Restore(Uuid),
    Reinstall(String),
}

impl Act {
    /// How long it takes, in hundredths of a boot.
    const fn part(&self) -> u64 {
        match self {
            Self::Power(Power::Start) => 100,
            Self::Power(Power::Restart) => 150,
            Self::Power(Power::Shutdown) => 50,
            Self::Power(Power::Stop) => 25,
            Self::Power(Power::Freeze | Power::Unfreeze) => 10,
            Self::Restore(_) => 200,
            Self::Reinstall(_) => 400,
        }
    }

    /// What `machine` is once it is done.
    async fn outcome(
        self,
        db: &Executor<'_>,
        machine: &Machine,
        now: Time,
        end: Time,
    ) -> Result<Result<Condition, Failure>> {
        let current = machine.current.clone();
        Ok(match self {
            Self::Power(power) => current.powered(power, end),
            Self::Reinstall(system) => current.reinstalled(system, end),
            Self::Restore(id) => {
                let kept = of(machine.id, id).one(db).await?.filter(|kept| kept.ready_at <= now);
                kept.map(|kept| current.restored(kept.kept, end)).ok_or_else(no_snapshot)
            }
        })
    }
}

impl Sandbox {
    /// Does `act`, and waits until it is done; for work that was begun before, it only waits.
    pub(super) async fn change(&self, work: Uuid, id: Uuid, act: Act) -> Result<(), Failure> {
        let (now, end, select) = (self.clock.now(), self.after(act.part()), self.one(id));
        let linear = self.linear.load(Ordering::Relaxed);
        let begun = self.db.write(move |db| {
            Box::pin(async move {
                let Some(machine) = select.lock_exclusive().one(db).await? else { return Ok(Err(unknown())) };
                if machine.work == Some(work) {
                    return Ok(Ok(machine.ends_at.unwrap_or(now)));
                }
                let machine = machine.at(now);
                if machine.next.is_some() {
                    return Ok(Err(busy()));
                }
                let back_to = match &act {
                    Act::Restore(kept) if linear => Some(*kept),
                    _ => None,
                };
                let next = match act.outcome(db, &machine, now, end).await? {
                    Ok(next) => next,
                    Err(failure) => return Ok(Err(failure)),
                };
                let row = Machine { next: Some(next), ends_at: Some(end), work: Some(work), ..machine };
                row.into_active_model().reset_all().update(db).await?;
                if let Some(kept) = back_to {
                    drop_later(db, id, kept).await?;
                }
                Ok(Ok(end))
            })
        });
        self.until(begun.await??).await;
        Ok(())
    }

    /// Takes a snapshot, and waits until it is complete; one that was begun before is only waited for.
    pub(super) async fn keep(&self, id: Uuid, snapshot: Uuid) -> Result<i64, Failure> {
        let (now, ready_at, select) = (self.clock.now(), self.after(50), self.one(id));
        let begun = self.db.write(move |db| {
            Box::pin(async move {
                let Some(machine) = select.lock_exclusive().one(db).await? else { return Ok(Err(unknown())) };
                if let Some(kept) = of(id, snapshot).one(db).await? {
                    return Ok(Ok(kept));
                }
                let machine = machine.at(now);
                match machine.current.status {
                    _ if machine.next.is_some() => return Ok(Err(busy())),
                    InstanceStatus::Error => return Ok(Err(refused(InstanceStatus::Error))),
                    _ => {}
                }
                let size_bytes = usage::snapshot_bytes(&machine, now);
                let kept = machine.current;
                let row = snapshot::Model { id: snapshot, instance: id, kept, size_bytes, ready_at };
                snapshot::Entity::insert(row.clone().into_active_model()).exec_without_returning(db).await?;
                Ok(Ok(row))
            })
        });
        let kept = begun.await??;
        self.until(kept.ready_at).await;
        Ok(kept.size_bytes)
    }

    /// Keeps a snapshot no longer.
    pub(super) async fn drop_snapshot(&self, id: Uuid, snapshot: Uuid) -> Result<(), Failure> {
        let end = self.after(10);
        let gone = self.db.write(move |db| {
            Box::pin(async move {
                let all = snapshot::Entity::delete_many().filter(snapshot::Column::Instance.eq(id));
                all.filter(snapshot::Column::Id.eq(snapshot)).exec(db).await?;
                Ok(())
            })
        });
        gone.await?;
        self.until(end).await;
        Ok(())
    }

    /// Has an instance no longer, nor its snapshots.
    pub(super) async fn drop_instance(&self, id: Uuid) -> Result<(), Failure> {
        let select = self.one(id);
        let gone = self.db.write(move |db| {
            Box::pin(async move {
                let Some(machine) = select.lock_exclusive().one(db).await? else { return Ok(()) };
                let its = snapshot::Entity::delete_many().filter(snapshot::Column::Instance.eq(id));
                its.exec(db).await?;
                machine.into_active_model().delete(db).await?;
                Ok(())
            })
        });
        Ok(gone.await?)
    }

    /// Sets the password of an instance that runs, to what is `kept` of it.
    pub(super) async fn lock(&self, id: Uuid, kept: String) -> Result<(), Failure> {
        let (now, select) = (self.clock.now(), self.one(id));
        let set = self.db.write(move |db| {
            Box::pin(async move {
                let Some(machine) = select.lock_exclusive().one(db).await? else { return Ok(Err(unknown())) };
                let mut machine = machine.at(now);
                match machine.current.status {
                    _ if machine.next.is_some() => return Ok(Err(busy())),
                    InstanceStatus::Running => machine.current.password = Some(kept),
                    other => return Ok(Err(refused(other))),
                }
                machine.into_active_model().reset_all().update(db).await?;
                Ok(Ok(()))
            })
        });
        set.await?
    }
}

#[expect(clippy::disallowed_methods, reason = "a backend knows no accounts")]
fn of(instance: Uuid, id: Uuid) -> Select<snapshot::Entity> {
    snapshot::Entity::find_by_id(id).filter(snapshot::Column::Instance.eq(instance))
}

/// Has no longer what was taken after `kept`: ids are made in the order of time.
async fn drop_later(db: &Executor<'_>, instance: Uuid, kept: Uuid) -> Result<()> {
    let later = snapshot::Entity::delete_many().filter(snapshot::Column::Instance.eq(instance));
    later.filter(snapshot::Column::Id.gt(kept)).exec(db).await?;
    Ok(())
}

pub(super) fn unknown() -> Failure {
    Failure::Refused("no such instance".to_owned())
}

fn no_snapshot() -> Failure {
    Failure::Refused("no such snapshot".to_owned())
}

fn busy() -> Failure {
    Failure::Unavailable("the instance is busy".to_owned())
}
