//! What mail servers promise, whichever they are.
use crate::stage::{Stage, Taken, domain, ed25519, id, rsa};
use hosting_kernel::providers::{
    Failure,
    mail::{HeldDomain, MailDomain, SigningKey},
};

/// All of them, one after the other.
pub async fn all(stage: &Stage) {
    stage.mail.ping().await.unwrap();
    a_profile_is_whole(stage);
    a_domain_is_taken_within_its_limits(stage).await;
    what_is_asked_twice_is_done_once(stage).await;
    what_was_set_before_is_replaced(stage).await;
    what_has_no_keys_leaves_those_that_are_there(stage).await;
    keys_that_do_not_sign_stand_beside_those_that_do(stage).await;
    what_signs_goes_on_until_something_is_to_sign_in_its_place(stage).await;
    nobody_takes_what_is_somebody_elses(stage).await;
    what_is_suspended_is_refused_until_it_is_put_again(stage).await;
    what_is_removed_is_gone(stage).await;
    what_is_not_there_is_left_as_it_is(stage).await;
    all_that_is_there_is_told(stage).await;
}

fn a_profile_is_whole(stage: &Stage) {
    let profile = stage.mail.profile();
    assert!(!profile.mx.is_empty() && !profile.spf_include.is_empty());
    assert_ne!(profile.rsa_selector, profile.ed25519_selector);
}

async fn a_domain_is_taken_within_its_limits(stage: &Stage) {
    assert_eq!(stage.behind.domain("new.example").await, None);
    let asked = domain("new.example");
    stage.put(&asked).await;
    assert_eq!(stage.behind.domain("new.example").await, Some(taken(&asked)));
}

async fn what_is_asked_twice_is_done_once(stage: &Stage) {
    let (work, asked) = (id(), domain("twice.example"));
    for _ in 0..2 {
        stage.mail.put_domain(work, &asked).await.unwrap();
    }
    assert_eq!(stage.behind.domain("twice.example").await, Some(taken(&asked)));
    let work = id();
    for _ in 0..2 {
        stage.mail.suspend_domain(work, asked.service, &asked.name).await.unwrap();
    }
    let work = id();
    for _ in 0..2 {
        stage.mail.remove_domain(work, asked.service, &asked.name).await.unwrap();
    }
    assert_eq!(stage.behind.domain("twice.example").await, None);
}

async fn what_was_set_before_is_replaced(stage: &Stage) {
    let before = domain("grown.example");
    stage.put(&before).await;
    let keys = vec![rsa("host1"), ed25519("host2")];
    let after = MailDomain { mailbox_limit: 50, storage_bytes_per_mailbox: 5 << 30, keys, ..before };
    stage.put(&after).await;
    assert_eq!(stage.behind.domain("grown.example").await, Some(taken(&after)));
}

async fn what_has_no_keys_leaves_those_that_are_there(stage: &Stage) {
    let signed = domain("signed.example");
    stage.put(&signed).await;
    stage.mail.suspend_domain(id(), signed.service, &signed.name).await.unwrap();
    let after = MailDomain { mailbox_limit: 50, keys: Vec::new(), ..signed.clone() };
    stage.put(&after).await;
    let found = stage.behind.domain("signed.example").await;
    assert_eq!(found, Some(taken(&MailDomain { keys: signed.keys, ..after })));
}

async fn keys_that_do_not_sign_stand_beside_those_that_do(stage: &Stage) {
    let before = domain("rotated.example");
    stage.put(&before).await;
    let [old, other] = before.keys.clone().try_into().unwrap();
    let new = rsa("host3");
    let silent = |key: &SigningKey| SigningKey { signs: false, ..key.clone() };
    for keys in [
        vec![old.clone(), other.clone(), silent(&new)],
        vec![silent(&old), other.clone(), new.clone()],
        vec![other.clone(), new.clone()],
        // Taken back.
        vec![old, other],
    ] {
        let after = MailDomain { keys, ..before.clone() };
        for _ in 0..2 {
            stage.put(&after).await;
            assert_eq!(stage.behind.domain("rotated.example").await, Some(taken(&after)));
        }
    }
}

async fn what_signs_goes_on_until_something_is_to_sign_in_its_place(stage: &Stage) {
    let before = domain("adopted.example");
    stage.put(&before).await;
    let new = [rsa("host3"), ed25519("host4")];
    let silent = new.clone().map(|key| SigningKey { signs: false, ..key }).to_vec();
    stage.put(&MailDomain { keys: silent, ..before.clone() }).await;
    let found = stage.behind.domain("adopted.example").await.unwrap();
    assert_eq!((found.signs, found.selectors.len()), (taken(&before).signs, 4));
    let after = MailDomain { keys: new.to_vec(), ..before };
    stage.put(&after).await;
    assert_eq!(stage.behind.domain("adopted.example").await, Some(taken(&after)));
}

async fn nobody_takes_what_is_somebody_elses(stage: &Stage) {
    let theirs = domain("theirs.example");
    stage.put(&theirs).await;
    let ours = MailDomain { mailbox_limit: 99, ..domain("theirs.example") };
    let refused = stage.mail.put_domain(id(), &ours).await;
    assert!(matches!(refused, Err(Failure::Refused(_))), "{refused:?}");
    stage.mail.suspend_domain(id(), ours.service, &ours.name).await.unwrap();
    stage.mail.remove_domain(id(), ours.service, &ours.name).await.unwrap();
    assert_eq!(stage.behind.domain("theirs.example").await, Some(taken(&theirs)));
}

async fn what_is_suspended_is_refused_until_it_is_put_again(stage: &Stage) {
    let asked = domain("unpaid.example");
    stage.put(&asked).await;
    stage.mail.suspend_domain(id(), asked.service, &asked.name).await.unwrap();
    let closed = Taken { open: false, signs: Vec::new(), ..taken(&asked) };
    assert_eq!(stage.behind.domain("unpaid.example").await, Some(closed));
    stage.put(&asked).await;
    assert_eq!(stage.behind.domain("unpaid.example").await, Some(taken(&asked)));
}

async fn what_is_removed_is_gone(stage: &Stage) {
    let asked = domain("gone.example");
    stage.put(&asked).await;
    stage.mail.suspend_domain(id(), asked.service, &asked.name).await.unwrap();
    stage.mail.remove_domain(id(), asked.service, &asked.name).await.unwrap();
    assert_eq!(stage.behind.domain("gone.example").await, None);
    let next = domain("gone.example");
    stage.put(&next).await;
    assert_eq!(stage.behind.domain("gone.example").await, Some(taken(&next)), "somebody else has it now");
}

async fn what_is_not_there_is_left_as_it_is(stage: &Stage) {
    stage.mail.suspend_domain(id(), id(), "nowhere.example").await.unwrap();
    stage.mail.remove_domain(id(), id(), "nowhere.example").await.unwrap();
    assert_eq!(stage.behind.domain("nowhere.example").await, None);
}

async fn all_that_is_there_is_told(stage: &Stage) {
    let told = async |name: &str| {
        let all = stage.mail.domains().await.unwrap();
        all.into_iter().find(|one| one.name == name)
    };
    assert_eq!(told("told.example").await, None);
    let asked = domain("told.example");
    stage.put(&asked).await;
    let held = HeldDomain {
        name: asked.name.clone(),
        service: Some(asked.service),
        suspended: false,
        mailbox_limit: asked.mailbox_limit,
        storage_bytes_per_mailbox: asked.storage_bytes_per_mailbox,
        selectors: taken(&asked).selectors,
    };
    assert_eq!(told("told.example").await, Some(held.clone()));
    stage.mail.suspend_domain(id(), asked.service, &asked.name).await.unwrap();
    assert_eq!(told("told.example").await, Some(HeldDomain { suspended: true, ..held }));
    stage.mail.remove_domain(id(), asked.service, &asked.name).await.unwrap();
    assert_eq!(told("told.example").await, None);
}

impl Stage {
    async fn put(&self, domain: &MailDomain) {
        self.mail.put_domain(id(), domain).await.unwrap();
    }
}

/// The domain as it was asked for, in use.
fn taken(domain: &MailDomain) -> Taken {
    let selectors = |which: fn(&&SigningKey) -> bool| {
        let mut found: Vec<String> =
            domain.keys.iter().filter(which).map(|key| key.selector.clone()).collect();
        found.sort();
        found
    };
    Taken {
        mailbox_limit: domain.mailbox_limit,
        storage_bytes_per_mailbox: domain.storage_bytes_per_mailbox,
        open: true,
        selectors: selectors(|_| true),
        signs: selectors(|key| key.signs),
    }
}
