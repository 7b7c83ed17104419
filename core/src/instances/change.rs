//! Queued work: an instance is changed, and what came of it is looked up at the hypervisor.
use super::{
    Both,
    instance::subject,
    machine::{self, Action},
};
use crate::{
    Context, Platform, Result,
    providers::{Failure, hypervisor::Power},
    queue::{Job, Outcome, Settling, Task},
};
use sea_orm::{ActiveModelTrait, IntoActiveModel, Set};
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
    pub service_id: Uuid,
    pub change: Change,
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
        cx.enqueue(subject(service_id), Task::ChangeInstance(ChangeInstance { service_id, change })).await?;
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
    pub async fn run(&mut self, _platform: &Platform, _job: &Job) -> Result<(), Failure> {
        Err(Failure::Unavailable("no hypervisor".to_owned()))
    }

    pub async fn settle(&self, _at: &Settling<'_>, _outcome: Outcome) -> Result<()> {
        Ok(())
    }
}
