//! What registries show and say is brought home.
#![expect(clippy::disallowed_methods, reason = "registries know no accounts")]
use super::{
    ApplyNameservers,
    domain::{self, DomainStatus},
    each::queue_each,
    follow::Seen,
};
use async_trait::async_trait;
use chrono::TimeDelta;
use futures_util::future::join_all;
use hosting_kernel::{
    kernel::{
        duty,
        platform::Platform,
        queue::{
            enqueue::{Asker, enqueue},
            job::Job,
            lane::Lane,
            task::{Completion, Outcome, Task},
        },
    },
    providers::{
        Failure, Port, SANDBOX,
        backends::Backend,
        registrar::{Message, Registrar},
        within,
    },
    refusals::error::Result,
};
use sea_orm::{Condition, IntoActiveModel, QuerySelect, entity::prelude::*, sea_query::Expr};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Queued work: a domain becomes what its registry shows.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct LookAtDomain {
    pub domain_id: Uuid,
    /// The backend that the domain is registered with.
    pub backend: String,
    /// Whether what was pending was done, where a message said so.
    pub done: Option<bool>,
    /// Whether somebody said that something has happened: the registry, or the operator.
    #[serde(default)]
    pub told: bool,
    /// What was seen.
    #[serde(skip)]
    seen: Option<Seen>,
}

impl LookAtDomain {
    /// A look at `domain`, because somebody was `told`, or because it is time.
    pub fn new(domain: &domain::Model, done: Option<bool>, told: bool) -> Self {
        Self { domain_id: domain.id, backend: domain.registrar_backend.clone(), done, told, seen: None }
    }
}

#[async_trait]
impl Task for LookAtDomain {
    const KIND: &'static str = "look_at_domain";

    fn lane(&self) -> Lane {
        Lane::to(Port::Registrar, &self.backend)
    }

    async fn run(&mut self, platform: &Platform, _job: &Job) -> Result<(), Failure> {
        let reader = platform.database().reader(false).await.map_err(Failure::ours)?;
        let found = domain::Entity::find_by_id(self.domain_id).one(&reader.executor()).await;
        drop(reader);
        let Some(domain) = found.map_err(Failure::ours)? else { return Ok(()) };
        let backend = platform.providers().registrar.find(&self.backend)?;
        let registered = match backend.ask(backend.driver.info(&domain.domain_name)).await {
            Ok(registered) => Some(registered),
            Err(Failure::NotThere(_)) => None,
            Err(failure) => return Err(failure),
        };
        self.seen = Some(Seen { registered, done: self.done, told: self.told });
        Ok(())
    }

    async fn finish(&self, at: &Completion<'_>, outcome: Outcome) -> Result<()> {
        // What could not be seen is looked at again another day.
        let (Ok(()), Some(seen)) = (outcome, &self.seen) else { return Ok(()) };
        let held = domain::Entity::find_by_id(self.domain_id).lock_exclusive().one(at.db).await?;
        let Some(domain) = held else { return Ok(()) };
        let mut seen = seen.clone();
        if let Some(shown) = &mut seen.registered {
            // What it was not asked for yet it has not decided on.
            shown.changing |= at.others().await?.iter().any(|job| job.kind == ApplyNameservers::KIND);
        }
        let after = domain.clone().following(&seen, at.now);
        if after.status != domain.status {
            let (was, is) = (domain.status.to_value(), after.status.to_value());
            tracing::info!(
                domain = domain.domain_name,
                was,
                is,
                "a registration has changed at its registry"
            );
        }
        after.into_active_model().reset_all().update(at.db).await?;
        Ok(())
    }
}

/// How often every domain is looked at (`contract.md` §13).
const EVERY: TimeDelta = TimeDelta::days(1);
/// How often those are whose registry has yet to do something.
const PENDING: TimeDelta = TimeDelta::minutes(5);
/// How often registries are asked for messages.
const MESSAGES: TimeDelta = TimeDelta::minutes(1);
/// Messages of one registry that are read at a time.
const MANY: usize = 500;
/// How long a registry has to give one message.
const TIMEOUT: Duration = Duration::from_secs(30);

/// Looks at every domain once a day, and at those that wait for their registry every few minutes, however many
/// processes there are. The sandbox that nobody named shows nothing that the platform does not know.
pub(super) async fn look_at_all(platform: &Platform) -> Result<()> {
    let (db, now) = (platform.database(), platform.clock().now());
    if duty::take(db, "pending at registries", now, PENDING).await? {
        look_at_each(platform, domain::Column::AwaitsRegistry.eq(true)).await?;
    }
    let real = platform.providers().registrar.iter().any(|backend| backend.id != SANDBOX);
    if real && duty::take(db, "registrations", now, EVERY).await? {
        look_at_each(platform, domain::Column::RegistrarBackend.ne(SANDBOX)).await?;
    }
    Ok(())
}

async fn look_at_each(platform: &Platform, those: Expr) -> Result<()> {
    let over = [DomainStatus::Failed, DomainStatus::Cancelled];
    let those = Condition::all().add(those).add(domain::Column::Status.is_not_in(over));
    queue_each(platform, those, |domain| Some(Box::new(LookAtDomain::new(domain, None, false)))).await
}

/// Reads the messages of every registry (RFC 5730 section 2.9.2.3); one process at a time does. A message is
/// acknowledged when what it brings is queued.
pub(super) async fn read_messages(platform: &Platform) -> Result<()> {
    let keeps = |backend: &&Backend<dyn Registrar>| backend.driver.keeps_domains();
    if !duty::take(platform.database(), "messages of registries", platform.clock().now(), MESSAGES).await? {
        return Ok(());
    }
    // One that is slow holds up no other.
    let registries = platform.providers().registrar.iter().filter(keeps);
    let read = registries.map(async |backend| {
        if let Err(failure) = read_of(platform, backend).await? {
            tracing::warn!(backend = backend.id, %failure, "the messages of a registry could not be read");
        }
        Ok(())
    });
    join_all(read).await.into_iter().collect()
}

async fn read_of(platform: &Platform, backend: &Backend<dyn Registrar>) -> Result<Result<(), Failure>> {
    for _ in 0..MANY {
        let message = match within(TIMEOUT, backend.ask(backend.driver.message())).await {
            Ok(Some(message)) => message,
            Ok(None) => return Ok(Ok(())),
            Err(failure) => return Ok(Err(failure)),
        };
        take_home(platform, &backend.id, &message).await?;
        if let Err(failure) = within(TIMEOUT, backend.ask(backend.driver.acknowledge(&message.id))).await {
            return Ok(Err(failure));
        }
    }
    Ok(Ok(()))
}

/// Queues a look at the domain that a message is about.
async fn take_home(platform: &Platform, backend: &str, message: &Message) -> Result<()> {
    let Message { id, about, done, text } = message;
    tracing::info!(backend, number = id, about, done, text, "a registry has a message");
    let Some(about) = about else { return Ok(()) };
    let found = {
        let reader = platform.database().reader(false).await?;
        let of_it = domain::Entity::find().filter(domain::Column::DomainName.eq(about));
        let of_it = of_it.filter(domain::Column::RegistrarBackend.eq(backend));
        of_it.one(&reader.executor()).await?
    };
    let Some(domain) = found else {
        tracing::warn!(backend, about, "a registry has a message about a domain that is not here");
        return Ok(());
    };
    let (of, done) = (platform.clone(), *done);
    let write = platform.database().write(move |db| {
        Box::pin(async move {
            let held = domain::Entity::find_by_id(domain.id).lock_exclusive().one(db).await?;
            let Some(domain) = held else { return Ok(()) };
            let (clock, subject) = (of.clock(), domain::subject(domain.id));
            let asker = Asker { request_id: clock.id(), account_id: Some(domain.account_id) };
            // What it says is in no other work.
            enqueue(db, clock, asker, subject, &LookAtDomain::new(&domain, done, true)).await
        })
    });
    write.await
}
