//! Files that are to be converted.
use super::Desk;
use hosting_core::{
    clock::Clock,
    conversion::{
        JobStatus, job,
        ledger::{self, Entry},
    },
    queue::operator::Decided,
};
use sea_orm::EntityTrait;
use serde_json::json;
use uuid::Uuid;

impl Desk {
    /// A job that is `status`, with its work.
    async fn conversion(&self, status: JobStatus) -> Uuid {
        let (id, now) = (self.stage.platform.id(), self.stage.clock.now());
        let job = job::Model {
            id,
            account_id: self.ama,
            request_id: Uuid::nil(),
            tool: "image-convert".to_owned(),
            options: json!({ "format": "webp" }),
            sealed_options: None,
            status,
            progress: 0,
            error: None,
            created_at: now,
            started_at: None,
            finished_at: None,
            expires_at: now,
            files_gone_at: None,
        };
        self.stage.insert(job).await;
        self.stage.store("convert_files", &subject(id), json!({ "job_id": id })).await;
        id
    }

    /// Where a job stands, and why it failed.
    async fn converted(&self, id: Uuid) -> (JobStatus, Option<String>) {
        let job = self.read::<job::Entity>(id).await.unwrap();
        (job.status, job.error.map(|fault| fault.code))
    }

    /// What was given back of the customer's plan.
    async fn given_back(&self) -> Vec<i32> {
        let reader = self.stage.platform.database().reader(false).await.unwrap();
        let rows = ledger::Entity::find().all(&reader.executor()).await.unwrap();
        rows.iter().filter(|row| row.entry == Entry::Returned).map(|row| row.operations).collect()
    }
}

fn subject(job: Uuid) -> String {
    format!("conversion:{job}")
}

fn ours() -> (JobStatus, Option<String>) {
    (JobStatus::Failed, Some("conversion_unavailable".to_owned()))
}

#[tokio::test]
async fn a_conversion_that_is_given_up_has_failed_and_costs_nothing() {
    let desk = Desk::new().await;
    let id = desk.conversion(JobStatus::Queued).await;
    let work = desk.give_up().await;
    assert_eq!(desk.converted(id).await, ours());
    assert_eq!(desk.given_back().await, [-1]);
    // The operation was given back: who wants it still asks anew.
    assert_eq!(desk.retry(work).await, Decided::Pointless);
    assert_eq!((desk.converted(id).await, desk.given_back().await), (ours(), vec![-1]));
}

#[tokio::test]
async fn a_conversion_that_nobody_can_read_has_failed_and_costs_nothing() {
    for status in [JobStatus::Queued, JobStatus::Processing] {
        let desk = Desk::new().await;
        let id = desk.conversion(status).await;
        let work = desk.give_up_unread().await;
        assert_eq!((desk.converted(id).await, desk.given_back().await), (ours(), vec![-1]));
        assert_eq!(desk.retry(work).await, Decided::Unreadable);
    }
}

#[tokio::test]
async fn a_conversion_that_is_over_stays_so_whatever_is_given_up() {
    for status in [JobStatus::Succeeded, JobStatus::Cancelled] {
        for is_read in [true, false] {
            let desk = Desk::new().await;
            let id = desk.conversion(status).await;
            match is_read {
                true => desk.give_up().await,
                false => desk.give_up_unread().await,
            };
            assert_eq!((desk.converted(id).await, desk.given_back().await), ((status, None), vec![]));
        }
    }
}

/// The work that can be read says itself what came of it: here, that the customer has no plan.
#[tokio::test]
async fn a_conversion_waits_on_where_other_work_is_given_up_that_nobody_can_read() {
    let desk = Desk::new().await;
    let id = desk.conversion(JobStatus::Queued).await;
    let unread = desk.queued().await;
    desk.garble(unread).await;
    desk.stage.store_after("convert_files", &subject(id), json!({ "job_id": id })).await;
    desk.bury(unread).await;
    assert_eq!(desk.converted(id).await, (JobStatus::Failed, Some("conversion_plan_required".to_owned())));
    assert_eq!(desk.given_back().await, [-1]);
}
