//! Jobs are forgotten with the names of their files, some time after these have gone.
#![expect(clippy::disallowed_methods, reason = "time passes for every account")]
use super::{artifact, file, job, ledger};
use chrono::Datelike;
use hosting_kernel::{
    database::executor::Executor, kernel::platform::Platform, refusals::error::Result, values::time::Time,
};
use sea_orm::{QueryFilter, QuerySelect, entity::prelude::*};

/// Jobs that are forgotten in one transaction: other writes wait no longer than for these.
const SLICE: u64 = 100;

/// Forgets the jobs that are kept no longer, with all that stands of them.
pub(super) async fn forget(platform: &Platform) -> Result<()> {
    let now = platform.clock().now();
    let before = now.plus(-platform.retention().conversions).min(month(now));
    loop {
        let reader = platform.database().reader(false).await?;
        let old = job::Entity::find().filter(job::Column::FilesGoneAt.lte(before)).limit(SLICE);
        let old = old.select_only().column(job::Column::Id).into_tuple();
        let jobs: Vec<Uuid> = old.all(&reader.executor()).await?;
        drop(reader);
        if jobs.is_empty() {
            return Ok(());
        }
        platform.database().write(move |db| Box::pin(remove(db, jobs))).await?;
    }
}

async fn remove(db: &Executor<'_>, jobs: Vec<Uuid>) -> Result<()> {
    let of_artifacts = artifact::Column::JobId.is_in(jobs.iter().copied());
    artifact::Entity::delete_many().filter(of_artifacts).exec(db).await?;
    file::Entity::delete_many().filter(file::Column::JobId.is_in(jobs.iter().copied())).exec(db).await?;
    ledger::Entity::delete_many().filter(ledger::Column::JobId.is_in(jobs.iter().copied())).exec(db).await?;
    job::Entity::delete_many().filter(job::Column::Id.is_in(jobs)).exec(db).await?;
    Ok(())
}

/// When the month of `now` began (UTC): what a job of this month has cost still counts.
fn month(now: Time) -> Time {
    let first = now.utc().date_naive().with_day(1).and_then(|first| first.and_hms_opt(0, 0, 0));
    first.map_or(now, |first| Time::new(first.and_utc()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_month_begins_with_its_first_day() {
        let at = |text: &str| -> Time { serde_json::from_value(text.into()).expect("a time") };
        for now in ["2031-02-01T00:00:00Z", "2031-02-28T23:59:59.999Z"] {
            assert_eq!(month(at(now)), at("2031-02-01T00:00:00Z"));
        }
    }
}
