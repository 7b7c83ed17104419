//! Queued work: a charge is taken back that nobody wants any more.
use super::{
    ask::{backend, look_up},
    charge::{self, ChargeStatus, Model as Charge},
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
        Failure, Port,
        billing::{Payment, Withdrawal},
    },
    refusals::error::Result,
    values::time::Time,
};
use sea_orm::{ActiveModelTrait, IntoActiveModel, Set};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// A charge that nobody wants any more. What was paid meanwhile is given.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct WithdrawCharge {
    charge_id: Uuid,
    /// Who takes the money.
    backend: String,
    /// What came of it; nothing where the charge was over by then.
    #[serde(skip)]
    said: Option<Withdrawal>,
}

impl WithdrawCharge {
    pub fn of(charge: &Charge) -> Self {
        Self { charge_id: charge.id, backend: charge.backend.clone(), said: None }
    }
}

/// Queues that a charge is taken back, unless that is queued already.
pub(super) async fn queue(platform: &Platform, db: &Executor<'_>, charge: &Charge) -> Result<()> {
    let asker = Asker { request_id: platform.id(), account_id: Some(charge.account_id) };
    enqueue_once(db, platform.clock(), asker, subject(charge.id), &WithdrawCharge::of(charge)).await?;
    Ok(())
}

#[async_trait]
impl Task for WithdrawCharge {
    const KIND: &'static str = "withdraw_charge";

    fn lane(&self) -> Lane {
        Lane::to(Port::Billing, &self.backend)
    }

    async fn run(&mut self, platform: &Platform, _: &Job) -> Result<(), Failure> {
        let found = look_up(platform, self.charge_id).await?;
        let Some(charge) = found.filter(Charge::is_open) else { return Ok(()) };
        let billing = backend(platform.providers(), &self.backend)?;
        self.said = Some(billing.ask(billing.driver.withdraw(&charge.told())).await?);
        Ok(())
    }

    async fn finish(&self, at: &Completion<'_>, outcome: Outcome) -> Result<()> {
        let (Ok(()), Some(said)) = (outcome, self.said) else { return Ok(()) };
        match said {
            Withdrawal::Paid => {
                settle::settle((at.platform, at.db, at.now), self.charge_id, None, &Payment::Paid).await
            }
            Withdrawal::Withdrawn => {
                let held = charge::held(at.db, self.charge_id).await?;
                let Some(charge) = held.filter(Charge::is_open) else { return Ok(()) };
                let mut charge = charge.into_active_model();
                charge.status = Set(ChargeStatus::Withdrawn);
                charge.updated_at = Set(at.now);
                charge.update(at.db).await?;
                Ok(())
            }
        }
    }

    async fn revive(&self, db: &Executor<'_>, _: Time) -> Result<bool> {
        Ok(charge::held(db, self.charge_id).await?.is_some_and(|charge| charge.is_open()))
    }
}
