use super::{
    desk::Desk,
    key::{self, ALGORITHMS, Stand},
    keys::{self, Pair},
    publish_keys::ZONE_FIRST,
    row::{self, POSSIBLE, Provisioning},
    servers::{self, Kept, note_signs},
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
    providers::{Failure, Port, mail::Mail},
    refusals::error::Result,
    values::time::Time,
};
use hosting_services::{Service, service::ServiceStatus};
use sea_orm::{ActiveModelTrait, EntityTrait, IntoActiveModel, Set};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Queued work: the mail servers are told of a domain, and its zone follows.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct SetUpMail {
    service_id: Uuid,
    /// The backend that it names, where it is being queued.
    #[serde(skip)]
    backend: Option<String>,
    /// The selectors of the keys that sign since.
    #[serde(skip)]
    signs: Vec<String>,
}

impl SetUpMail {
    pub fn of(email: &row::Model) -> Self {
        Self { service_id: email.service_id, backend: email.backend.clone(), signs: Vec::new() }
    }
}

#[async_trait]
impl Task for SetUpMail {
    const KIND: &'static str = "set_up_mail";

    fn lane(&self) -> Lane {
        Lane::at(Port::Mail, self.backend.as_deref())
    }

    async fn run(&mut self, platform: &Platform, job: &Job) -> Result<(), Failure> {
        if !self.begin(platform).await? {
            return Ok(());
        }
        if let Some(kept) = Kept::find(platform, self.service_id).await? {
            self.signs = kept.put(platform, job.id).await?;
        }
        Ok(())
    }

    async fn finish(&self, at: &Completion<'_>, outcome: Outcome) -> Result<()> {
        let Some((service, email)) = row::lock(at.db, self.service_id).await? else { return Ok(()) };
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
        let desk = Desk::at(at);
        note_signs(at.db, at.now, &email, desk.profile(&email)?, &self.signs).await?;
        desk.publish(email).await?;
        Ok(())
    }

    async fn revive(&self, db: &Executor<'_>, now: Time) -> Result<bool> {
        let Some((service, email)) = row::lock(db, self.service_id).await? else { return Ok(false) };
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
    /// Notes that it is under way, unless there is no such service; the keys are there then, made now or before, and stay
    /// the same.
    async fn begin(&self, platform: &Platform) -> Result<bool, Failure> {
        let Some(Kept { email, others, .. }) = Kept::find(platform, self.service_id).await? else {
            return Ok(false);
        };
        let keys = match email.has_keys() || !others.is_empty() {
            true => None,
            false => Some(NewKeys::make(platform, &email).await?),
        };
        let (id, now) = (self.service_id, platform.clock().now());
        let begun = platform.database().write(move |db| Box::pin(begin(db, id, now, keys))).await?;
        match begun {
            Some(service) if !POSSIBLE.contains(&service.status) => {
                Err(Failure::Refused("the service is not in use any more".to_owned()))
            }
            begun => Ok(begun.is_some()),
        }
    }
}

/// The first keys of a domain that the platform makes.
struct NewKeys {
    keys: Vec<key::Model>,
    /// Whether the zone says of them before they sign: others do meanwhile, which the platform does not know.
    zone_first: bool,
}

impl NewKeys {
    async fn make(platform: &Platform, email: &row::Model) -> Result<Self, Failure> {
        let backend = servers::of(platform, email)?;
        let mail = &*backend.driver;
        let zone_first = backend.ask(is_signed(mail, email)).await?;
        let due_at = platform.clock().now().plus(ZONE_FIRST);
        let mut keys = Vec::new();
        for algorithm in ALGORITHMS {
            let selector = algorithm.selector(mail.profile()).to_owned();
            let Pair { published, private } = keys::make(platform, algorithm).await?;
            let (service_id, stand) = (email.service_id, Stand::Waiting);
            keys.push(key::Model { service_id, selector, algorithm, published, private, stand, due_at });
        }
        Ok(Self { keys, zone_first })
    }
}

/// Whether mail of a domain is signed by keys that the platform does not know. Those under the selectors of ours are about
/// to be replaced in the zone, and sign nothing then that anyone could verify.
async fn is_signed(mail: &dyn Mail, email: &row::Model) -> Result<bool, Failure> {
    if email.provisioned_at.is_none() {
        return Ok(false);
    }
    let mut all = mail.domains().await?.into_iter();
    let held = all.find(|held| held.name == email.domain_name).map(|held| held.selectors).unwrap_or_default();
    let ours = ALGORITHMS.map(|algorithm| algorithm.selector(mail.profile()));
    Ok(!held.is_empty() && !held.iter().any(|selector| ours.contains(&selector.as_str())))
}

async fn begin(db: &Executor<'_>, id: Uuid, now: Time, keys: Option<NewKeys>) -> Result<Option<Service>> {
    let Some((service, mut email)) = row::lock(db, id).await? else { return Ok(None) };
    let is_without = !email.has_keys() && key::of(db, &[id]).await?.is_empty();
    if let Some(NewKeys { keys, zone_first }) = keys.filter(|_| is_without) {
        for key in keys {
            if zone_first {
                key::Entity::insert(key.into_active_model()).exec_without_returning(db).await?;
            } else {
                email = email.signed_with(key);
            }
        }
    }
    email.provisioning = Some(Provisioning::Running);
    email.updated_at = now;
    email.into_active_model().reset_all().update(db).await?;
    Ok(Some(service))
}

/// Nothing comes of a setting-up that is in no queued work.
pub(super) async fn abandon(at: &Completion<'_>, id: Uuid, why: &str) -> Result<()> {
    let Some((_, email)) = row::lock(at.db, id).await? else { return Ok(()) };
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
