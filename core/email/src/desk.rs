//! Where the work on a zone is done: in an operation, or when a job is finished.
use super::{key, merge::Wanted, row, servers};
use hosting_kernel::{
    database::executor::Executor,
    kernel::{
        context::Context,
        platform::Platform,
        queue::{
            enqueue::{Asker, enqueue, enqueue_once},
            task::{AnyTask, Completion},
        },
    },
    providers::mail::Profile,
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

    /// Where the platform does by itself what concerns the service of `email`.
    pub fn by_itself(platform: &'a Platform, db: &'a Executor<'a>, email: &row::Model) -> Self {
        let asker = Asker { request_id: platform.id(), account_id: Some(email.account_id) };
        Self { platform, db, now: platform.clock().now(), asker }
    }

    /// Queues `task`; the caller holds the subject's lock.
    pub async fn enqueue(&self, subject: String, task: &dyn AnyTask) -> Result<()> {
        enqueue(self.db, self.platform.clock(), self.asker, subject, task).await
    }

    /// The same, unless work of its kind is queued for the subject already.
    pub async fn enqueue_once(&self, subject: String, task: &dyn AnyTask) -> Result<()> {
        enqueue_once(self.db, self.platform.clock(), self.asker, subject, task).await?;
        Ok(())
    }

    /// What every zone of its mail servers says.
    pub fn profile(&self, email: &row::Model) -> Result<&'a Profile> {
        Ok(servers::of(self.platform, email)?.driver.profile())
    }

    /// The keys of its domain that do not sign.
    pub async fn others(&self, email: &row::Model) -> Result<Vec<key::Model>> {
        key::of(self.db, &[email.service_id]).await
    }

    /// What mail for `email` needs.
    pub async fn wanted(&self, email: &row::Model) -> Result<Wanted> {
        let (profile, others) = (self.profile(email)?, self.others(email).await?);
        let (domain, keys) = (email.domain_name.clone(), email.published(profile, &others));
        Ok(Wanted { domain, profile: profile.clone(), keys })
    }
}
