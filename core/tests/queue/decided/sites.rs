//! Sites whose panel is to be told something.
use super::Desk;
use chrono::TimeDelta;
use hosting_core::{
    hosting::{
        HostingKind,
        row::{self, SiteState},
    },
    queue::operator::Decided,
    services::service::{ServiceStatus, ServiceType},
};
use uuid::Uuid;

impl Desk {
    /// A site of a service that is no longer in use, whose panel is to be told.
    async fn suspended_site(&self) -> Uuid {
        let service = self.service(ServiceType::SharedHosting).await;
        let site = row::Model {
            service_id: service.id,
            account_id: self.ama,
            kind: HostingKind::Standard,
            primary_domain: "baobab.example".to_owned(),
            site: "baobab".to_owned(),
            last_activity_at: None,
            inactivity_suspended_at: None,
            deletion_deadline: None,
            site_state: None,
            due_at: None,
            updated_at: service.updated_at,
            backend: None,
        };
        self.stage.insert(site).await;
        self.suspend(service.id).await;
        service.id
    }

    async fn site_is(&self, id: Uuid) -> Option<SiteState> {
        self.read::<row::Entity>(id).await.unwrap().site_state
    }
}

#[tokio::test]
async fn a_site_that_is_not_suspended_is_when_that_is_tried_again() {
    let desk = Desk::new().await;
    let id = desk.suspended_site().await;
    let given_up = desk.give_up().await;
    assert_eq!(desk.site_is(id).await, None);
    assert_eq!(desk.retry(given_up).await, Decided::Done);
    assert_eq!(desk.site_is(id).await, Some(SiteState::Suspended));
}

/// What is done again is what the record says by then.
#[tokio::test]
async fn a_site_that_is_in_use_again_is_not_suspended_by_work_that_was_given_up() {
    let desk = Desk::new().await;
    let id = desk.suspended_site().await;
    let given_up = desk.give_up().await;
    desk.becomes(id, ServiceStatus::Active).await;
    assert_eq!(desk.retry(given_up).await, Decided::Done);
    assert_eq!(desk.site_is(id).await, Some(SiteState::Active));
}

#[tokio::test]
async fn a_site_whose_work_nobody_can_read_is_seen_to_a_day_later() {
    let desk = Desk::new().await;
    let id = desk.suspended_site().await;
    desk.give_up_unread().await;
    assert_eq!(desk.site_is(id).await, None);
    desk.pass(TimeDelta::days(1)).await;
    desk.work_off().await;
    assert_eq!(desk.site_is(id).await, Some(SiteState::Suspended));
}
