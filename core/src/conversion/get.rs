use super::{ConversionJob, job, look::Look, plan};
use crate::{
    kernel::{
        context::Context,
        operation::{Effect, Operation},
    },
    providers::{Failure, Providers},
    refusals::{code::Code, error::Result, scope::Scope},
};
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Look up a conversion job.
///
/// Addresses for uploads and downloads are made anew each time.
#[derive(Debug, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct GetConversionJob {
    /// The job.
    pub job_id: Uuid,
    #[serde(skip)]
    look: Look,
}

impl GetConversionJob {
    /// The job `job_id`.
    pub fn of(job_id: Uuid) -> Self {
        Self { job_id, look: Look::default() }
    }
}

impl Operation for GetConversionJob {
    type Output = ConversionJob;

    const ID: &'static str = "conversionJob";
    const SCOPE: Scope = Scope::ConversionRead;
    const EFFECT: Effect = Effect::Reads;
    const SNAPSHOT: bool = true;
    const REFUSALS: &'static [Code] =
        &[Code::ConversionPlanRequired, Code::JobNotFound, Code::ProviderFailed, Code::ProviderTimeout];

    /// A store of ours tells us when a file arrives.
    fn asks(providers: &Providers) -> bool {
        providers.store.local().is_none()
    }

    async fn prepare(&mut self, cx: &Context<'_>) -> Result<()> {
        self.look = Look::prepare(cx, self.job_id).await?;
        Ok(())
    }

    async fn ask(&mut self, providers: &Providers, _: Uuid) -> Result<(), Failure> {
        self.look.ask(&*providers.store).await
    }

    async fn perform(self, cx: &Context<'_>) -> Result<ConversionJob> {
        plan::entitled(cx).await?;
        let job = job::Entity::get(cx, self.job_id).await?;
        let mut shown = ConversionJob::of(cx, job).await?;
        self.look.show(&mut shown);
        Ok(shown)
    }
}
