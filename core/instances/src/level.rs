//! Instances are switched off, on again and removed as their services are suspended, in use and over.
#![expect(clippy::disallowed_methods, reason = "time passes for every account")]
use super::{
    change::lane_of,
    instance::{self, placed, subject},
    snapshot,
    state_machine::Action,
};
use async_trait::async_trait;
use hosting_kernel::{
    database::executor::Executor,
    kernel::{
        platform::Platform,
        queue::{
            enqueue::{Asker, enqueue_once},
            job::Job,
            lane::Lane,
            task::{Completion, Outcome, Task},
        },
    },
    providers::{
        Failure,
        hypervisor::{InstanceKind, InstanceStatus, Power, Report, State},
    },
    refusals::error::Result,
    values::time::Time,
};
use hosting_services::{
    Service,
    level::{self, Level},
    service::{self, ServiceType},
};
use sea_orm::{ActiveModelTrait, IntoActiveModel, QueryFilter, QuerySelect, Set, entity::prelude::*};
use serde::{Deserialize, Serialize};
use std::{collections::HashMap, time::Duration};

/// What is said of one that is not there.
pub(super) const UNKNOWN: &str = "the hypervisor does not know this instance";

/// What an instance is ordered as.
const TYPES: &[ServiceType] = &[ServiceType::Lxc, ServiceType::Kvm];

/// Queues what is to be done with the instances whose services stand otherwise than they are.
pub(super) async fn bring_about(platform: &Platform) -> Result<()> {
    let queue: level::Queue = |platform, db, service, now| Box::pin(queue(platform, db, service, now));
    level::bring_about(platform, TYPES, queue).await
}

/// Queues it after all that is queued for the instance already.
async fn queue(platform: &Platform, db: &Executor<'_>, service: &Service, now: Time) -> Result<()> {
    let wanted = Level::of(service.status);
    let found = instance::Entity::find_by_id(service.id).lock_exclusive().one(db).await?;
    let Some(instance) = found else {
        // There is nothing that could be stopped.
        return level::note(db, service.id, wanted).await;
    };
    let runs = !matches!(instance.status, InstanceStatus::Stopped | InstanceStatus::Error);
    let (status, action) = match wanted {
        Level::InUse => (instance.status, Action::Start),
        Level::Stopped | Level::Removed => {
            level::note_before(db, service.id, runs).await?;
            (if runs { InstanceStatus::Stopping } else { instance.status }, Action::Stop)
        }
    };
    let backend = instance.backend.clone();
    let task = BringToLevel { service_id: service.id, kind: instance.kind, backend, seen: None };
    let asker = Asker { request_id: platform.id(), account_id: Some(instance.account_id) };
    if !enqueue_once(db, platform.clock(), asker, subject(service.id), &task).await? {
        return Ok(());
    }
    let mut instance = instance.into_active_model();
    instance.status = Set(status);
    instance.change = Set(Some(action.meanwhile().to_owned()));
    instance.updated_at = Set(now);
    instance.update(db).await?;
    Ok(())
}

/// An instance that is not yet what its service asks for. What that is, is looked up when it is done.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct BringToLevel {
    service_id: Uuid,
    kind: InstanceKind,
    /// The backend that it names, where it is being queued.
    #[serde(skip)]
    backend: Option<String>,
    /// What was made of it, and what it was then.
    #[serde(skip)]
    seen: Option<(Level, Option<State>)>,
}

#[async_trait]
impl Task for BringToLevel {
    const KIND: &'static str = "bring_instance_to_level";
    const TIMEOUT: Duration = Duration::from_mins(10);

    fn lane(&self) -> Lane {
        lane_of(self.kind, self.backend.as_deref())
    }

    async fn run(&mut self, platform: &Platform, job: &Job) -> Result<(), Failure> {
        let reader = platform.database().reader(true).await?;
        let service = service::Entity::find_by_id(self.service_id).one(&reader.executor()).await;
        let resumes = level::resumes(&reader.executor(), self.service_id).await?;
        drop(reader);
        let Some(service) = service.map_err(Failure::ours)? else { return Ok(()) };
        let Some((kind, named)) = placed(platform, self.service_id).await? else { return Ok(()) };
        let (id, level) = (self.service_id, Level::of(service.status));
        let backend = platform.providers().hypervisor(kind, named.as_deref())?;
        let hypervisor = &*backend.driver;
        let state = backend.ask(async {
            let is = hypervisor.state(id).await?.map(|state| state.status);
            match level {
                Level::Removed => hypervisor.remove(job.id, id).await?,
                Level::Stopped if is.is_some_and(|is| is != InstanceStatus::Stopped) => {
                    hypervisor.power(job.id, id, Power::Stop).await?;
                }
                Level::InUse if resumes && is == Some(InstanceStatus::Stopped) => {
                    hypervisor.power(job.id, id, Power::Start).await?;
                }
                Level::Stopped | Level::InUse => {}
            }
            hypervisor.state(id).await
        });
        self.seen = Some((level, state.await?));
        Ok(())
    }

    async fn finish(&self, at: &Completion<'_>, outcome: Outcome) -> Result<()> {
        let select = instance::Entity::find_by_id(self.service_id).lock_exclusive();
        let Some(row) = select.one(at.db).await? else { return Ok(()) };
        let was = row.status;
        let mut row = row.into_active_model();
        row.updated_at = Set(at.now);
        match (outcome, &self.seen) {
            (Ok(()), Some((level, state))) => {
                level::note(at.db, self.service_id, *level).await?;
                if *level == Level::Removed {
                    let its = snapshot::Entity::delete_many();
                    its.filter(snapshot::Column::ServiceId.eq(self.service_id)).exec(at.db).await?;
                }
                let (status, why) = match (state, level) {
                    (Some(state), _) => (state.status, None),
                    (None, Level::Stopped | Level::Removed) => (InstanceStatus::Stopped, None),
                    (None, Level::InUse) => (InstanceStatus::Error, Some(UNKNOWN.to_owned())),
                };
                row.status = Set(status);
                row.last_error = Set(why);
                row.observed_at = Set(Some(at.now));
            }
            // The service is no more.
            (Ok(()), None) => {}
            (Err((failure, last)), _) => {
                row.last_error = Set(Some(failure.told()));
                if !last {
                    row.update(at.db).await?;
                    return Ok(());
                }
                row.status = Set(if was.is_on_its_way() { InstanceStatus::Error } else { was });
            }
        }
        row.change = Set(None);
        row.update(at.db).await?;
        Ok(())
    }

    /// It is of use at any time: what is done is what the service asks for then.
    async fn revive(&self, _: &Executor<'_>, _: Time) -> Result<bool> {
        Ok(true)
    }
}

/// Of `held`, brings those to their level again that somebody has started, or made anew, beside the platform.
pub(super) async fn look_again(
    platform: &Platform,
    held: Vec<level::row::Model>,
    reports: &HashMap<Uuid, &Report>,
) -> Result<()> {
    let is_changed = |held: &level::row::Model| {
        let Some(report) = reports.get(&held.service_id) else { return false };
        let is_up = report.status.is_some_and(|status| status != InstanceStatus::Stopped);
        held.level == Level::Removed || is_up
    };
    let changed = held.into_iter().filter(is_changed).map(|held| held.service_id);
    level::forget(platform, changed.collect()).await
}
