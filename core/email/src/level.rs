//! Mail is taken no longer, again, or never more, as its service is suspended, in use or over.
#![expect(clippy::disallowed_methods, reason = "time passes for every account")]
use super::row;
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
    providers::{Failure, Port},
    refusals::error::Result,
    values::time::Time,
};
use hosting_services::{
    Service,
    level::{self, Level},
    service::{self, ServiceStatus, ServiceType},
};
use sea_orm::{
    ActiveModelTrait, IntoActiveModel, QuerySelect, Set,
    entity::prelude::*,
    sea_query::{ExprTrait, Query},
};
use serde::{Deserialize, Serialize};

/// Queues what the mail servers are to be told of services that stand otherwise than they know.
pub(super) async fn bring_about(platform: &Platform) -> Result<()> {
    let queue: level::Queue = |platform, db, service, _| Box::pin(queue(platform, db, service));
    level::bring_about(platform, &[ServiceType::Email], queue).await?;
    note_ends(platform).await
}

/// Notes that those are over that were suspended before: the mail servers are told nothing new, whoever asks is.
async fn note_ends(platform: &Platform) -> Result<()> {
    let cancelled = service::Column::Status.eq(ServiceStatus::Cancelled);
    let cancelled = Query::select()
        .column(service::Column::Id)
        .from(service::Entity)
        .and_where(service::Entity::over().and(cancelled))
        .take();
    let (since, before) = (row::Column::CancelledAt, row::Column::SuspendedAt);
    let ended = since.is_null().and(before.is_not_null()).and(row::Column::ServiceId.in_subquery(cancelled));
    let reader = platform.database().reader(false).await?;
    let any = row::Entity::find().filter(ended.clone()).limit(1).one(&reader.executor()).await?;
    drop(reader);
    if any.is_none() {
        return Ok(());
    }
    let now = platform.clock().now();
    let noted = platform.database().write(move |db| {
        Box::pin(async move {
            let now =
                row::ActiveModel { cancelled_at: Set(Some(now)), updated_at: Set(now), ..Default::default() };
            row::Entity::update_many().set(now).filter(ended).exec(db).await?;
            Ok(())
        })
    });
    noted.await
}

async fn queue(platform: &Platform, db: &Executor<'_>, service: &Service) -> Result<()> {
    let email = row::Entity::find_by_id(service.id).lock_exclusive().one(db).await?;
    let Some(email) = email.filter(|email| email.provisioned_at.is_some()) else {
        // The mail servers never heard of it.
        return level::note(db, service.id, Level::of(service.status)).await;
    };
    let task = BringMailToLevel::of(&email);
    let asker = Asker { request_id: platform.id(), account_id: Some(email.account_id) };
    enqueue_once(db, platform.clock(), asker, row::subject(service.id), &task).await?;
    Ok(())
}

/// Mail that is not yet what its service asks for. What that is, is looked up when it is done.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct BringMailToLevel {
    service_id: Uuid,
    /// The backend that it names, where it is being queued.
    #[serde(skip)]
    backend: Option<String>,
    /// What was made of it, for a service that stands so.
    #[serde(skip)]
    made: Option<(Level, ServiceStatus)>,
}

impl BringMailToLevel {
    pub fn of(email: &row::Model) -> Self {
        Self { service_id: email.service_id, backend: email.backend.clone(), made: None }
    }
}

#[async_trait]
impl Task for BringMailToLevel {
    const KIND: &'static str = "bring_mail_to_level";

    fn lane(&self) -> Lane {
        Lane::at(Port::Mail, self.backend.as_deref())
    }

    async fn run(&mut self, platform: &Platform, job: &Job) -> Result<(), Failure> {
        let reader = platform.database().reader(true).await?;
        let service = service::Entity::find_by_id(self.service_id).one(&reader.executor()).await;
        let email = row::Entity::find_by_id(self.service_id).one(&reader.executor()).await;
        drop(reader);
        let both = service.map_err(Failure::ours)?.zip(email.map_err(Failure::ours)?);
        let Some((service, email)) = both else { return Ok(()) };
        let backend = platform.providers().mail.of(email.backend.as_deref())?;
        let (mail, level) = (&backend.driver, Level::of(service.status));
        let done = async {
            match level {
                Level::InUse => {
                    let domain = email.mail_domain(mail.profile(), platform.secret())?;
                    mail.put_domain(job.id, &domain).await
                }
                Level::Stopped => mail.suspend_domain(job.id, service.id, &email.domain_name).await,
                Level::Removed => mail.remove_domain(job.id, service.id, &email.domain_name).await,
            }
        };
        backend.ask(done).await?;
        self.made = Some((level, service.status));
        Ok(())
    }

    async fn finish(&self, at: &Completion<'_>, outcome: Outcome) -> Result<()> {
        let held = row::Entity::find_by_id(self.service_id).lock_exclusive().one(at.db).await?;
        let Some(email) = held else { return Ok(()) };
        let (suspended, cancelled) = (email.suspended_at, email.cancelled_at);
        let mut email = email.into_active_model();
        match (outcome, self.made) {
            (Err((failure, _)), _) => email.last_error = Set(Some(failure.told())),
            (Ok(()), None) => return Ok(()),
            (Ok(()), Some((level, status))) => {
                level::note(at.db, self.service_id, level).await?;
                let since = |was: Option<Time>, is: bool| if is { was.or(Some(at.now)) } else { was };
                let (suspended, cancelled) = match level {
                    Level::InUse => (None, None),
                    Level::Stopped | Level::Removed => (
                        since(suspended, status == ServiceStatus::Suspended),
                        since(cancelled, status == ServiceStatus::Cancelled),
                    ),
                };
                (email.suspended_at, email.cancelled_at) = (Set(suspended), Set(cancelled));
                email.last_error = Set(None);
            }
        }
        email.updated_at = Set(at.now);
        email.update(at.db).await?;
        Ok(())
    }

    /// It is of use at any time: what is done is what the service asks for then.
    async fn revive(&self, _: &Executor<'_>, _: Time) -> Result<bool> {
        Ok(true)
    }
}
