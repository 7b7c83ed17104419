//! The tables, on SQLite and on PostgreSQL.
use crate::{
    database::Tables,
    promises,
    stage::{Stage, domain, id},
};
use hosting_kernel::providers::mail::Mail;

#[tokio::test]
async fn the_tables_keep_the_promises() {
    for tables in Tables::all().await {
        let behind = Box::new(tables.other().await);
        promises::all(&Stage { mail: Box::new(tables.maps()), behind }).await;
    }
}

#[tokio::test]
async fn nobody_is_let_in_and_nothing_signed_while_a_domain_is_suspended() {
    for tables in Tables::all().await {
        let (maps, other) = (tables.maps(), tables.other().await);
        let asked = domain("unpaid.example");
        maps.put_domain(id(), &asked).await.unwrap();
        other.run(&mailbox("ama", "unpaid.example")).await.unwrap();
        let answers = async || {
            let mut answers = Vec::new();
            for view in ["dovecot_login", "dovecot_mailbox", "opendkim_rsa", "opendkim_ed25519"] {
                answers.push(other.numbers(&format!("SELECT CAST(count(*) AS bigint) FROM {view}")).await[0]);
            }
            answers
        };
        assert_eq!(answers().await, [1, 1, 1, 1]);
        maps.suspend_domain(id(), asked.service, &asked.name).await.unwrap();
        assert_eq!(answers().await, [0, 1, 0, 0], "what was taken before is still delivered");
        let told = other.texts("SELECT answer FROM postfix_suspended").await;
        assert!(told[0].starts_with("450 4.2.1 "), "{told:?}");
        maps.put_domain(id(), &asked).await.unwrap();
        assert_eq!(answers().await, [1, 1, 1, 1]);
    }
}

#[tokio::test]
async fn what_is_removed_leaves_a_note_of_its_mail_and_nothing_else() {
    for tables in Tables::all().await {
        let (maps, other) = (tables.maps(), tables.other().await);
        let asked = domain("gone.example");
        maps.put_domain(id(), &asked).await.unwrap();
        other.run(&mailbox("ama", "gone.example")).await.unwrap();
        other
            .run("INSERT INTO alias VALUES ('info@gone.example', 'gone.example', 'ama@gone.example')")
            .await
            .unwrap();
        other.run("INSERT INTO mailbox_use VALUES ('ama@gone.example', 5, 1)").await.unwrap();
        let work = id();
        for _ in 0..2 {
            maps.remove_domain(work, asked.service, &asked.name).await.unwrap();
        }
        for table in ["domain", "mailbox", "alias", "dkim_key", "mailbox_use"] {
            let left = other.numbers(&format!("SELECT CAST(count(*) AS bigint) FROM {table}")).await;
            assert_eq!(left, [0], "{table}");
        }
        let notes = "SELECT service || '/' || domain || ' ' || removed_by FROM removed";
        assert_eq!(other.texts(notes).await, [format!("{}/gone.example {work}", asked.service)]);
        // It is in use again before its mail was deleted.
        maps.put_domain(id(), &asked).await.unwrap();
        assert!(other.texts(notes).await.is_empty());
    }
}

/// Nobody but whoever wrote it knows what it is.
#[tokio::test]
async fn what_is_written_otherwise_than_here_is_no_services() {
    for tables in Tables::all().await {
        let (maps, other) = (tables.maps(), tables.other().await);
        let asked = domain("a.example");
        maps.put_domain(id(), &asked).await.unwrap();
        for (service, known) in [
            (asked.service.to_string(), Some(asked.service)),
            (asked.service.simple().to_string(), None),
            (asked.service.to_string().to_uppercase(), None),
            ("customer-17".to_owned(), None),
        ] {
            other.run(&format!("UPDATE domain SET service = '{service}'")).await.unwrap();
            assert_eq!(maps.domains().await.unwrap()[0].service, known, "{service}");
        }
    }
}

/// What makes a mailbox.
pub fn mailbox(local: &str, domain: &str) -> String {
    format!(
        "INSERT INTO mailbox (address, domain, password) VALUES ('{local}@{domain}', '{domain}', '{{PLAIN}}secret')"
    )
}
