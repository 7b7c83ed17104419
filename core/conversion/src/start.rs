use super::{
    ConversionJob,
    convert::{self, ConvertFiles},
    file, job,
    look::Look,
    plan,
    state::{Event, JobStatus},
};
use async_graphql::InputObject;
use garde::Validate;
use hosting_kernel::{
    database::owned::Owned,
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
use sea_orm::{ActiveEnum, IntoActiveModel, QueryFilter, QueryOrder, Set, entity::prelude::*};
use serde::{Deserialize, Serialize};

/// Start a conversion whose files are all there.
///
/// Queued: look the job up until it is `succeeded` or `failed`.
#[derive(Debug, Serialize, Deserialize, JsonSchema, InputObject, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[graphql(name = "StartConversionInput")]
#[garde(allow_unvalidated)]
pub struct StartConversion {
    /// The job.
    pub job_id: Uuid,
}

impl StartConversion {
    /// Of the job `job_id`.
    pub fn of(job_id: Uuid) -> Self {
        Self { job_id }
    }
}

#[async_trait::async_trait]
impl Operation for StartConversion {
    type Output = ConversionJob;

    const ID: &'static str = "startConversion";
    const SCOPE: Scope = Scope::ConversionProcess;
    const EFFECT: Effect = Effect::Queues;
    const SECRET: bool = true;
    const REFUSALS: &'static [Code] = &[
        Code::ConversionPlanRequired,
        Code::JobNotFound,
        Code::UploadIncomplete,
        Code::JobNotStartable,
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
impl Asking for StartConversion {
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
        cx.platform.providers().converter.check()?;
        let job = job::Entity::get_for_change(cx, self.job_id).await?;
        let found = file::Entity::owned(cx).filter(file::Column::JobId.eq(job.id));
        let mut files = cx.all(found.order_by_asc(file::Column::Position)).await?;
        note(cx, &look, &mut files).await?;
        startable(&job, &files)?;
        let mut changed = job.into_active_model();
        changed.status = Set(JobStatus::Queued);
        let job = cx.update(changed).await?;
        let work = ConvertFiles::of(job.id, look.versions());
        cx.enqueue(convert::subject(job.id), &work).await?;
        Ok(ConversionJob::with(cx.platform, cx.now(), job, files, Vec::new()))
    }
}

/// Writes down what arrived at a store that tells nobody.
async fn note(cx: &Context<'_>, look: &Look, files: &mut [file::Model]) -> Result<()> {
    for found in look.found() {
        let Some(file) = files.iter_mut().find(|file| file.id == found.file) else { continue };
        if let Some(message) = found.wrong(file) {
            return Err(Error::UploadIncomplete(message));
        }
        let mut arrived = file.clone().into_active_model();
        arrived.uploaded_at = Set(Some(found.stored.at));
        arrived.checksum_verified = Set(Some(found.as_said(file).unwrap_or(false)));
        arrived.sha256 = Set(found.stored.sha256.clone());
        *file = cx.update(arrived).await?;
    }
    Ok(())
}

/// Refuses what is not ready, and says what is missing.
fn startable(job: &job::Model, files: &[file::Model]) -> Result<()> {
    let missing = files.iter().filter(|file| file.uploaded_at.is_none()).count();
    if job.status.takes_files() && missing > 0 {
        let message = format!("{missing} of {} files are not uploaded yet", files.len());
        return Err(Error::UploadIncomplete(message));
    }
    // What arrived at a store that tells nobody makes it ready now.
    let ready = job.status == JobStatus::Ready || job.status.takes_files();
    match JobStatus::Ready.after(Event::Start) {
        Some(_) if ready => Ok(()),
        _ => {
            Err(Error::JobNotStartable(format!("the job is {}: it cannot be started", job.status.to_value())))
        }
    }
}
