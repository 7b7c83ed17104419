//! Queued work: whoever takes the money is asked for it.
use super::{
    charge::{self, Model as Charge},
    settle, subject,
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
    providers::{
        Failure, Port, Providers,
        backends::Backend,
        billing::{Billing, Payment},
    },
    refusals::error::Result,
    values::time::Time,
};
use sea_orm::{ActiveModelTrait, EntityTrait, IntoActiveModel};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// A charge that is to be paid.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct AskForPayment {
    charge_id: Uuid,
    /// Who takes the money.
    backend: String,
    /// What came of which attempt; nothing where the charge was over by then.
    #[serde(skip)]
    said: Option<(i32, Payment)>,
}

impl AskForPayment {
    pub fn of(charge: &Charge) -> Self {
        Self { charge_id: charge.id, backend: charge.backend.clone(), said: None }
    }
}

/// Has a `new` charge asked for, in place of one for the same period that was withdrawn `before`.
pub(super) async fn open(
    platform: &Platform,
    db: &Executor<'_>,
    new: Charge,
    before: Option<Charge>,
) -> Result<()> {
    let charge = match before {
        None => new,
        Some(Charge { id, attempt, created_at, .. }) => {
            Charge { id, attempt: attempt + 1, created_at, ..new }
        }
    };
    if charge.attempt == 0 {
        charge::Entity::insert(charge.clone().into_active_model()).exec_without_returning(db).await?;
    } else {
        charge.clone().into_active_model().reset_all().update(db).await?;
    }
    queue(platform, db, &charge).await
}

/// Queues that a charge is asked for, unless that is queued already.
pub(super) async fn queue(platform: &Platform, db: &Executor<'_>, charge: &Charge) -> Result<()> {
    let asker = Asker { request_id: platform.id(), account_id: Some(charge.account_id) };
    enqueue_once(db, platform.clock(), asker, subject(charge.id), &AskForPayment::of(charge)).await?;
    Ok(())
}

/// The charge `id` as it is now.
#[expect(clippy::disallowed_methods, reason = "queued work names its charge; nobody asks for it")]
pub(super) async fn look_up(platform: &Platform, id: Uuid) -> Result<Option<Charge>, Failure> {
    let reader = platform.database().reader(false).await?;
    let found = charge::Entity::find_by_id(id).one(&reader.executor()).await;
    found.map_err(Failure::ours)
}

/// Who takes the money, and is called so.
pub(super) fn backend<'a>(providers: &'a Providers, id: &str) -> Result<&'a Backend<dyn Billing>, Failure> {
    let nobody = || Failure::Misconfigured("nobody takes the money by now".to_owned());
    providers.billing.as_ref().ok_or_else(nobody)?.find(id)
}

#[async_trait]
impl Task for AskForPayment {
    const KIND: &'static str = "ask_for_payment";

    fn lane(&self) -> Lane {
        Lane::to(Port::Billing, &self.backend)
    }

    async fn run(&mut self, platform: &Platform, _: &Job) -> Result<(), Failure> {
        let found = look_up(platform, self.charge_id).await?;
        let Some(charge) = found.filter(Charge::is_open) else { return Ok(()) };
        let billing = backend(platform.providers(), &self.backend)?;
        let said = match billing.ask(billing.driver.charge(&charge.told())).await {
            // There is nothing to try again before tomorrow.
            Err(Failure::Refused(why)) => Payment::Declined(why),
            said => said?,
        };
        self.said = Some((charge.attempt, said));
        Ok(())
    }

    async fn finish(&self, at: &Completion<'_>, outcome: Outcome) -> Result<()> {
        let (Ok(()), Some((attempt, said))) = (outcome, &self.said) else { return Ok(()) };
        settle::settle((at.platform, at.db, at.now), self.charge_id, Some(*attempt), said).await
    }

    /// It is asked for again in its time.
    async fn revive(&self, db: &Executor<'_>, _: Time) -> Result<bool> {
        Ok(charge::held(db, self.charge_id).await?.is_some_and(|charge| charge.is_open()))
    }
}
