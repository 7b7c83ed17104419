//! Where the work on a zone is done: in an operation, or when a job is finished.
use super::{merge::Wanted, row};
use crate::{
    kernel::{
        context::Context,
        platform::Platform,
        queue::{
            enqueue::enqueue,
            task::{AnyTask, Completion},
        },
    },
    refusals::error::Result,
    values::time::Time,
};
use sea_orm::DatabaseExecutor;
use uuid::Uuid;

/// A transaction, and what is needed beside it.
#[derive(Clone, Copy)]
pub(super) struct Desk<'a> {
    pub platform: &'a Platform,
    pub db: &'a DatabaseExecutor<'a>,
    pub now: Time,
    /// The request that asked for the work.
    request_id: Uuid,
}

impl<'a> Desk<'a> {
    pub const fn of(cx: &Context<'a>) -> Self {
        Self { platform: cx.platform, db: cx.db, now: cx.now(), request_id: cx.call.request.id }
    }

    pub const fn at(completion: &Completion<'a>) -> Self {
        let Completion { platform, db, now, job } = *completion;
        Self { platform, db, now, request_id: job.request_id }
    }

    /// Queues `task`; the caller holds the subject's lock.
    pub async fn enqueue(&self, subject: String, task: &dyn AnyTask) -> Result<()> {
        enqueue(self.db, self.platform.clock(), self.request_id, subject, task).await
    }

    /// What mail for `email` needs.
    pub fn wanted(&self, email: &row::Model) -> Wanted {
        let profile = self.platform.providers().mail.profile();
        let (domain, keys) = (email.domain_name.clone(), email.published(profile));
        Wanted { domain, profile: profile.clone(), keys }
    }
}
