//! Nameservers that a customer wishes.
use super::Desk;
use hosting_core::{
    AREAS,
    domains::{Domain, GetDomain, SetDomainNameservers, domain},
    queue::{JobStatus, operator::Decided, work_once},
    texts::Texts,
};
use hosting_drivers::fault::Fault;
use sea_orm::{Set, Unchanged};
use serde_json::json;
use std::time::Duration;

impl Desk {
    async fn wish(&self, domain: &Domain, who: &str) {
        let name_servers = hosts(who);
        self.ask(SetDomainNameservers { domain_id: domain.id, name_servers }).await.unwrap();
    }

    /// The nameservers of a domain, those that are pending, and whether the last wish failed.
    async fn hosts(&self, domain: &Domain) -> (Vec<String>, Option<Vec<String>>, bool) {
        let shown = self.ask(GetDomain { domain_id: domain.id }).await.unwrap();
        (
            shown.name_servers.0,
            shown.pending_name_servers.map(|all| all.0),
            shown.name_servers_error.is_some(),
        )
    }

    /// A domain whose registry was told of others, and has yet to decide.
    async fn awaits_registry(&self) -> Domain {
        let domain = self.stage.domain(self.ama, "baobab.example").await;
        let waits = domain::ActiveModel {
            id: Unchanged(domain.id),
            pending_name_servers: Set(Some(Texts(hosts("first")))),
            awaits_registry: Set(true),
            ..Default::default()
        };
        self.update(waits).await;
        domain
    }
}

fn hosts(who: &str) -> Vec<String> {
    [1, 2].map(|number| format!("ns{number}.{who}.example")).to_vec()
}

#[tokio::test]
async fn nameservers_that_are_given_up_have_failed_and_can_be_tried_again() {
    let desk = Desk::new().await;
    let domain = desk.stage.domain(desk.ama, "baobab.example").await;
    desk.wish(&domain, "first").await;
    let first = desk.give_up().await;
    assert_eq!(desk.hosts(&domain).await, (Vec::new(), None, true));
    assert_eq!(desk.retry(first).await, Decided::Done);
    assert_eq!(desk.hosts(&domain).await, (hosts("first"), None, false));
    assert!(desk.stage.jobs().await.is_empty());
}

#[tokio::test]
async fn nameservers_are_shown_as_pending_from_when_they_are_to_be_tried_again() {
    let desk = Desk::new().await;
    let domain = desk.stage.domain(desk.ama, "baobab.example").await;
    desk.wish(&domain, "first").await;
    let first = desk.give_up().await;
    desk.stage.sandboxes.registrar.faults.next(Fault::Unavailable, 1);
    assert_eq!(desk.retry(first).await, Decided::Done);
    assert_eq!(desk.hosts(&domain).await, (Vec::new(), Some(hosts("first")), true));
}

/// Whatever became of the later wish, the one before it is not what the customer wants.
#[tokio::test]
async fn nameservers_are_not_tried_again_where_others_were_wished_since() {
    let desk = Desk::new().await;
    let domain = desk.stage.domain(desk.ama, "baobab.example").await;
    desk.wish(&domain, "first").await;
    let first = desk.give_up().await;
    desk.wish(&domain, "second").await;
    assert_ne!(desk.retry(first).await, Decided::Done);
    assert_eq!(desk.hosts(&domain).await, (hosts("second"), None, false));
    desk.wish(&domain, "third").await;
    let third = desk.give_up().await;
    desk.wish(&domain, "fourth").await;
    let fourth = desk.give_up().await;
    assert_ne!(desk.retry(third).await, Decided::Done);
    assert_eq!(desk.hosts(&domain).await, (hosts("second"), None, true));
    assert_eq!(desk.retry(fourth).await, Decided::Done);
    assert_eq!(desk.hosts(&domain).await, (hosts("fourth"), None, false));
}

/// The registrar was asked already when the customer wished others, and refused.
#[tokio::test]
async fn nameservers_that_are_refused_when_others_are_wished_are_not_tried_again() {
    let desk = Desk::new().await;
    let domain = desk.stage.domain(desk.ama, "baobab.example").await;
    let faults = &desk.stage.sandboxes.registrar.faults;
    faults.set_delay(Duration::from_millis(500));
    faults.next(Fault::Refused, 1);
    desk.wish(&domain, "first").await;
    let first = desk.stage.jobs().await[0].id;
    let platform = desk.stage.platform.clone();
    let work = tokio::spawn(async move { work_once(&platform, AREAS).await });
    while desk.stage.jobs().await[0].status == JobStatus::Queued {
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    desk.wish(&domain, "second").await;
    work.await.unwrap().unwrap();
    faults.set_delay(Duration::ZERO);
    let second = desk.give_up().await;
    assert_eq!(desk.hosts(&domain).await, (Vec::new(), None, true));
    assert_ne!(desk.retry(first).await, Decided::Done);
    assert_eq!(desk.hosts(&domain).await, (Vec::new(), None, true));
    assert_eq!(desk.retry(second).await, Decided::Done);
    assert_eq!(desk.hosts(&domain).await, (hosts("second"), None, false));
}

#[tokio::test]
async fn nameservers_whose_work_nobody_can_read_have_failed() {
    let desk = Desk::new().await;
    let domain = desk.stage.domain(desk.ama, "baobab.example").await;
    desk.wish(&domain, "first").await;
    let unread = desk.give_up_unread().await;
    assert_eq!(desk.hosts(&domain).await, (Vec::new(), None, true));
    assert_eq!(desk.retry(unread).await, Decided::Unreadable);
    desk.wish(&domain, "second").await;
    desk.work_off().await;
    assert_eq!(desk.hosts(&domain).await, (hosts("second"), None, false));
}

#[tokio::test]
async fn nameservers_wait_on_where_other_work_is_given_up_that_nobody_can_read() {
    let desk = Desk::new().await;
    let domain = desk.stage.domain(desk.ama, "baobab.example").await;
    let unreadable = desk.stage.store("of_tomorrow", &format!("domain:{}", domain.id), json!({})).await;
    desk.wish(&domain, "first").await;
    desk.bury_alone(unreadable).await;
    assert_eq!(desk.hosts(&domain).await, (Vec::new(), Some(hosts("first")), false));
    desk.work_off().await;
    assert_eq!(desk.hosts(&domain).await, (hosts("first"), None, false));
}

/// The registrar has them, and no work is queued for them.
#[tokio::test]
async fn nameservers_that_the_registry_has_yet_to_accept_are_not_given_up_with_other_work() {
    let desk = Desk::new().await;
    let domain = desk.awaits_registry().await;
    desk.stage.store("of_tomorrow", &format!("domain:{}", domain.id), json!({})).await;
    desk.give_up().await;
    assert_eq!(desk.hosts(&domain).await, (Vec::new(), Some(hosts("first")), false));
}
