#![expect(clippy::disallowed_methods, reason = "queued work names its domain; nobody asks for it")]
use super::{
    domain::{self, Model as Domain, subject},
    glue,
    sign::HandOverKeys,
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
    providers::{Failure, Port, SANDBOX, registrar::Acceptance},
    refusals::error::Result,
    values::{texts::Texts, time::Time},
};
use sea_orm::{ActiveModelTrait, EntityTrait, IntoActiveModel, QuerySelect, Set};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Queued work: the registrar is told the nameservers of a domain.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct ApplyNameservers {
    pub domain_id: Uuid,
    pub name_servers: Vec<String>,
    /// The backend that the domain is registered with.
    #[serde(default = "sandbox")]
    pub backend: String,
    /// Whether the registry has yet to do it.
    #[serde(skip)]
    waits: bool,
    /// Whether its keys were taken away from the registry.
    #[serde(skip)]
    unsigned: bool,
}

/// The backend of work that an earlier version has queued.
fn sandbox() -> String {
    SANDBOX.to_owned()
}

impl ApplyNameservers {
    /// The work that hands `domain` over to `name_servers`.
    pub fn new(domain: &Domain, name_servers: Vec<String>) -> Self {
        let (domain_id, backend) = (domain.id, domain.registrar_backend.clone());
        Self { domain_id, name_servers, backend, waits: false, unsigned: false }
    }
}

#[async_trait]
impl Task for ApplyNameservers {
    const KIND: &'static str = "apply_nameservers";

    fn lane(&self) -> Lane {
        Lane::to(Port::Registrar, &self.backend)
    }

    async fn run(&mut self, platform: &Platform, job: &Job) -> Result<(), Failure> {
        let (domain, hosts) = {
            let reader = platform.database().reader(false).await.map_err(Failure::ours)?;
            let db = reader.executor();
            let found = domain::Entity::find_by_id(self.domain_id).one(&db).await.map_err(Failure::ours)?;
            let Some(domain) = found else { return Ok(()) };
            let hosts = glue::hosts(&db, &domain, &self.name_servers).await.map_err(Failure::ours)?;
            (domain, hosts)
        };
        let backend = platform.providers().registrar.find(&self.backend)?;
        let name = &domain.domain_name;
        let serving = platform.providers().dns.find(&domain.dns_backend)?;
        if Domain::are_of(&self.name_servers, &*serving.driver) {
            serving.ask(serving.driver.make_zone(job.id, name)).await?;
        } else if domain.ds.is_some() {
            // Others do not sign with our keys: what they answer would be taken for forged.
            backend.ask(backend.driver.set_ds(job.id, name, &[])).await?;
            self.unsigned = true;
        }
        let change = backend.driver.set_name_servers(job.id, &domain.domain_name, &hosts);
        self.waits = backend.ask(change).await? == Acceptance::Pending;
        Ok(())
    }

    async fn finish(&self, at: &Completion<'_>, outcome: Outcome) -> Result<()> {
        let (db, now) = (at.db, at.now);
        let held = domain::Entity::find_by_id(self.domain_id).lock_exclusive().one(db).await?;
        let Some(domain) = held else { return Ok(()) };
        // A later wish has its own work behind this, also where it is the same.
        let is_last = !at.others().await?.iter().any(|job| job.kind == Self::KIND);
        let serving = at.platform.providers().dns.find(&domain.dns_backend);
        let signs = serving.is_ok_and(|backend| backend.driver.signs());
        let mut domain = domain.into_active_model();
        domain.updated_at = Set(now);
        if self.unsigned {
            domain.ds = Set(None);
        }
        match outcome {
            Ok(()) if self.waits => domain.awaits_registry = Set(true),
            Ok(()) => {
                domain.name_servers = Set(Texts(self.name_servers.clone()));
                domain.last_synced_at = Set(Some(now));
                if signs {
                    let backend = self.backend.clone();
                    let keys = HandOverKeys { domain_id: self.domain_id, backend, given: None };
                    at.enqueue(subject(self.domain_id), &keys).await?;
                }
                if is_last {
                    domain.pending_name_servers = Set(None);
                    domain.name_servers_error = Set(None);
                }
            }
            Err((failure, last)) if is_last => {
                domain.name_servers_error = Set(Some(failure.told()));
                if last {
                    domain.pending_name_servers = Set(None);
                }
            }
            Err((_, last)) => {
                if last {
                    at.forget_given_up().await?;
                }
                if !self.unsigned {
                    return Ok(());
                }
            }
        }
        domain.update(db).await?;
        Ok(())
    }

    async fn revive(&self, db: &Executor<'_>, now: Time) -> Result<bool> {
        let held = domain::Entity::find_by_id(self.domain_id).lock_exclusive().one(db).await?;
        let failed = |domain: &domain::Model| {
            domain.name_servers_error.is_some() && domain.pending_name_servers.is_none()
        };
        let Some(domain) = held.filter(failed) else { return Ok(false) };
        let mut domain = domain.into_active_model();
        domain.pending_name_servers = Set(Some(Texts(self.name_servers.clone())));
        domain.name_servers_error = Set(None);
        domain.updated_at = Set(now);
        domain.update(db).await?;
        Ok(true)
    }
}
