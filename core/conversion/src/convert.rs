//! Queued work: files are converted.
#![expect(clippy::disallowed_methods, reason = "queued work names its job; nobody asks for it")]
use super::{
    artifact,
    checksum::Content,
    fault::Fault,
    file, job, ledger,
    look::hash,
    plan,
    state::{Event, JobStatus},
};
use async_trait::async_trait;
use hosting_engine::{Input, Order, launch::Place, mime::meant, work::IN};
use hosting_kernel::{
    kernel::{
        figures::FIGURES,
        platform::Platform,
        queue::{
            job::Job,
            lane::Lane,
            task::{Completion, Outcome, Task},
        },
    },
    providers::{
        Failure,
        converter::Broke,
        store::{Brought, Key},
    },
    refusals::error::Result,
};
use sea_orm::{IntoActiveModel, QueryFilter, QueryOrder, QuerySelect, Set, entity::prelude::*};
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeMap,
    path::Path,
    sync::atomic::{AtomicU8, Ordering},
    time::{Duration, Instant},
};

/// How often a worker says how far it is.
const SAYS: Duration = Duration::from_millis(500);

/// A job whose files are to be converted.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct ConvertFiles {
    job_id: Uuid,
    /// What the store said that the files are, when the work was asked for.
    #[serde(default)]
    versions: BTreeMap<Uuid, String>,
    /// What came of it.
    #[serde(skip)]
    end: End,
}

/// How a conversion ended.
#[derive(Clone, Debug, Default)]
enum End {
    /// There was nothing to do.
    #[default]
    Nothing,
    /// These files were made, of files that nobody had looked into before.
    Made(Vec<artifact::Model>, Vec<Checked>),
    /// It cannot be done, and that is the files' fault.
    Failed(Fault),
    /// It may not be done any more.
    NotEntitled,
}

/// A file, and what it held.
type Checked = (Uuid, Content);

impl ConvertFiles {
    pub const fn of(job_id: Uuid, versions: BTreeMap<Uuid, String>) -> Self {
        Self { job_id, versions, end: End::Nothing }
    }

    /// Takes the job, and says so; nothing if it is over.
    async fn take(&self, platform: &Platform) -> Result<Option<(job::Model, Vec<file::Model>)>> {
        let (id, now) = (self.job_id, platform.clock().now());
        platform
            .database()
            .write(move |db| {
                Box::pin(async move {
                    let held = job::Entity::find_by_id(id).lock_exclusive().one(db).await?;
                    let Some(job) = held else { return Ok(None) };
                    let Some(status) = job.status.after(Event::Take) else { return Ok(None) };
                    let began = job.started_at.unwrap_or(now);
                    let mut taken = job.into_active_model();
                    taken.status = Set(status);
                    taken.progress = Set(0);
                    taken.started_at = Set(Some(began));
                    let job = taken.update(db).await?;
                    let files = file::Entity::find().filter(file::Column::JobId.eq(id));
                    let files = files.order_by_asc(file::Column::Position).all(db).await?;
                    Ok(Some((job, files)))
                })
            })
            .await
    }
}

#[async_trait]
impl Task for ConvertFiles {
    const KIND: &'static str = "convert_files";
    const TIMEOUT: Duration = Duration::from_mins(10);

    fn lane(&self) -> Lane {
        Lane::CONVERTER
    }

    async fn run(&mut self, platform: &Platform, queued: &Job) -> Result<(), Failure> {
        let Some((job, files)) = self.take(platform).await? else { return Ok(()) };
        let reader = platform.database().reader(false).await?;
        let entitled = plan::still_entitled(&reader.executor(), job.account_id).await?;
        drop(reader);
        self.end = match entitled {
            true => self.convert(platform, queued, &job, &files).await?,
            false => End::NotEntitled,
        };
        Ok(())
    }

    async fn finish(&self, at: &Completion<'_>, outcome: Outcome) -> Result<()> {
        let held = job::Entity::find_by_id(self.job_id).lock_exclusive().one(at.db).await?;
        let Some(job) = held.filter(|job| !job.status.is_final()) else { return Ok(()) };
        match (outcome, &self.end) {
            (Ok(()), End::Made(artifacts, checked)) => {
                note(at, checked).await?;
                succeed(at, job, artifacts.clone()).await
            }
            (Ok(()), End::Failed(fault)) => {
                job.over(at.db, JobStatus::Failed, Some(fault.clone()), at.now).await.map(|_| ())
            }
            (Ok(()), End::NotEntitled) => give_up(at, job, Fault::ours(UNPAID.0, UNPAID.1)).await,
            (Ok(()), End::Nothing) => Ok(()),
            (Err((_, true)), _) => give_up(at, job, Fault::ours(OURS.0, OURS.1)).await,
            (Err((_, false)), _) => {
                let waits = job.status.after(Event::GiveBack).unwrap_or(job.status);
                let mut again = job.into_active_model();
                again.status = Set(waits);
                again.progress = Set(0);
                again.update(at.db).await?;
                Ok(())
            }
        }
    }
}

const UNPAID: (&str, &str) =
    ("conversion_plan_required", "the account has no active conversion plan any more; nothing was counted");
const OURS: (&str, &str) =
    ("conversion_unavailable", "files could not be converted here for some time; nothing was counted");

/// Nothing comes of a job that is in no queued work.
pub(super) async fn abandon(at: &Completion<'_>, id: Uuid) -> Result<()> {
    let held = job::Entity::find_by_id(id).lock_exclusive().one(at.db).await?;
    match held.filter(|job| matches!(job.status, JobStatus::Queued | JobStatus::Processing)) {
        Some(job) if at.others().await?.is_empty() => give_up(at, job, Fault::ours(OURS.0, OURS.1)).await,
        Some(_) | None => Ok(()),
    }
}

/// What the subjects of conversions begin with.
pub(super) const SUBJECT: &str = "conversion";

/// The subject of the work on a job.
pub(super) fn subject(job: Uuid) -> String {
    format!("{SUBJECT}:{job}")
}

/// What the job reserved goes back: it was not a file's fault.
async fn give_up(at: &Completion<'_>, job: job::Model, fault: Fault) -> Result<()> {
    ledger::give_back(at.db, &job, &fault.code, (at.platform.id(), at.now)).await?;
    job.over(at.db, JobStatus::Failed, Some(fault), at.now).await.map(|_| ())
}

/// Writes down what files held that nobody had looked into.
async fn note(at: &Completion<'_>, checked: &[Checked]) -> Result<()> {
    for (id, content) in checked {
        let held = file::ActiveModel {
            sha256: Set(Some(content.sha256.clone())),
            checksum_verified: Set(Some(content.as_said.unwrap_or(false))),
            ..Default::default()
        };
        file::Entity::update_many().set(held).filter(file::Column::Id.eq(*id)).exec(at.db).await?;
    }
    Ok(())
}

async fn succeed(at: &Completion<'_>, job: job::Model, artifacts: Vec<artifact::Model>) -> Result<()> {
    let rows = artifacts.into_iter().map(IntoActiveModel::into_active_model);
    artifact::Entity::insert_many(rows).exec_without_returning(at.db).await?;
    let mut done = job.into_active_model();
    done.progress = Set(100);
    let job = done.update(at.db).await?;
    job.over(at.db, JobStatus::Succeeded, None, at.now).await.map(|_| ())
}

impl ConvertFiles {
    /// Brings the files to a place of their own, has them converted there, and keeps what was made.
    async fn convert(
        &self,
        platform: &Platform,
        queued: &Job,
        job: &job::Model,
        files: &[file::Model],
    ) -> Result<End, Failure> {
        let mut place = platform.providers().converter.place(&job.tool).await?;
        let (mut inputs, mut checked) = (Vec::new(), Vec::new());
        for (number, file) in files.iter().enumerate() {
            let path = Path::new(IN).join(number.to_string());
            let input =
                Input { id: file.id, name: file.original_name.clone(), mime: meant(&file.mime_type), path };
            match self.fetch(platform, file, &place.path().join(&input.path)).await? {
                Err(fault) => return Ok(End::Failed(fault)),
                Ok(content) if file.is_news(&content) => checked.push((file.id, content)),
                Ok(_) => {}
            }
            inputs.push(input);
        }
        let order = Order {
            tool: job.tool.clone(),
            options: options(platform, job)?,
            files: inputs,
            limits: platform.providers().converter.limits(),
        };
        let began = Instant::now();
        let converted = watched(platform, queued, job.id, &order, &mut place).await;
        let outcome = match &converted {
            Ok(_) => "ok".to_owned(),
            Err(Broke::Fault(failure)) => Fault::from(failure.clone()).code,
            Err(Broke::Ours(_)) => "unavailable".to_owned(),
        };
        FIGURES.conversion(&job.tool, began.elapsed(), &outcome);
        match converted {
            Ok(made) => Ok(End::Made(keep(platform, queued.attempts, job, &place, made).await?, checked)),
            Err(Broke::Fault(failure)) => Ok(End::Failed(failure.into())),
            Err(Broke::Ours(failure)) => Err(failure),
        }
    }

    /// Brings a file to `path`, and looks into it; what is wrong with it, if it is not what was uploaded.
    async fn fetch(
        &self,
        platform: &Platform,
        file: &file::Model,
        path: &Path,
    ) -> Result<std::result::Result<Content, Fault>, Failure> {
        let wrong = |code, message| Ok(Err(Fault::of_file(code, message, file.id)));
        let changed = "the file was changed after its upload";
        let version = self.versions.get(&file.id).map(String::as_str);
        match platform.providers().store.fetch(&file.key(), version, path).await? {
            Brought::Nothing => return wrong("file_missing", "the file is not there any more"),
            Brought::Another => return wrong("file_changed", changed),
            Brought::Whole => {}
        }
        let content = hash(path, file.checksum.as_deref()).await.map_err(Failure::ours)?;
        if file.sha256.as_ref().is_some_and(|sha256| *sha256 != content.sha256) {
            return wrong("file_changed", changed);
        }
        match content.as_said {
            Some(false) => {
                wrong("checksum_mismatch", "the content is not what the checksum of the file says")
            }
            _ => Ok(Ok(content)),
        }
    }
}

fn options(platform: &Platform, job: &job::Model) -> Result<Json, Failure> {
    let Some(sealed) = &job.sealed_options else { return Ok(job.options.clone()) };
    let plain = platform.secret().open(sealed).map_err(Failure::ours)?;
    serde_json::from_slice(&plain).map_err(Failure::ours)
}

/// Converts, and says meanwhile how far it is.
async fn watched(
    platform: &Platform,
    queued: &Job,
    job: Uuid,
    order: &Order,
    place: &mut Place,
) -> Result<Vec<hosting_engine::Artifact>, Broke> {
    let done = AtomicU8::new(0);
    let tell = |progress| match progress {
        // What is done again has waited for something else.
        0 if queued.attempts == 1 => {
            let waited = platform.clock().now().utc() - queued.created_at.utc();
            FIGURES.conversion_waited(waited.to_std().unwrap_or_default());
        }
        _ => done.store(progress, Ordering::Relaxed),
    };
    let converting = platform.providers().converter.convert(order, place, &tell);
    tokio::pin!(converting);
    let mut said = 0;
    loop {
        tokio::select! {
            outcome = &mut converting => return outcome,
            () = tokio::time::sleep(SAYS) => {
                let now = done.load(Ordering::Relaxed);
                if now != said {
                    said = now;
                    say(platform, job, now).await.map_err(|cause| Broke::Ours(cause.into()))?;
                }
            }
        }
    }
}

async fn say(platform: &Platform, job: Uuid, progress: u8) -> Result<()> {
    use job::{ActiveModel, Column, Entity};
    platform
        .database()
        .write(move |db| {
            Box::pin(async move {
                let further = ActiveModel { progress: Set(progress.into()), ..Default::default() };
                let mine = Column::Id.eq(job);
                let mine = Entity::update_many().set(further).filter(mine);
                mine.filter(Column::Status.eq(JobStatus::Processing)).exec(db).await?;
                Ok(())
            })
        })
        .await
}

/// Keeps what was made. What an attempt made that was not the last has names of its own, and goes with the job.
async fn keep(
    platform: &Platform,
    attempt: i32,
    job: &job::Model,
    place: &Place,
    made: Vec<hosting_engine::Artifact>,
) -> Result<Vec<artifact::Model>, Failure> {
    let mut kept = Vec::new();
    for (position, made) in (0..).zip(made) {
        let path = place.path().join(&made.path);
        let content = hash(&path, None).await.map_err(Failure::ours)?;
        let size = tokio::fs::metadata(&path).await.map_err(Failure::ours)?.len();
        let name = format!("made-{attempt}-{position}");
        let key = Key { job: job.id, name: name.clone() };
        platform.providers().store.keep(&key, &path, &made.mime).await?;
        kept.push(artifact::Model {
            id: platform.id(),
            job_id: job.id,
            account_id: job.account_id,
            position,
            place: name,
            file_name: made.name,
            mime_type: made.mime,
            size_bytes: i64::try_from(size).unwrap_or(i64::MAX),
            sha256: content.sha256,
        });
    }
    Ok(kept)
}
