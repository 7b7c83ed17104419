//! Queued work: an instance is changed, and read back from the hypervisor.
mod abandon;
mod guest;
mod outcome;

pub(super) use abandon::abandon;

use super::instance::{Instance, placed};
use async_trait::async_trait;
use hosting_kernel::{
    kernel::{
        platform::Platform,
        queue::{
            job::Job,
            lane::Lane,
            task::{Completion, Outcome, Task},
        },
    },
    providers::{
        Failure, Port,
        hypervisor::{InstanceKind, InstanceStatus, Power, State},
    },
    refusals::error::Result,
};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use uuid::Uuid;

/// What is to be done with an instance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "change", rename_all = "snake_case")]
pub(crate) enum InstanceChange {
    Power {
        power: Power,
    },
    CreateSnapshot {
        snapshot: Uuid,
    },
    DeleteSnapshot {
        snapshot: Uuid,
    },
    RestoreSnapshot {
        snapshot: Uuid,
    },
    Reinstall {
        system: String,
    },
    /// Nothing is done: it is on its way already, and is looked at when it may be there.
    Arrive,
}

impl InstanceChange {
    /// Whether the guest is asked, which may not listen.
    const fn asks_guest(&self) -> bool {
        matches!(self, Self::Power { power: Power::Shutdown | Power::Restart })
    }
}

/// Queued work: an instance is changed.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct ChangeInstance {
    service_id: Uuid,
    change: InstanceChange,
    /// Where it is done; nothing where it was queued by somebody else.
    #[serde(skip)]
    lane: Option<Lane>,
    #[serde(skip)]
    observed: Observed,
}

/// What a run observed at the hypervisor: only that is written down.
#[derive(Clone, Debug, Default)]
struct Observed {
    /// The instance, if the hypervisor could be asked and knows it.
    state: Option<State>,
    /// Whether it could be asked, and does not know it.
    unknown: bool,
    /// What a new snapshot takes.
    size: Option<i64>,
}

impl ChangeInstance {
    pub fn new(instance: &Instance, change: InstanceChange) -> Self {
        let lane = Some(lane_of(instance.kind, instance.backend.as_deref()));
        Self { service_id: instance.service_id, change, lane, observed: Observed::default() }
    }

    /// Does it at the hypervisor that the instance names, when there is a place for the call.
    async fn apply(
        &mut self,
        platform: &Platform,
        (kind, named): (InstanceKind, Option<&str>),
        work: Uuid,
    ) -> Result<(), Failure> {
        let (id, providers) = (self.service_id, platform.providers());
        let (backend, containers) = (providers.hypervisor(kind, named)?, &providers.lxc);
        let (hypervisor, change) = (&*backend.driver, &self.change);
        let done = backend.ask(async {
            match change {
                InstanceChange::Power { power } => hypervisor.power(work, id, *power).await?,
                InstanceChange::CreateSnapshot { snapshot } => {
                    return hypervisor.create_snapshot(work, id, *snapshot).await;
                }
                InstanceChange::DeleteSnapshot { snapshot } => {
                    hypervisor.delete_snapshot(work, id, *snapshot).await?;
                }
                InstanceChange::RestoreSnapshot { snapshot } => {
                    hypervisor.restore_snapshot(work, id, *snapshot).await?;
                }
                InstanceChange::Reinstall { system } => {
                    containers.of(named)?.driver.reinstall(work, id, system).await?;
                }
                InstanceChange::Arrive => {}
            }
            Ok(None)
        });
        self.observed.size = match change.asks_guest() {
            true => guest::listened(guest::BOUNDS, done, || hypervisor.state(id)).await?,
            false => done.await?,
        };
        Ok(())
    }

    /// Whether the instance is what it was to become, whoever did it.
    fn is_reached_by(&self, state: &State) -> bool {
        let goal = match self.change {
            InstanceChange::Power { power: Power::Start | Power::Unfreeze } => InstanceStatus::Running,
            InstanceChange::Power { power: Power::Stop | Power::Shutdown } => InstanceStatus::Stopped,
            InstanceChange::Power { power: Power::Freeze } => InstanceStatus::Frozen,
            _ => return false,
        };
        state.status == goal
    }
}

/// The lane of what is done with instances of `kind` that name `backend`, or none.
pub(super) fn lane_of(kind: InstanceKind, backend: Option<&str>) -> Lane {
    let port = match kind {
        InstanceKind::Lxc => Port::Containers,
        InstanceKind::Kvm => Port::Machines,
    };
    Lane::at(port, backend)
}

#[async_trait]
impl Task for ChangeInstance {
    const KIND: &'static str = "change_instance";
    const TIMEOUT: Duration = Duration::from_mins(10);

    fn lane(&self) -> Lane {
        self.lane.clone().unwrap_or(Lane::of(Port::Containers))
    }

    /// A guest that did not listen once is not asked ten times: meanwhile nothing else could be done with it.
    fn is_final(&self, failure: &Failure) -> bool {
        matches!(failure, Failure::Refused(_)) || (self.change.asks_guest() && *failure == Failure::Timeout)
    }

    /// Does it, and reads what the instance is then.
    async fn run(&mut self, platform: &Platform, job: &Job) -> Result<(), Failure> {
        let Some((kind, named)) = placed(platform, self.service_id).await? else { return Ok(()) };
        let done = self.apply(platform, (kind, named.as_deref()), job.id).await;
        let backend = platform.providers().hypervisor(kind, named.as_deref())?;
        let state = backend.ask(backend.driver.state(self.service_id)).await;
        // A guest is not asked here.
        let state = state.map_err(guest::not_the_guest);
        self.observed.unknown = state == Ok(None);
        self.observed.state = state.as_ref().ok().cloned().flatten();
        match (done, state?) {
            // A guest may have done by itself what it was then asked to do.
            (Err(Failure::Refused(_)), Some(state)) if self.is_reached_by(&state) => Ok(()),
            (Err(failure), _) => Err(failure),
            (Ok(()), None) => Err(Failure::Refused("the hypervisor does not know the instance".to_owned())),
            (Ok(()), Some(state)) if state.status.is_on_its_way() => {
                Err(Failure::InTheWay("the instance is still on its way".to_owned()))
            }
            (Ok(()), Some(_)) => Ok(()),
        }
    }

    async fn finish(&self, at: &Completion<'_>, outcome: Outcome) -> Result<()> {
        self.write_outcome(at, outcome).await
    }
}
