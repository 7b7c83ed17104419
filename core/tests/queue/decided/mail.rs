//! Mail that is to be set up, and mail of services that are not in use.
use super::Desk;
use chrono::TimeDelta;
use hosting_core::{
    email::{
        GetEmailService, ProvisionEmailService,
        row::{self, Plan, Provisioning},
    },
    queue::operator::Decided,
    services::service::{ServiceStatus, ServiceType},
};
use serde_json::json;
use uuid::Uuid;

impl Desk {
    /// Mail that is ordered, and not set up.
    async fn mail(&self) -> Uuid {
        let service = self.service(ServiceType::Email).await;
        self.becomes(service.id, ServiceStatus::Provisioning).await;
        let plan = Plan {
            id: "email-10".to_owned(),
            mailbox_limit: 10,
            storage_bytes_per_mailbox: 1 << 30,
            domain_limit: 1,
        };
        self.stage.insert(row::Model::ordered(&service, "baobab.example", plan)).await;
        service.id
    }

    async fn set_up(&self, service_id: Uuid) {
        self.ask(ProvisionEmailService { service_id }).await.unwrap();
    }

    /// Where the set-up stands, whether it went wrong, and where the service stands.
    async fn standing(&self, service_id: Uuid) -> (Option<Provisioning>, bool, ServiceStatus) {
        let shown = self.ask(GetEmailService { service_id }).await.unwrap();
        (shown.provisioning, shown.last_error.is_some(), shown.status)
    }

    /// Mail that is in use.
    async fn used_mail(&self) -> Uuid {
        let mail = self.mail().await;
        self.set_up(mail).await;
        self.work_off().await;
        mail
    }

    /// Mail that was in use, and is to be stopped.
    async fn suspended_mail(&self) -> Uuid {
        let mail = self.used_mail().await;
        self.suspend(mail).await;
        mail
    }

    /// Whether it is stopped, and whether that went wrong.
    async fn stopped(&self, service_id: Uuid) -> (bool, bool) {
        let shown = self.ask(GetEmailService { service_id }).await.unwrap();
        (shown.suspended_at.is_some(), shown.last_error.is_some())
    }
}

const IN_USE: (Option<Provisioning>, bool, ServiceStatus) = (None, false, ServiceStatus::Active);
const FAILED: (Option<Provisioning>, bool, ServiceStatus) =
    (Some(Provisioning::Failed), true, ServiceStatus::Provisioning);

#[tokio::test]
async fn a_set_up_that_is_given_up_has_failed_and_can_be_tried_again() {
    let desk = Desk::new().await;
    let mail = desk.mail().await;
    desk.set_up(mail).await;
    let given_up = desk.give_up().await;
    assert_eq!(desk.standing(mail).await, FAILED);
    assert_eq!(desk.retry(given_up).await, Decided::Done);
    assert_eq!(desk.standing(mail).await, IN_USE);
}

#[tokio::test]
async fn a_set_up_is_not_tried_again_where_it_was_asked_for_since() {
    let desk = Desk::new().await;
    let mail = desk.mail().await;
    desk.set_up(mail).await;
    let given_up = desk.give_up().await;
    desk.set_up(mail).await;
    assert_eq!(desk.retry(given_up).await, Decided::Pointless);
    assert_eq!(desk.standing(mail).await, IN_USE);
    assert_eq!(desk.retry(given_up).await, Decided::Pointless);
}

#[tokio::test]
async fn a_set_up_is_not_tried_again_for_a_service_that_is_not_in_use() {
    let desk = Desk::new().await;
    let mail = desk.mail().await;
    desk.set_up(mail).await;
    let given_up = desk.give_up().await;
    desk.becomes(mail, ServiceStatus::Terminated).await;
    assert_eq!(desk.retry(given_up).await, Decided::Pointless);
    assert_eq!(desk.standing(mail).await, (Some(Provisioning::Failed), true, ServiceStatus::Terminated));
}

#[tokio::test]
async fn a_set_up_that_nobody_can_read_has_failed_and_can_be_asked_for() {
    let desk = Desk::new().await;
    let mail = desk.mail().await;
    desk.set_up(mail).await;
    desk.give_up_unread().await;
    assert_eq!(desk.standing(mail).await, FAILED);
    desk.set_up(mail).await;
    desk.work_off().await;
    assert_eq!(desk.standing(mail).await, IN_USE);
}

#[tokio::test]
async fn a_set_up_waits_on_where_other_work_is_given_up_that_nobody_can_read() {
    let desk = Desk::new().await;
    let mail = desk.mail().await;
    let unreadable = desk.stage.store("of_tomorrow", &format!("email:{mail}"), json!({})).await;
    desk.set_up(mail).await;
    desk.bury_alone(unreadable).await;
    assert_eq!(desk.standing(mail).await.0, Some(Provisioning::Queued));
    desk.work_off().await;
    assert_eq!(desk.standing(mail).await, IN_USE);
}

/// Work of another kind that waits for the same mail sets nothing up.
#[tokio::test]
async fn a_set_up_that_nobody_can_read_has_failed_though_other_work_waits_behind_it() {
    let desk = Desk::new().await;
    let mail = desk.used_mail().await;
    desk.set_up(mail).await;
    let set_up = desk.queued().await;
    desk.suspend(mail).await;
    desk.garble(set_up).await;
    desk.bury(set_up).await;
    assert_eq!(desk.standing(mail).await.0, Some(Provisioning::Failed));
    assert!(desk.stopped(mail).await.0);
}

#[tokio::test]
async fn mail_that_is_not_stopped_says_so_and_is_stopped_when_that_is_tried_again() {
    let desk = Desk::new().await;
    let mail = desk.suspended_mail().await;
    let given_up = desk.give_up().await;
    assert_eq!(desk.stopped(mail).await, (false, true));
    assert_eq!(desk.retry(given_up).await, Decided::Done);
    assert_eq!(desk.stopped(mail).await, (true, false));
}

/// What is given up is asked for again with the next minute.
#[tokio::test]
async fn mail_that_is_to_be_stopped_anyway_is_stopped_once() {
    let desk = Desk::new().await;
    let mail = desk.suspended_mail().await;
    let given_up = desk.give_up().await;
    desk.pass(TimeDelta::minutes(1)).await;
    assert_eq!(desk.retry(given_up).await, Decided::Unknown);
    assert_eq!(desk.stopped(mail).await, (true, false));
}

/// What is done again is what the service asks for by then.
#[tokio::test]
async fn mail_that_is_in_use_again_is_not_stopped_by_work_that_was_given_up() {
    let desk = Desk::new().await;
    let mail = desk.suspended_mail().await;
    let given_up = desk.give_up().await;
    desk.becomes(mail, ServiceStatus::Active).await;
    assert_eq!(desk.retry(given_up).await, Decided::Done);
    assert_eq!(desk.stopped(mail).await, (false, false));
}
