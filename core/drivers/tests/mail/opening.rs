//! The database is opened when it is first needed, by several at once, and not where it is of no use.
use crate::{
    database::Tables,
    stage::{domain, ed25519, id},
};
use hosting_drivers::maps::{Maps, Options};
use hosting_kernel::providers::{
    Failure,
    mail::{Mail, MailDomain},
};

#[tokio::test(flavor = "multi_thread")]
async fn several_processes_make_the_tables_once() {
    for tables in Tables::all().await {
        let begun: Vec<_> = (0..6)
            .map(|number| {
                let maps = tables.maps();
                tokio::spawn(
                    async move { maps.put_domain(id(), &domain(&format!("d{number}.example"))).await },
                )
            })
            .collect();
        for one in begun {
            one.await.unwrap().unwrap();
        }
        let other = tables.other().await;
        assert_eq!(other.numbers("SELECT CAST(count(*) AS bigint) FROM maps_version").await, [1]);
        assert_eq!(other.numbers("SELECT CAST(count(*) AS bigint) FROM domain").await, [6]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_services_that_ask_for_a_domain_at_the_same_time_one_has_it() {
    for tables in Tables::all().await {
        let maps = std::sync::Arc::new(tables.maps());
        let begun: Vec<_> = (0..8)
            .map(|_| {
                let maps = maps.clone();
                tokio::spawn(async move { maps.put_domain(id(), &domain("one.example")).await })
            })
            .collect();
        let mut taken = 0;
        for one in begun {
            match one.await.unwrap() {
                Ok(()) => taken += 1,
                Err(failure) => assert!(matches!(failure, Failure::Refused(_)), "{failure:?}"),
            }
        }
        let other = tables.other().await;
        assert_eq!(
            (taken, other.numbers("SELECT CAST(count(*) AS bigint) FROM dkim_key").await),
            (1, vec![2])
        );
    }
}

#[tokio::test]
async fn a_newer_database_is_refused() {
    for tables in Tables::all().await {
        let running = tables.maps();
        running.ping().await.unwrap();
        tables.other().await.run("UPDATE maps_version SET version = 2").await.unwrap();
        for maps in [tables.maps(), running] {
            let refused = maps.ping().await;
            assert!(
                matches!(&refused, Err(Failure::Misconfigured(why)) if why.contains("version")),
                "{refused:?}"
            );
        }
    }
}

#[tokio::test]
async fn the_tables_of_others_are_left_alone() {
    for tables in Tables::all().await {
        let other = tables.other().await;
        other.run("CREATE TABLE domain (id text)").await.unwrap();
        let refused = tables.maps().put_domain(id(), &domain("a.example")).await;
        assert!(
            matches!(&refused, Err(Failure::Misconfigured(why)) if why.contains("domain")),
            "{refused:?}"
        );
        assert!(other.run("SELECT * FROM maps_version").await.is_err(), "nothing of it is left");
    }
}

#[tokio::test]
async fn a_database_that_is_away_is_told_and_keeps_nobody_from_starting() {
    let tables = Tables::in_a_file();
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let url = format!("postgres://hosting:secret@{free}/mail");
    let away = Maps::new(Options { database_url: url, ..tables.options() }).unwrap().ping().await;
    assert!(matches!(away, Err(Failure::Unavailable(_))), "{away:?}");
    let nowhere = "sqlite:///nowhere/mail.db".to_owned();
    let wrong = Maps::new(Options { database_url: nowhere, ..tables.options() }).unwrap().ping().await;
    assert!(matches!(&wrong, Err(Failure::Misconfigured(why)) if why.contains("/nowhere")), "{wrong:?}");
    if let Some(server) = Tables::in_a_server().await {
        let url = format!("{}_not", server.url);
        let wrong = Maps::new(Options { database_url: url, ..server.options() }).unwrap().ping().await;
        assert!(matches!(wrong, Err(Failure::Misconfigured(_))), "{wrong:?}");
    }
}

#[tokio::test]
async fn what_fails_halfway_changes_nothing_and_is_done_when_it_is_asked_again() {
    for tables in Tables::all().await {
        let (maps, other) = (tables.maps(), tables.other().await);
        let asked = domain("a.example");
        maps.ping().await.unwrap();
        // The keys cannot be written after the domain was.
        other.run("ALTER TABLE dkim_key RENAME TO elsewhere").await.unwrap();
        assert!(maps.put_domain(id(), &asked).await.is_err());
        assert!(other.texts("SELECT name FROM domain").await.is_empty());
        other.run("ALTER TABLE elsewhere RENAME TO dkim_key").await.unwrap();
        maps.put_domain(id(), &asked).await.unwrap();
        assert_eq!(other.texts("SELECT id FROM opendkim_rsa").await, ["host1._domainkey.a.example"]);
    }
}

#[tokio::test]
async fn what_is_no_key_is_refused_before_anything_is_done() {
    let tables = Tables::in_a_file();
    let mut key = ed25519("host2");
    key.private.truncate(20);
    let asked = MailDomain { keys: vec![key], ..domain("a.example") };
    let refused = tables.maps().put_domain(id(), &asked).await;
    assert!(matches!(refused, Err(Failure::Ours(_))), "{refused:?}");
}
