//! Money that is to be asked for, and charges that are to be taken back.
use super::Desk;
use chrono::TimeDelta;
use hosting_core::{
    billing::charge::{ActiveModel, ChargeStatus, Entity, Model as Charge},
    clock::Clock,
    providers::billing::Payment,
    queue::operator::Decided,
    services::service::{self, ServiceType},
};
use sea_orm::{EntityTrait, Set, Unchanged};
use uuid::Uuid;

impl Desk {
    /// A service whose next period is to be paid: whoever takes the money is to be asked for it.
    async fn due(&self) -> Uuid {
        let service = self.service(ServiceType::SharedHosting).await;
        let renews_at = Set(Some(self.stage.clock.now().plus(TimeDelta::days(1))));
        self.update(service::ActiveModel { id: Unchanged(service.id), renews_at, ..Default::default() })
            .await;
        self.pass(TimeDelta::minutes(1)).await;
        assert_eq!(self.charge().await.status, ChargeStatus::Due);
        service.id
    }

    /// A charge on its way that is to be taken back.
    async fn unwanted(&self) {
        self.stage.sandboxes.billing.say(Payment::Pending);
        let service = self.due().await;
        self.work_off().await;
        assert_eq!(self.charge().await.status, ChargeStatus::Pending);
        let auto_renew = Set(false);
        self.update(service::ActiveModel { id: Unchanged(service), auto_renew, ..Default::default() }).await;
        self.pass(TimeDelta::minutes(1)).await;
    }

    /// The only charge.
    async fn charge(&self) -> Charge {
        let reader = self.stage.platform.database().reader(false).await.unwrap();
        Entity::find().one(&reader.executor()).await.unwrap().unwrap()
    }

    async fn asked(&self) -> (ChargeStatus, usize) {
        (self.charge().await.status, self.stage.sandboxes.billing.asked())
    }
}

#[tokio::test]
async fn money_that_was_not_asked_for_is_when_that_is_tried_again() {
    let desk = Desk::new().await;
    let service = desk.due().await;
    let given_up = desk.give_up().await;
    assert_eq!(desk.asked().await, (ChargeStatus::Due, 0));
    assert_eq!(desk.retry(given_up).await, Decided::Done);
    assert_eq!(desk.asked().await, (ChargeStatus::Paid, 1));
    let renewed = desk.read::<service::Entity>(service).await.unwrap();
    assert_eq!(renewed.renews_at, Some(desk.charge().await.ends));
}

/// What is given up is asked for again with the next hour.
#[tokio::test]
async fn money_that_is_asked_for_again_anyway_is_asked_for_once() {
    let desk = Desk::new().await;
    desk.due().await;
    let given_up = desk.give_up().await;
    desk.pass(TimeDelta::hours(1)).await;
    assert_eq!(desk.retry(given_up).await, Decided::Unknown);
    assert_eq!(desk.asked().await, (ChargeStatus::Paid, 1));
}

#[tokio::test]
async fn money_is_not_asked_for_again_for_what_is_over() {
    for over in [ChargeStatus::Paid, ChargeStatus::Withdrawn] {
        let desk = Desk::new().await;
        desk.due().await;
        let given_up = desk.give_up().await;
        let id = Unchanged(desk.charge().await.id);
        desk.update(ActiveModel { id, status: Set(over), ..Default::default() }).await;
        assert_eq!(desk.retry(given_up).await, Decided::Pointless);
        assert_eq!(desk.asked().await, (over, 0));
    }
}

#[tokio::test]
async fn money_whose_work_nobody_can_read_is_asked_for_an_hour_later() {
    let desk = Desk::new().await;
    desk.due().await;
    desk.give_up_unread().await;
    assert_eq!(desk.asked().await, (ChargeStatus::Due, 0));
    desk.pass(TimeDelta::hours(1)).await;
    desk.work_off().await;
    assert_eq!(desk.asked().await, (ChargeStatus::Paid, 1));
}

#[tokio::test]
async fn a_charge_that_is_not_taken_back_is_when_that_is_tried_again() {
    let desk = Desk::new().await;
    desk.unwanted().await;
    let given_up = desk.give_up().await;
    assert_eq!(desk.asked().await, (ChargeStatus::Pending, 1));
    assert_eq!(desk.retry(given_up).await, Decided::Done);
    assert_eq!(desk.asked().await, (ChargeStatus::Withdrawn, 1));
}

/// What was paid meanwhile is given, and stays so.
#[tokio::test]
async fn a_charge_that_was_paid_meanwhile_is_not_taken_back() {
    let desk = Desk::new().await;
    desk.unwanted().await;
    let given_up = desk.give_up().await;
    let id = Unchanged(desk.charge().await.id);
    desk.update(ActiveModel { id, status: Set(ChargeStatus::Paid), ..Default::default() }).await;
    assert_eq!(desk.retry(given_up).await, Decided::Pointless);
    assert_eq!(desk.asked().await, (ChargeStatus::Paid, 1));
}
