//! Queued work: an instance is changed, and read back from the hypervisor.
mod abandon;
mod guest;
mod outcome;

pub(super) use abandon::abandon;

use super::instance;
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
use sea_orm::EntityTrait;
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

/// Queued work: an instance is changed.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct ChangeInstance {
    service_id: Uuid,
    change: InstanceChange,
    /// Which sort of instance, where it is being queued.
    #[serde(skip)]
    kind: Option<InstanceKind>,
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
    pub fn new(service_id: Uuid, kind: InstanceKind, change: InstanceChange) -> Self {
        Self { service_id, change, kind: Some(kind), observed: Observed::default() }
    }

    #[expect(clippy::disallowed_methods, reason = "queued work names its instance; nobody asks for it")]
    async fn kind(&self, platform: &Platform) -> Result<Option<InstanceKind>, Failure> {
        let reader = platform.database().reader(false).await?;
        let found = instance::Entity::find_by_id(self.service_id).one(&reader.executor()).await;
        Ok(found.map_err(Failure::ours)?.map(|instance| instance.kind))
    }

    async fn apply(&mut self, platform: &Platform, kind: InstanceKind, work: Uuid) -> Result<(), Failure> {
        let (id, providers) = (self.service_id, platform.providers());
        let hypervisor = providers.hypervisor(kind);
        match &self.change {
            InstanceChange::Power { power: power @ (Power::Shutdown | Power::Restart) } => {
                let asked = hypervisor.power(work, id, *power);
                guest::listened(guest::BOUNDS, asked, || hypervisor.state(id)).await
            }
            InstanceChange::Power { power } => hypervisor.power(work, id, *power).await,
            InstanceChange::CreateSnapshot { snapshot } => {
                self.observed.size = hypervisor.create_snapshot(work, id, *snapshot).await?;
                Ok(())
            }
            InstanceChange::DeleteSnapshot { snapshot } => {
                hypervisor.delete_snapshot(work, id, *snapshot).await
            }
            InstanceChange::RestoreSnapshot { snapshot } => {
                hypervisor.restore_snapshot(work, id, *snapshot).await
            }
            InstanceChange::Reinstall { system } => providers.lxc.reinstall(work, id, system).await,
            InstanceChange::Arrive => Ok(()),
        }
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

/// The lane of what is done with instances of `kind`.
pub(super) const fn lane_of(kind: InstanceKind) -> Lane {
    match kind {
        InstanceKind::Lxc => Lane::of(Port::Containers),
        InstanceKind::Kvm => Lane::of(Port::Machines),
    }
}

#[async_trait]
impl Task for ChangeInstance {
    const KIND: &'static str = "change_instance";
    const TIMEOUT: Duration = Duration::from_mins(10);

    fn lane(&self) -> Lane {
        lane_of(self.kind.unwrap_or(InstanceKind::Lxc))
    }

    /// A guest that did not listen once is not asked ten times: meanwhile nothing else could be done with it.
    fn is_final(&self, failure: &Failure) -> bool {
        let asks_guest =
            matches!(self.change, InstanceChange::Power { power: Power::Shutdown | Power::Restart });
        matches!(failure, Failure::Refused(_)) || (asks_guest && *failure == Failure::Timeout)
    }

    /// Does it, and reads what the instance is then.
    async fn run(&mut self, platform: &Platform, job: &Job) -> Result<(), Failure> {
        let Some(kind) = self.kind(platform).await? else { return Ok(()) };
        let done = self.apply(platform, kind, job.id).await;
        let state = platform.providers().hypervisor(kind).state(self.service_id).await;
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
                Err(Failure::Unavailable("the instance is still on its way".to_owned()))
            }
            (Ok(()), Some(_)) => Ok(()),
        }
    }

    async fn finish(&self, at: &Completion<'_>, outcome: Outcome) -> Result<()> {
        self.write_outcome(at, outcome).await
    }
}
