//! Where the work on a zone is done: in an operation, or when a job is finished.
use super::{merge::Wanted, row};
use hosting_kernel::{
    database::executor::Executor,
    kernel::{
        context::Context,
        platform::Platform,
        queue::{
            enqueue::{Asker, enqueue},
            task::{AnyTask, Completion},
        },
    },
    refusals::error::Result,
    values::time::Time,
};

/// A transaction, and what is needed beside it.
#[derive(Clone, Copy)]
pub(super) struct Desk<'a> {
    pub platform: &'a Platform,
    pub db: &'a Executor<'a>,
    pub now: Time,
    /// Who asked for the work.
    asker: Asker,
}

impl<'a> Desk<'a> {
    pub fn of(cx: &Context<'a>) -> Self {
        let asker = Asker { request_id: cx.call.request.id, account_id: Some(cx.account()) };
        Self { platform: cx.platform, db: cx.db, now: cx.now(), asker }
    }

    pub const fn at(completion: &Completion<'a>) -> Self {
        let Completion { platform, db, now, job } = *completion;
        let asker = Asker { request_id: job.request_id, account_id: job.account_id };
        Self { platform, db, now, asker }
    }

    /// Queues `task`; the caller holds the subject's lock.
    pub async fn enqueue(&self, subject: String, task: &dyn AnyTask) -> Result<()> {
        enqueue(self.db, self.platform.clock(), self.asker, subject, task).await
    }

    /// What mail for `email` needs.
    pub fn wanted(&self, email: &row::Model) -> Result<Wanted> {
        let profile = self.platform.providers().mail.of(email.backend.as_deref())?.driver.profile();
        let (domain, keys) = (email.domain_name.clone(), email.published(profile));
        Ok(Wanted { domain, profile: profile.clone(), keys })
    }
}
