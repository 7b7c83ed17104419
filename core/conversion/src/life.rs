//! What time brings to jobs: what nobody went on with expires, and files go.
#![expect(clippy::disallowed_methods, reason = "time passes for every account")]
use super::{
    file,
    forget::forget,
    job, ledger,
    state::{Event, JobStatus},
};
use chrono::TimeDelta;
use futures_util::future::BoxFuture;
use hosting_kernel::{
    database::executor::Executor,
    kernel::{duty, platform::Platform},
    refusals::error::Result,
    values::time::Time,
};
use sea_orm::{
    IntoActiveModel, QueryFilter, QueryOrder, QuerySelect, Set,
    entity::prelude::*,
    sea_query::{ExprTrait, LockBehavior, LockType},
};
use std::time::Duration;

/// Jobs that are seen to in one transaction: other writes wait no longer than for these.
const SLICE: u64 = 100;
/// How old what never was whole may become.
const SCRAPS: Duration = Duration::from_hours(2);
/// How old the files of a job have to be that is not there: those of any job are gone by then. A database that was
/// restored knows less than its store.
const ORPHANED: TimeDelta = TimeDelta::days(2);
/// How long files may still arrive where only the store knew that they did.
const ARRIVING: TimeDelta = TimeDelta::hours(23);

/// Ends the jobs whose time is over, and removes files that nobody may fetch any more.
pub(crate) async fn end_conversions(platform: &Platform) -> Result<()> {
    check_store(platform).await?;
    while expire_slice(platform).await? > 0 {}
    remove_files(platform).await?;
    forget(platform).await?;
    if duty::take(platform.database(), "orphans", platform.clock().now(), TimeDelta::hours(1)).await? {
        remove_orphans(platform).await?;
    }
    Ok(())
}

/// Removes what a process that died was at work on; the caller knows that there is no other.
pub fn remove_all_scraps(platform: &Platform) -> BoxFuture<'_, Result<()>> {
    Box::pin(remove_scraps(platform, Duration::ZERO))
}

/// A store that tells nobody may have files of jobs that seem to wait for the first.
async fn check_store(platform: &Platform) -> Result<()> {
    let store = &platform.providers().store;
    if store.local().is_some() {
        return Ok(());
    }
    let reader = platform.database().reader(false).await?;
    let waits = due(platform.clock().now()).filter(job::Column::Status.eq(JobStatus::AwaitingUpload));
    let waiting = waits.limit(SLICE).all(&reader.executor()).await?;
    for job in waiting {
        let files = file::Entity::find().filter(file::Column::JobId.eq(job.id));
        for file in files.all(&reader.executor()).await? {
            if store.find(&file.key()).await?.is_some() {
                note_upload(platform, job.id).await?;
                break;
            }
        }
    }
    Ok(())
}

async fn note_upload(platform: &Platform, id: Uuid) -> Result<()> {
    let until = platform.clock().now().plus(ARRIVING);
    platform
        .database()
        .write(move |db| {
            Box::pin(async move {
                let held = job::Entity::find_by_id(id).lock_exclusive().one(db).await?;
                let Some(job) = held else { return Ok(()) };
                let Some(status) = job.status.after(Event::UploadBegins) else { return Ok(()) };
                let mut begun = job.into_active_model();
                begun.status = Set(status);
                begun.expires_at = Set(until);
                begun.update(db).await?;
                Ok(())
            })
        })
        .await
}

async fn expire_slice(platform: &Platform) -> Result<usize> {
    let (of, now) = (platform.clone(), platform.clock().now());
    let open = [JobStatus::AwaitingUpload, JobStatus::Uploading, JobStatus::Ready];
    let late = due(now).filter(job::Column::Status.is_in(open)).limit(SLICE);
    let reader = platform.database().reader(false).await?;
    // Mostly there are none: that needs no transaction.
    if late.clone().limit(1).one(&reader.executor()).await?.is_none() {
        return Ok(0);
    }
    drop(reader);
    platform
        .database()
        .write(move |db| {
            Box::pin(async move {
                let mine = late.lock_with_behavior(LockType::Update, LockBehavior::SkipLocked);
                let jobs = mine.all(db).await?;
                let count = jobs.len();
                for job in jobs {
                    expire(&of, db, job, now).await?;
                }
                Ok(count)
            })
        })
        .await
}

/// Removes the files of jobs that have been over for a day.
async fn remove_files(platform: &Platform) -> Result<()> {
    loop {
        let reader = platform.database().reader(false).await?;
        let over = [JobStatus::Succeeded, JobStatus::Failed, JobStatus::Cancelled, JobStatus::Expired];
        let over = due(platform.clock().now()).filter(job::Column::Status.is_in(over));
        let jobs = over.limit(SLICE).all(&reader.executor()).await?;
        drop(reader);
        if jobs.is_empty() {
            return Ok(());
        }
        for job in jobs {
            platform.providers().store.remove(job.id).await?;
            note_removal(platform, job.id).await?;
        }
    }
}

async fn note_removal(platform: &Platform, id: Uuid) -> Result<()> {
    let now = platform.clock().now();
    platform
        .database()
        .write(move |db| {
            Box::pin(async move {
                let gone = job::ActiveModel { files_gone_at: Set(Some(now)), ..Default::default() };
                job::Entity::update_many().set(gone).filter(job::Column::Id.eq(id)).exec(db).await?;
                Ok(())
            })
        })
        .await
}

/// Removes files whose job is not there, or has none by now: what a crash left.
async fn remove_orphans(platform: &Platform) -> Result<()> {
    let store = &platform.providers().store;
    let mut after = None;
    loop {
        let (jobs, next) = store.jobs(after).await?;
        for id in jobs {
            let reader = platform.database().reader(false).await?;
            let kept = job::Entity::find_by_id(id).one(&reader.executor()).await?;
            drop(reader);
            if kept.map_or_else(|| is_old(id, platform.clock().now()), |job| job.files_gone_at.is_some()) {
                tracing::info!(job = %id, "files without a job are removed");
                store.remove(id).await?;
            }
        }
        if next.is_none() {
            break;
        }
        after = next;
    }
    remove_scraps(platform, SCRAPS).await
}

/// Whether the job of an id was made long before `now`; what is no id of ours is nothing of ours.
fn is_old(job: Uuid, now: Time) -> bool {
    let made = job.get_timestamp().map(|made| made.to_unix().0);
    made.and_then(|seconds| i64::try_from(seconds).ok())
        .is_some_and(|seconds| Time::of_millis(seconds * 1000).plus(ORPHANED) < now)
}

async fn remove_scraps(platform: &Platform, age: Duration) -> Result<()> {
    if let Some(local) = platform.providers().store.local() {
        local.forget_arriving(age).await?;
    }
    Ok(platform.providers().converter.clear(age).await?)
}

/// The jobs whose time is over, the first first.
fn due(now: Time) -> Select<job::Entity> {
    let over = job::Column::FilesGoneAt.is_null().and(job::Column::ExpiresAt.lte(now));
    job::Entity::find().filter(over).order_by_asc(job::Column::ExpiresAt)
}

async fn expire(platform: &Platform, db: &Executor<'_>, job: job::Model, now: Time) -> Result<()> {
    let Some(status) = job.status.after(Event::Expire) else { return Ok(()) };
    ledger::give_back(db, &job, "expired", (platform.id(), now)).await?;
    job.over(db, status, None, now).await?;
    Ok(())
}
