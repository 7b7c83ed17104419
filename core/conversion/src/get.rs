use super::{ConversionJob, job, look::Look, plan};
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
    refusals::{code::Code, error::Result, scope::Scope},
};
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
}

impl GetConversionJob {
    /// The job `job_id`.
    pub fn of(job_id: Uuid) -> Self {
        Self { job_id }
    }
}

#[async_trait::async_trait]
impl Operation for GetConversionJob {
    type Output = ConversionJob;

    const ID: &'static str = "conversionJob";
    const SCOPE: Scope = Scope::ConversionRead;
    const EFFECT: Effect = Effect::Reads;
    const SNAPSHOT: bool = true;
    const SECRET: bool = true;
    const REFUSALS: &'static [Code] =
        &[Code::ConversionPlanRequired, Code::JobNotFound, Code::ProviderFailed, Code::ProviderTimeout];

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
impl Asking for GetConversionJob {
    type Question = Look;
    type Reply = Look;

    async fn prepare(&self, cx: &Context<'_>) -> Result<Look> {
        Look::prepare(cx, self.job_id).await
    }

    async fn ask(&self, mut look: Look, providers: &Providers, _: Uuid) -> Result<Look, Failure> {
        look.ask(&*providers.store).await?;
        Ok(look)
    }

    async fn conclude(self, look: Look, cx: &Context<'_>) -> Result<ConversionJob> {
        plan::entitled(cx).await?;
        let job = job::Entity::get(cx, self.job_id).await?;
        let mut shown = ConversionJob::of(cx, job).await?;
        look.show(&mut shown);
        Ok(shown)
    }
}
