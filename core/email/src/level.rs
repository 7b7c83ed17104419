//! Mail is taken no longer, again, or never more, as its service is suspended, in use or over.
#![expect(clippy::disallowed_methods, reason = "time passes for every account")]
use super::{
    desk::Desk,
    key::{self, Stand},
    publish_keys::ZONE_FIRST,
    row,
    servers::{self, Kept, note_signs},
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
    let (email, level) = (row::Entity::find_by_id(service.id), Level::of(service.status));
    let Some(email) = email.lock_exclusive().one(db).await? else {
        return level::note(db, service.id, level).await;
    };
    if email.provisioned_at.is_none() {
        // The mail servers never heard of it; keys may have been made.
        if level == Level::Removed {
            key::forget(db, service.id).await?;
            email.without_keys().into_active_model().reset_all().update(db).await?;
        }
        return level::note(db, service.id, level).await;
    }
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
    /// The selectors of the keys that sign since.
    #[serde(skip)]
    signs: Vec<String>,
}

impl BringMailToLevel {
    pub fn of(email: &row::Model) -> Self {
        let backend = email.backend.clone();
        Self { service_id: email.service_id, backend, made: None, signs: Vec::new() }
    }
}

#[async_trait]
impl Task for BringMailToLevel {
    const KIND: &'static str = "bring_mail_to_level";

    fn lane(&self) -> Lane {
        Lane::at(Port::Mail, self.backend.as_deref())
    }

    async fn run(&mut self, platform: &Platform, job: &Job) -> Result<(), Failure> {
        let Some(kept) = Kept::find(platform, self.service_id).await? else { return Ok(()) };
        let Kept { service, email, .. } = &kept;
        let (backend, level) = (servers::of(platform, email)?, Level::of(service.status));
        let (id, name) = (service.id, email.domain_name.as_str());
        match level {
            Level::InUse => self.signs = kept.put(platform, job.id).await?,
            Level::Stopped => backend.ask(backend.driver.suspend_domain(job.id, id, name)).await?,
            Level::Removed => backend.ask(backend.driver.remove_domain(job.id, id, name)).await?,
        }
        self.made = Some((level, service.status));
        Ok(())
    }

    async fn finish(&self, at: &Completion<'_>, outcome: Outcome) -> Result<()> {
        let held = row::Entity::find_by_id(self.service_id).lock_exclusive().one(at.db).await?;
        let Some(mut email) = held else { return Ok(()) };
        match (outcome, self.made) {
            (Err((failure, _)), _) => email.last_error = Some(failure.told()),
            (Ok(()), None) => return Ok(()),
            (Ok(()), Some((level, status))) => {
                email = self.bring_keys(at, email, level).await?;
                level::note(at.db, self.service_id, level).await?;
                let since = |was: Option<Time>, is: bool| if is { was.or(Some(at.now)) } else { was };
                (email.suspended_at, email.cancelled_at) = match level {
                    Level::InUse => (None, None),
                    Level::Stopped | Level::Removed => (
                        since(email.suspended_at, status == ServiceStatus::Suspended),
                        since(email.cancelled_at, status == ServiceStatus::Cancelled),
                    ),
                };
                email.last_error = None;
            }
        }
        email.updated_at = at.now;
        email.into_active_model().reset_all().update(at.db).await?;
        Ok(())
    }

    /// It is of use at any time: what is done is what the service asks for then.
    async fn revive(&self, _: &Executor<'_>, _: Time) -> Result<bool> {
        Ok(true)
    }
}

impl BringMailToLevel {
    /// What becomes of its keys, and of its zone, as it is brought to a level.
    async fn bring_keys(&self, at: &Completion<'_>, email: row::Model, level: Level) -> Result<row::Model> {
        let desk = Desk::at(at);
        match level {
            Level::Stopped => Ok(email),
            Level::Removed => {
                key::forget(at.db, email.service_id).await?;
                Ok(email.without_keys())
            }
            Level::InUse => {
                note_signs(at.db, at.now, &email, desk.profile(&email)?, &self.signs).await?;
                match level::is_noted(at.db, email.service_id).await? {
                    true => resume(&desk, email).await,
                    false => Ok(email),
                }
            }
        }
    }
}

/// Whoever owns the zone may have changed it meanwhile: it is made to say what mail needs, and keys that are to sign wait
/// for it once more. A zone that the platform has never written says what its owner made it say.
async fn resume(desk: &Desk<'_>, email: row::Model) -> Result<row::Model> {
    let others = desk.others(&email).await?;
    if !email.has_keys() && others.is_empty() {
        return Ok(email);
    }
    for key in others.into_iter().filter(|key| key.stand.is_next()) {
        desk.stands(key, Stand::Waiting, ZONE_FIRST).await?;
    }
    desk.publish(email).await
}
