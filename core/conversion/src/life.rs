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
use std::{collections::HashSet, time::Duration};

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
    // What is looked for is what ends: a job whose hour is over meanwhile is looked for the next time.
    let now = platform.clock().now();
    check_store(platform, now).await?;
    while expire_slice(platform, now).await? > 0 {}
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
async fn check_store(platform: &Platform, now: Time) -> Result<()> {
    if platform.providers().store.local().is_some() {
        return Ok(());
    }
    let mut after = None;
    while let Some(last) = check_slice(platform, now, after).await? {
        after = Some(last);
    }
    Ok(())
}

/// Looks for the files of the next jobs that wait, and answers with the last of these.
async fn check_slice(
    platform: &Platform,
    now: Time,
    after: Option<(Time, Uuid)>,
) -> Result<Option<(Time, Uuid)>> {
    use job::Column::{ExpiresAt, Id, Status};
    let mut waits = due(now).order_by_asc(Id).filter(Status.eq(JobStatus::AwaitingUpload));
    if let Some((at, id)) = after {
        waits = waits.filter(ExpiresAt.gt(at).or(ExpiresAt.eq(at).and(Id.gt(id))));
    }
    let reader = platform.database().reader(false).await?;
    let jobs = waits.limit(SLICE).all(&reader.executor()).await?;
    let ids = jobs.iter().map(|job| job.id);
    let files = file::Entity::find().filter(file::Column::JobId.is_in(ids)).all(&reader.executor()).await?;
    drop(reader);
    let mut noted = HashSet::new();
    for file in files {
        let store = &platform.providers().store;
        if !noted.contains(&file.job_id) && store.find(&file.key()).await?.is_some() {
            note_upload(platform, file.job_id).await?;
            noted.insert(file.job_id);
        }
    }
    Ok(jobs.last().map(|job| (job.expires_at, job.id)))
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

async fn expire_slice(platform: &Platform, now: Time) -> Result<usize> {
    let of = platform.clone();
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
