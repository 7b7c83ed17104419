//! What the database itself holds mailboxes and aliases to, whoever makes them.
use crate::{
    database::Tables,
    maps::mailbox,
    stage::{domain, id},
};
use hosting_kernel::providers::mail::{Mail, MailDomain};

#[tokio::test]
async fn a_domain_gets_no_more_mailboxes_than_it_may_have() {
    for tables in Tables::all().await {
        let (maps, other) = (tables.maps(), tables.other().await);
        let asked = MailDomain { mailbox_limit: 2, ..domain("small.example") };
        maps.put_domain(id(), &asked).await.unwrap();
        maps.put_domain(id(), &domain("other.example")).await.unwrap();
        for local in ["one", "two"] {
            other.run(&mailbox(local, "small.example")).await.unwrap();
        }
        let refused = other.run(&mailbox("three", "small.example")).await.unwrap_err();
        assert!(refused.to_string().contains("as many mailboxes as it may have"), "{refused}");
        // Nor by a way around.
        other.run(&mailbox("three", "other.example")).await.unwrap();
        let moved = "UPDATE mailbox SET domain = 'small.example', address = 'three@small.example' \
             WHERE address = 'three@other.example'";
        assert!(other.run(moved).await.unwrap_err().to_string().contains("stays in its domain"));
        // Fewer may be had than there are: those stay.
        maps.put_domain(id(), &MailDomain { mailbox_limit: 1, ..asked.clone() }).await.unwrap();
        let used = "SELECT CAST(mailboxes AS bigint) FROM domain_use WHERE name = 'small.example'";
        assert_eq!(other.numbers(used).await, [2]);
        maps.put_domain(id(), &MailDomain { mailbox_limit: 3, ..asked }).await.unwrap();
        other.run(&mailbox("three", "small.example")).await.unwrap();
    }
}

/// Two come at the same time, and put a table of their own before the one that says what may be.
#[tokio::test]
async fn the_limit_holds_whoever_looks_for_a_way_around() {
    let Some(tables) = Tables::in_a_server().await else { return };
    let (maps, other) = (tables.maps(), tables.other().await);
    maps.put_domain(id(), &MailDomain { mailbox_limit: 1, ..domain("small.example") }).await.unwrap();
    let attempt = |local: &str| {
        format!(
            "BEGIN; CREATE TEMP TABLE domain (name text, mailbox_limit int) ON COMMIT DROP; {}; SELECT pg_sleep(0.2); COMMIT",
            mailbox(local, "small.example")
        )
    };
    let (one, two) = (attempt("one"), attempt("two"));
    let (one, two) = tokio::join!(other.run(&one), other.run(&two));
    assert!(one.is_ok() != two.is_ok(), "{one:?} {two:?}");
}

#[tokio::test]
async fn what_could_lead_out_of_its_domain_is_refused() {
    for tables in Tables::all().await {
        let (maps, other) = (tables.maps(), tables.other().await);
        maps.put_domain(id(), &domain("a.example")).await.unwrap();
        for local in ["", "Ama", "..", ".ama", "../b", "a/b", "ama@b.example"] {
            assert!(other.run(&mailbox(local, "a.example")).await.is_err(), "{local:?}");
        }
        let elsewhere =
            "INSERT INTO mailbox (address, domain, password) VALUES ('ama@b.example', 'a.example', '')";
        assert!(other.run(elsewhere).await.is_err());
        assert!(other.run(&mailbox("ama", "nowhere.example")).await.is_err());
        let elsewhere = "INSERT INTO alias VALUES ('ama@b.example', 'a.example', 'ama@a.example')";
        assert!(other.run(elsewhere).await.is_err());
    }
}

#[tokio::test]
async fn who_may_send_is_who_has_the_address_or_an_alias_in_the_domain() {
    for tables in Tables::all().await {
        let (maps, other) = (tables.maps(), tables.other().await);
        for name in ["a.example", "b.example"] {
            maps.put_domain(id(), &domain(name)).await.unwrap();
            other.run(&mailbox("ama", name)).await.unwrap();
        }
        for alias in [
            "('info@a.example', 'a.example', 'ama@a.example')",
            "('@a.example', 'a.example', 'ama@a.example')",
            "('sales@a.example', 'a.example', 'ama@b.example')",
        ] {
            other.run(&format!("INSERT INTO alias VALUES {alias}")).await.unwrap();
        }
        let senders = "SELECT address || ' ' || login FROM postfix_sender ORDER BY 1";
        let mut known = other.texts(senders).await;
        known.sort();
        let expected = [
            "@a.example ama@a.example",
            "ama@a.example ama@a.example",
            "ama@b.example ama@b.example",
            "info@a.example ama@a.example",
        ];
        assert_eq!(known, expected);
        let mut aliases =
            other.texts("SELECT destination FROM postfix_alias WHERE address = 'ama@a.example'").await;
        assert_eq!(aliases.pop().as_deref(), Some("ama@a.example"), "it does not go where all others go");
    }
}

#[tokio::test]
async fn what_mailboxes_hold_is_added_up_for_their_domain() {
    for tables in Tables::all().await {
        let (maps, other) = (tables.maps(), tables.other().await);
        maps.put_domain(id(), &domain("a.example")).await.unwrap();
        for (local, bytes) in [("one", 1000), ("two", 234)] {
            other.run(&mailbox(local, "a.example")).await.unwrap();
            other
                .run(&format!("INSERT INTO mailbox_use VALUES ('{local}@a.example', {bytes}, 1)"))
                .await
                .unwrap();
        }
        assert_eq!(other.numbers("SELECT CAST(bytes AS bigint) FROM domain_use").await, [1234]);
    }
}
