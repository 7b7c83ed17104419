#![expect(clippy::disallowed_methods, reason = "queued work names its service; nobody asks for it")]
use super::{
    desk::Desk,
    keys,
    row::{self, POSSIBLE, Provisioning},
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
use hosting_services::{
    Service,
    service::{self, ServiceStatus},
};
use sea_orm::{ActiveModelTrait, EntityTrait, IntoActiveModel, QuerySelect, Set};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Queued work: the mail servers are told of a domain, and its zone follows.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct SetUpMail {
    service_id: Uuid,
    /// The backend that it names, where it is being queued.
    #[serde(skip)]
    backend: Option<String>,
}

impl SetUpMail {
    pub fn of(email: &row::Model) -> Self {
        Self { service_id: email.service_id, backend: email.backend.clone() }
    }
}

#[async_trait]
impl Task for SetUpMail {
    const KIND: &'static str = "set_up_mail";

    fn lane(&self) -> Lane {
        Lane::at(Port::Mail, self.backend.as_deref())
    }

    async fn run(&mut self, platform: &Platform, job: &Job) -> Result<(), Failure> {
        let Some(email) = self.begin(platform).await? else { return Ok(()) };
        let backend = platform.providers().mail.of(email.backend.as_deref())?;
        let domain = email.mail_domain(backend.driver.profile(), platform.secret())?;
        backend.ask(backend.driver.put_domain(job.id, &domain)).await
    }

    async fn finish(&self, at: &Completion<'_>, outcome: Outcome) -> Result<()> {
        let Some((service, email)) = find(at.db, self.service_id).await? else { return Ok(()) };
        if let Err((failure, last)) = outcome {
            let mut email = email.into_active_model();
            email.provisioning = Set(Some(if last { Provisioning::Failed } else { Provisioning::Queued }));
            email.last_error = Set(Some(failure.told()));
            email.updated_at = Set(at.now);
            email.update(at.db).await?;
            return Ok(());
        }
        activate(at, service).await?;
        let (provisioned_at, provisioning) = (email.provisioned_at.or(Some(at.now)), None);
        let email = row::Model { provisioned_at, provisioning, last_error: None, ..email };
        Desk::at(at).publish(email).await?;
        Ok(())
    }

    async fn revive(&self, db: &Executor<'_>, now: Time) -> Result<bool> {
        let Some((service, email)) = find(db, self.service_id).await? else { return Ok(false) };
        if email.provisioning != Some(Provisioning::Failed) || !POSSIBLE.contains(&service.status) {
            return Ok(false);
        }
        let mut email = email.into_active_model();
        email.provisioning = Set(Some(Provisioning::Queued));
        email.updated_at = Set(now);
        email.update(db).await?;
        Ok(true)
    }
}

impl SetUpMail {
    /// Notes that it is under way; the keys are there then, made now or before, and stay the same.
    async fn begin(&self, platform: &Platform) -> Result<Option<row::Model>, Failure> {
        let reader = platform.database().reader(false).await?;
        let found = row::Entity::find_by_id(self.service_id).one(&reader.executor()).await;
        drop(reader);
        let Some(email) = found.map_err(Failure::ours)? else { return Ok(None) };
        let keys = match email.has_keys() {
            true => None,
            false => Some(sealed_keys(platform).await?),
        };
        let (id, now) = (self.service_id, platform.clock().now());
        let begun = platform.database().write(move |db| Box::pin(begin(db, id, now, keys))).await?;
        match begun {
            Some((service, _)) if !POSSIBLE.contains(&service.status) => {
                Err(Failure::Refused("the service is not in use any more".to_owned()))
            }
            begun => Ok(begun.map(|(_, email)| email)),
        }
    }
}

/// New keys: what a zone says of each, and its private half, sealed.
async fn sealed_keys(platform: &Platform) -> Result<[(String, Vec<u8>); 2], Failure> {
    let new_rsa_key = platform.new_rsa_key();
    let made = tokio::task::spawn_blocking(move || keys::make(new_rsa_key)).await;
    let made = made.map_err(Failure::ours)??;
    let sealed = |pair: keys::Pair| (pair.public, platform.secret().seal(&pair.private));
    Ok([sealed(made.0), sealed(made.1)])
}

/// The service and its row, changed by nobody else until the transaction ends.
async fn find(db: &Executor<'_>, id: Uuid) -> Result<Option<(Service, row::Model)>> {
    let service = service::Entity::find_by_id(id).lock_exclusive().one(db).await?;
    let email = row::Entity::find_by_id(id).lock_exclusive().one(db).await?;
    Ok(service.zip(email))
}

async fn begin(
    db: &Executor<'_>,
    id: Uuid,
    now: Time,
    keys: Option<[(String, Vec<u8>); 2]>,
) -> Result<Option<(Service, row::Model)>> {
    let Some((service, email)) = find(db, id).await? else { return Ok(None) };
    let without = !email.has_keys();
    let mut email = email.into_active_model();
    email.provisioning = Set(Some(Provisioning::Running));
    email.updated_at = Set(now);
    if without && let Some([rsa, ed25519]) = keys {
        (email.rsa_key, email.rsa_private) = (Set(Some(rsa.0)), Set(Some(rsa.1)));
        (email.ed25519_key, email.ed25519_private) = (Set(Some(ed25519.0)), Set(Some(ed25519.1)));
    }
    Ok(Some((service, email.update(db).await?)))
}

/// Nothing comes of a setting-up that is in no queued work.
pub(super) async fn abandon(at: &Completion<'_>, id: Uuid, why: &str) -> Result<()> {
    let Some((_, email)) = find(at.db, id).await? else { return Ok(()) };
    let waits = matches!(email.provisioning, Some(Provisioning::Queued | Provisioning::Running));
    // What else is queued for the service sets nothing up.
    let queued = at.others().await?.iter().any(|job| job.kind == SetUpMail::KIND);
    if !waits || queued {
        return Ok(());
    }
    let mut email = email.into_active_model();
    email.provisioning = Set(Some(Provisioning::Failed));
    email.last_error = Set(Some(why.to_owned()));
    email.updated_at = Set(at.now);
    email.update(at.db).await?;
    Ok(())
}

/// A service that was waiting for this is in use from now on.
async fn activate(at: &Completion<'_>, service: Service) -> Result<()> {
    if service.status != ServiceStatus::Provisioning {
        return Ok(());
    }
    let since = service.activated_at.or(Some(at.now));
    let mut service = service.into_active_model();
    service.status = Set(ServiceStatus::Active);
    service.activated_at = Set(since);
    service.updated_at = Set(at.now);
    service.update(at.db).await?;
    Ok(())
}
