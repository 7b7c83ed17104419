//! Queued work: the panel is brought to what the record says of a site.
#![expect(clippy::disallowed_methods, reason = "queued work names its service; nobody asks for it")]
use super::{
    HostingStatus, record,
    row::{self, SiteState},
};
use async_trait::async_trait;
use hosting_kernel::{
    database::executor::Executor,
    kernel::{
        platform::Platform,
        queue::{
            job::Job,
            lane::Lane,
            task::{Completion, Outcome, Task},
        },
    },
    providers::{Failure, Port},
    refusals::error::Result,
    values::time::Time,
};
use hosting_services::service;
use sea_orm::{ActiveModelTrait, IntoActiveModel, QuerySelect, Set, entity::prelude::*};
use serde::{Deserialize, Serialize};

/// A site whose panel may not have done yet what the record says. What that is, is looked up when it is
/// done: work that waited long, or is done out of turn, does no harm.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct ApplySite {
    pub service_id: Uuid,
    /// The backend that it names, where it is being queued.
    #[serde(skip)]
    backend: Option<String>,
    /// What the panel has made of it.
    #[serde(skip)]
    applied: Option<SiteState>,
}

impl ApplySite {
    pub fn of(row: &row::Model) -> Self {
        Self { service_id: row.service_id, backend: row.backend.clone(), applied: None }
    }
}

#[async_trait]
impl Task for ApplySite {
    const KIND: &'static str = "apply_site";

    fn lane(&self) -> Lane {
        Lane::at(Port::Panel, self.backend.as_deref())
    }

    async fn run(&mut self, platform: &Platform, job: &Job) -> Result<(), Failure> {
        let reader = platform.database().reader(true).await?;
        let found = row::Entity::find_by_id(self.service_id).one(&reader.executor()).await;
        let Some(row) = found.map_err(Failure::ours)? else { return Ok(()) };
        let state = wanted(&reader.executor(), &row).await?;
        drop(reader);
        let backend = platform.providers().panel.of(row.backend.as_deref())?;
        let (panel, site) = (&backend.driver, &row.site);
        let done = async {
            match state {
                SiteState::Active => panel.unsuspend(job.id, site).await,
                SiteState::Suspended => panel.suspend(job.id, site).await,
                SiteState::Removed => panel.remove(job.id, site).await,
            }
        };
        backend.ask(done).await?;
        self.applied = Some(state);
        Ok(())
    }

    async fn finish(&self, at: &Completion<'_>, outcome: Outcome) -> Result<()> {
        let (Ok(()), Some(applied)) = (outcome, self.applied) else { return Ok(()) };
        let held = row::Entity::find_by_id(self.service_id).lock_exclusive().one(at.db).await?;
        let Some(row) = held else { return Ok(()) };
        // The record was changed while the panel was asked: it may have taken the two in either order.
        if wanted(at.db, &row).await? != applied {
            at.enqueue(subject(self.service_id), &Self::of(&row)).await?;
        }
        let mut row = row.into_active_model();
        row.site_state = Set(Some(applied));
        row.update(at.db).await?;
        Ok(())
    }

    /// It is of use at any time: what the panel is told is what the record says then.
    async fn revive(&self, _: &Executor<'_>, _: Time) -> Result<bool> {
        Ok(true)
    }
}

/// The state that the panel should have the site in.
async fn wanted(db: &Executor<'_>, row: &row::Model) -> Result<SiteState> {
    let service = service::Entity::find_by_id(row.service_id).one(db).await?;
    Ok(service.map_or(SiteState::Removed, |service| site_state(record::status(service.status, row))))
}

/// What a panel does with the site of a service that stands so.
pub const fn site_state(status: HostingStatus) -> SiteState {
    match status {
        HostingStatus::Active => SiteState::Active,
        HostingStatus::InactivitySuspended | HostingStatus::Suspended => SiteState::Suspended,
        HostingStatus::Terminated => SiteState::Removed,
    }
}

/// The subject of all queued work on a site: done in order, one at a time.
pub(super) fn subject(service_id: Uuid) -> String {
    format!("site:{service_id}")
}
