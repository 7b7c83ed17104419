use super::{
    ConversionJob, job, ledger,
    look::Look,
    plan,
    state::{Event, JobStatus},
};
use async_graphql::InputObject;
use garde::Validate;
use hosting_kernel::{
    kernel::{
        asking::{Asking, asking},
        context::Context,
        effect::Effect,
        operation::{Operation, at_once},
        way::Way,
    },
    providers::{Failure, Providers},
    refusals::{
        code::Code,
        error::{Error, Result},
        scope::Scope,
    },
};
use schemars::JsonSchema;
use sea_orm::{ActiveEnum, entity::prelude::*};
use serde::{Deserialize, Serialize};

/// Cancel a conversion that is wanted no longer, before its first file is sent.
///
/// The operation that was reserved for it is given back.
#[derive(Debug, Serialize, Deserialize, JsonSchema, InputObject, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[graphql(name = "CancelConversionInput")]
#[garde(allow_unvalidated)]
pub struct CancelConversion {
    /// The job.
    pub job_id: Uuid,
}

impl CancelConversion {
    /// Of the job `job_id`.
    pub fn of(job_id: Uuid) -> Self {
        Self { job_id }
    }
}

#[async_trait::async_trait]
impl Operation for CancelConversion {
    type Output = ConversionJob;

    const ID: &'static str = "cancelConversion";
    const SCOPE: Scope = Scope::ConversionProcess;
    const EFFECT: Effect = Effect::Changes;
    const SECRET: bool = true;
    const REFUSALS: &'static [Code] = &[
        Code::ConversionPlanRequired,
        Code::JobNotFound,
        Code::JobNotCancellable,
        Code::ProviderFailed,
        Code::ProviderTimeout,
    ];

    async fn perform(self, cx: &Context<'_>) -> Result<ConversionJob> {
        self.conclude(Look::default(), cx).await
    }

    /// A store of ours tells us when a file arrives.
    fn way(self, providers: &Providers) -> Way {
        match providers.store.local() {
            Some(_) => at_once(self),
            None => asking(self),
        }
    }
}

#[async_trait::async_trait]
impl Asking for CancelConversion {
    type Question = Look;
    type Reply = Look;

    async fn prepare(&self, cx: &Context<'_>) -> Result<Look> {
        plan::entitled(cx).await?;
        Look::prepare(cx, self.job_id).await
    }

    async fn ask(&self, mut look: Look, providers: &Providers, _: Uuid) -> Result<Look, Failure> {
        look.ask(&*providers.store).await?;
        Ok(look)
    }

    async fn conclude(self, look: Look, cx: &Context<'_>) -> Result<ConversionJob> {
        plan::entitled(cx).await?;
        let job = job::Entity::get_for_change(cx, self.job_id).await?;
        let status = match job.status.after(Event::Cancel) {
            Some(status) if !look.any() => status,
            _ => return Err(refused(job.status)),
        };
        ledger::give_back(cx.db, &job, "cancelled", (cx.id(), cx.now())).await?;
        let job = job.over(cx.db, status, None, cx.now()).await?;
        ConversionJob::of(cx, job).await
    }
}

fn refused(status: JobStatus) -> Error {
    let message = match status {
        JobStatus::AwaitingUpload | JobStatus::Uploading => "its upload has begun".to_owned(),
        other => format!("it is {}", other.to_value()),
    };
    Error::JobNotCancellable(format!("the job cannot be cancelled: {message}"))
}
