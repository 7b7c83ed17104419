#![expect(clippy::disallowed_methods, reason = "queued work names its domain; nobody asks for it")]
use super::domain;
use crate::{
    kernel::{
        platform::Platform,
        queue::{
            job::Job,
            task::{Completion, Outcome, Task},
        },
    },
    providers::Failure,
    refusals::error::Result,
    values::texts::Texts,
};
use async_trait::async_trait;
use sea_orm::{ActiveModelTrait, EntityTrait, IntoActiveModel, Set};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Queued work: the registrar is told the nameservers of a domain.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct ApplyNameservers {
    pub domain_id: Uuid,
    pub name_servers: Vec<String>,
}

#[async_trait]
impl Task for ApplyNameservers {
    const KIND: &'static str = "apply_nameservers";

    async fn run(&mut self, platform: &Platform, job: &Job) -> Result<(), Failure> {
        let reader = platform.database().reader(false).await.map_err(Failure::ours)?;
        let found = domain::Entity::find_by_id(self.domain_id).one(&reader.executor()).await;
        drop(reader);
        let Some(domain) = found.map_err(Failure::ours)? else { return Ok(()) };
        platform.providers().registrar.set_name_servers(job.id, &domain.domain_name, &self.name_servers).await
    }

    async fn finish(&self, &Completion { db, now, .. }: &Completion<'_>, outcome: Outcome) -> Result<()> {
        let Some(domain) = domain::Entity::find_by_id(self.domain_id).one(db).await? else { return Ok(()) };
        let waits = domain.pending_name_servers.as_ref().is_some_and(|hosts| hosts.0 == self.name_servers);
        let mut domain = domain.into_active_model();
        domain.updated_at = Set(now);
        match outcome {
            Ok(()) => {
                domain.name_servers = Set(Texts(self.name_servers.clone()));
                domain.last_synced_at = Set(Some(now));
                if waits {
                    domain.pending_name_servers = Set(None);
                    domain.name_servers_error = Set(None);
                }
            }
            Err((failure, last)) if waits => {
                domain.name_servers_error = Set(Some(failure.told()));
                if last {
                    domain.pending_name_servers = Set(None);
                }
            }
            Err(_) => return Ok(()),
        }
        domain.update(db).await?;
        Ok(())
    }
}
