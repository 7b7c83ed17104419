//! Queued work: an instance is changed, and what came of it is looked up at the hypervisor.
mod settle;

use super::{
    Both,
    instance::{self, subject},
    machine::{self, Action},
};
use crate::{
    kernel::{
        context::Context,
        platform::Platform,
        queue::{Job, Task},
    },
    providers::{
        Failure,
        hypervisor::{InstanceKind, InstanceStatus, Power, State},
    },
    refusals::error::Result,
};
use sea_orm::{ActiveModelTrait, EntityTrait, IntoActiveModel, Set};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// What is to be done with an instance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "change", rename_all = "snake_case")]
pub(crate) enum Change {
    Power { power: Power },
    CreateSnapshot { snapshot: Uuid },
    DeleteSnapshot { snapshot: Uuid },
    RestoreSnapshot { snapshot: Uuid },
    Reinstall { system: String },
}

/// Queued work: an instance is changed.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct ChangeInstance {
    service_id: Uuid,
    change: Change,
    #[serde(skip)]
    seen: Seen,
}

/// What a run saw at the hypervisor: only that is written down.
#[derive(Clone, Debug, Default)]
struct Seen {
    /// The instance, if the hypervisor could be asked and knows it.
    state: Option<State>,
    /// What a new snapshot takes.
    size: Option<i64>,
}

impl Both {
    /// Queues a power action, if it can be done now.
    pub(crate) async fn request_power(self, cx: &Context<'_>, action: Action) -> Result<Self> {
        let line = machine::allowed(&self.instance, action)?;
        let power = line.power.expect("a line of the table about power says which");
        self.request(cx, action, Change::Power { power }).await
    }

    /// Queues `change`, if it can be done now; gives the instance as it is shown meanwhile.
    pub(crate) async fn request(self, cx: &Context<'_>, action: Action, change: Change) -> Result<Self> {
        let line = machine::allowed(&self.instance, action)?;
        let service_id = self.instance.service_id;
        cx.enqueue(subject(service_id), Task::ChangeInstance(ChangeInstance::new(service_id, change)))
            .await?;
        let status = line.meanwhile.unwrap_or(self.instance.status);
        let mut instance = self.instance.into_active_model();
        instance.status = Set(status);
        instance.change = Set(Some(action.words().to_owned()));
        instance.last_error = Set(None);
        instance.updated_at = Set(cx.now());
        Ok(Self { instance: instance.update(cx.db).await?, service: self.service })
    }
}

impl ChangeInstance {
    pub fn new(service_id: Uuid, change: Change) -> Self {
        Self { service_id, change, seen: Seen::default() }
    }

    /// Does it, and looks what the instance is then.
    pub async fn run(&mut self, platform: &Platform, job: &Job) -> Result<(), Failure> {
        let Some(kind) = self.kind(platform).await? else { return Ok(()) };
        let done = self.tell(platform, kind, job.id).await;
        let seen = platform.providers().hypervisor(kind).state(self.service_id).await;
        self.seen.state = seen.as_ref().ok().cloned().flatten();
        match (done, seen?) {
            // A guest may have done by itself what it was then asked to do.
            (Err(Failure::Refused(_)), Some(state)) if self.has_come_true(&state) => Ok(()),
            (Err(failure), _) => Err(failure),
            (Ok(()), None) => Err(Failure::Refused("the hypervisor does not know the instance".to_owned())),
            (Ok(()), Some(state)) if state.status.is_on_its_way() => {
                Err(Failure::Unavailable("the instance is still on its way".to_owned()))
            }
            (Ok(()), Some(_)) => Ok(()),
        }
    }

    #[expect(clippy::disallowed_methods, reason = "queued work names its instance; nobody asks for it")]
    async fn kind(&self, platform: &Platform) -> Result<Option<InstanceKind>, Failure> {
        let reader = platform.database().reader(false).await?;
        let found = instance::Entity::find_by_id(self.service_id).one(&reader.executor()).await;
        Ok(found.map_err(Failure::ours)?.map(|instance| instance.kind))
    }

    async fn tell(&mut self, platform: &Platform, kind: InstanceKind, work: Uuid) -> Result<(), Failure> {
        let (id, providers) = (self.service_id, platform.providers());
        let hypervisor = providers.hypervisor(kind);
        match &self.change {
            Change::Power { power } => hypervisor.power(work, id, *power).await,
            Change::CreateSnapshot { snapshot } => {
                self.seen.size = hypervisor.create_snapshot(work, id, *snapshot).await?;
                Ok(())
            }
            Change::DeleteSnapshot { snapshot } => hypervisor.delete_snapshot(work, id, *snapshot).await,
            Change::RestoreSnapshot { snapshot } => hypervisor.restore_snapshot(work, id, *snapshot).await,
            Change::Reinstall { system } => providers.lxc.reinstall(work, id, system).await,
        }
    }

    /// Whether the instance is what it was asked to become, whoever did it.
    fn has_come_true(&self, state: &State) -> bool {
        let goal = match self.change {
            Change::Power { power: Power::Start | Power::Unfreeze } => InstanceStatus::Running,
            Change::Power { power: Power::Stop | Power::Shutdown } => InstanceStatus::Stopped,
            Change::Power { power: Power::Freeze } => InstanceStatus::Frozen,
            _ => return false,
        };
        state.status == goal
    }
}
