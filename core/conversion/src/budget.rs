//! How much an account may keep at one time, and whether there is room for more (`contract.md` §8.8).
//!
//! Who prepares holds the account's row: of several who do at once, each sees what the one before has taken.
use super::{artifact, file, job, state::JobStatus};
use hosting_kernel::{
    database::owned::Owned,
    kernel::{context::Context, settings::FileBudget},
    refusals::error::{Error, Result},
};
use sea_orm::{
    FromQueryResult, Iterable, QueryFilter, QuerySelect, QueryTrait,
    entity::prelude::*,
    sea_query::{ExprTrait, SelectStatement, SimpleExpr},
};

#[derive(FromQueryResult)]
struct Sum {
    bytes: Option<i64>,
}

/// Refuses one job more, of files of `announced` bytes, where the account keeps as much as it may, or the disk is nearly
/// full.
pub(super) async fn check(cx: &Context<'_>, announced: i64) -> Result<()> {
    if !cx.platform.providers().store.has_room().await {
        return Err(Error::NoRoom("there is no room for files right now".to_owned()));
    }
    let FileBudget { jobs, bytes } = cx.platform.file_budget();
    if with_files(cx).filter(unfinished()).count(cx.db).await? >= jobs {
        let message = format!("an account has at most {jobs} conversions at one time that are not over");
        return Err(Error::NoRoom(message));
    }
    if kept(cx).await?.saturating_add(announced) > bytes {
        let message = format!("an account keeps at most {bytes} bytes of files at one time");
        return Err(Error::NoRoom(message));
    }
    Ok(())
}

/// What the calling account keeps, in bytes: files that may still come, and those that came or were made and have
/// not gone. What never came for a job that is over is nowhere.
async fn kept(cx: &Context<'_>) -> Result<i64> {
    let came = file::Column::UploadedAt.is_not_null();
    let awaited = file::Column::JobId.in_subquery(ids(with_files(cx).filter(unfinished())));
    let files = file::Entity::owned(cx).filter(file::Column::JobId.in_subquery(ids(with_files(cx))));
    let files = files.filter(came.or(awaited));
    let made = artifact::Entity::owned(cx).filter(artifact::Column::JobId.in_subquery(ids(with_files(cx))));
    let files = sum(cx, files, file::Column::SizeBytes.sum()).await?;
    Ok(files.saturating_add(sum(cx, made, artifact::Column::SizeBytes.sum()).await?))
}

/// The jobs of the calling account that have files, or may.
fn with_files(cx: &Context<'_>) -> Select<job::Entity> {
    job::Entity::owned(cx).filter(job::Column::FilesGoneAt.is_null())
}

fn unfinished() -> SimpleExpr {
    job::Column::Status.is_in(JobStatus::iter().filter(|status| !status.is_final()))
}

fn ids(jobs: Select<job::Entity>) -> SelectStatement {
    jobs.select_only().column(job::Column::Id).into_query()
}

/// PostgreSQL adds whole numbers up to one of any length, which is none that is read here.
async fn sum<E: EntityTrait>(cx: &Context<'_>, of: Select<E>, bytes: SimpleExpr) -> Result<i64> {
    let sum = of.select_only().column_as(bytes.cast_as("bigint"), "bytes").into_model::<Sum>();
    Ok(sum.one(cx.db).await?.and_then(|found| found.bytes).unwrap_or(0))
}
