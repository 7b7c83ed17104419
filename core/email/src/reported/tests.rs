use super::{HeldOtherwise::*, *};
use crate::{DnsStatus, row::MailRecords};
use hosting_kernel::values::clock::SystemClock;

fn email() -> row::Model {
    row::Model {
        service_id: Uuid::from_u128(1),
        account_id: Uuid::from_u128(2),
        plan_id: "email-team".to_owned(),
        domain_name: "kente.example".to_owned(),
        mailbox_limit: 5,
        storage_bytes_per_mailbox: 1024,
        domain_limit: 1,
        suspended_at: None,
        cancelled_at: None,
        provisioned_at: Some(SystemClock.now()),
        provisioning: None,
        last_error: None,
        rsa_selector: None,
        rsa_key: None,
        rsa_private: Some(vec![1]),
        ed25519_selector: None,
        ed25519_key: None,
        ed25519_private: Some(vec![2]),
        dns_status: DnsStatus::Synced,
        dns_synced_at: None,
        dns_records: MailRecords::default(),
        dns_revision: 0,
        updated_at: SystemClock.now(),
        backend: None,
    }
}

fn profile() -> Profile {
    Profile {
        mx: Vec::new(),
        spf_include: "_spf.example".to_owned(),
        rsa_selector: "host1".to_owned(),
        ed25519_selector: "host2".to_owned(),
        autoconfig: None,
        autodiscover: None,
        dmarc_reports: None,
        tls_reports: None,
    }
}

/// As it was ordered; a selector that is about to be another is there too.
fn whole() -> HeldDomain {
    HeldDomain {
        name: "kente.example".to_owned(),
        service: Some(Uuid::from_u128(1)),
        suspended: false,
        mailbox_limit: 5,
        storage_bytes_per_mailbox: 1024,
        selectors: ["host0", "host1", "host2"].map(str::to_owned).to_vec(),
    }
}

#[test]
fn what_is_as_its_service_is_is_not_otherwise() {
    let suspended = HeldDomain { suspended: true, mailbox_limit: 9, ..whole() };
    for (level, held) in
        [(Level::InUse, Some(whole())), (Level::Stopped, Some(suspended)), (Level::Removed, None)]
    {
        assert_eq!(otherwise(&email(), level, &profile(), held), [], "{level:?}");
    }
}

#[test]
fn what_signs_until_keys_are_made_is_not_for_the_platform_to_say() {
    let adopted = row::Model { rsa_private: None, ed25519_private: None, ..email() };
    let held = HeldDomain { selectors: Vec::new(), ..whole() };
    assert_eq!(otherwise(&adopted, Level::InUse, &profile(), Some(held)), []);
}

#[test]
fn what_is_not_as_its_service_is_is_told() {
    let theirs = || HeldDomain { service: Some(Uuid::from_u128(3)), ..whole() };
    let nobodys = HeldDomain { service: None, ..whole() };
    let small = HeldDomain { suspended: true, mailbox_limit: 1, storage_bytes_per_mailbox: 1, ..whole() };
    let unsigned = HeldDomain { selectors: vec!["host1".to_owned()], ..whole() };
    for (level, held, told) in [
        (Level::InUse, None, vec![NotThere]),
        (Level::Stopped, None, vec![NotThere]),
        (Level::InUse, Some(theirs()), vec![SomebodyElses]),
        (Level::Stopped, Some(nobodys), vec![SomebodyElses]),
        (Level::Stopped, Some(whole()), vec![NotSuspended]),
        (Level::Removed, Some(whole()), vec![Strange]),
        (Level::Removed, Some(theirs()), vec![Strange]),
        (Level::InUse, Some(unsigned), vec![NoKey("host2".to_owned())]),
        (
            Level::InUse,
            Some(small),
            vec![Suspended, Mailboxes { ordered: 5, held: 1 }, Bytes { ordered: 1024, held: 1 }],
        ),
    ] {
        assert_eq!(otherwise(&email(), level, &profile(), held), told, "{level:?}");
    }
}
