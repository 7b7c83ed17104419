//! What the driver promises, whichever server is behind it.
use super::{
    proxy,
    server::{Program, Role, Server, WORK, ZONE, free_port, impatient, put, remove, set},
};
use hosting_drivers::dnsupdate::{DnsUpdate, Options};
use hosting_kernel::providers::{
    Failure,
    dns::{Change, Dns, RrSet},
};
use std::{
    sync::Arc,
    time::{Duration, Instant},
};

/// A set of each type.
fn every_type() -> Vec<RrSet> {
    let sha256 = "0123456789abcdef".repeat(4);
    let mut sets = vec![
        set("", "CAA", &["0 issue \"letsencrypt.org\"", "128 issuewild \";\""]),
        set("", "MX", &["10 mail1.example.net.", "20 mail2.example.net."]),
        set("", "TXT", &["\"v=spf1 -all\""]),
        set("*.wild", "A", &["192.0.2.7"]),
        set("22._tcp", "SSHFP", &[&format!("4 2 {sha256}")]),
        set("_25._tcp.mail", "TLSA", &[&format!("3 1 1 {sha256}")]),
        set("_sip._tcp", "SRV", &["10 5 5060 sip.example.net."]),
        set("_svc", "SVCB", &["1 foo_bar.example.net. alpn=h2 port=8443", r"2 . key667=a\032b"]),
        set("alias", "CNAME", &["www.example.net."]),
        set("long", "TXT", &[&format!("\"{}\" \"{}\"", "a".repeat(255), r"\195\188\010;\")]),
        set("pointer", "PTR", &["host.example.net."]),
        set("sub", "NS", &["ns1.example.net.", "ns2.example.net."]),
        set("www", "A", &["192.0.2.1", "192.0.2.2"]),
        set("www", "AAAA", &["2001:db8::1"]),
        set("www", "HTTPS", &["1 . alpn=h3,h2 ipv4hint=192.0.2.1 ipv6hint=2001:db8::1"]),
    ];
    sets[9].contents[0] = format!("\"{}\" \"\\195\\188\\010;\\\"\"", "a".repeat(255));
    sets.sort_by(|a, b| (&a.name, &a.kind).cmp(&(&b.name, &b.kind)));
    sets
}

pub async fn of_the_port(program: Program) {
    let server = Server::start(program).await;
    crate::promises::all(&server.stage()).await;
}

pub async fn every_type_is_served_and_read(program: Program) {
    let server = Server::start(program).await;
    let driver = server.driver();
    let sets = every_type();
    let first =
        driver.change(WORK, ZONE, &sets.iter().cloned().map(Change::Put).collect::<Vec<_>>()).await.unwrap();
    assert_eq!(driver.zone(ZONE).await.unwrap(), sets);
    assert_eq!(server.dig("www.example.test", "A"), ["192.0.2.1", "192.0.2.2"]);
    assert_eq!(server.dig("example.test", "MX"), ["10 mail1.example.net.", "20 mail2.example.net."]);
    assert_eq!(server.dig("example.test", "TXT"), ["\"v=spf1 -all\""]);
    assert_eq!(server.dig("any.wild.example.test", "A"), ["192.0.2.7"]);
    // Done twice, it is done once.
    driver.adopt(WORK, ZONE, &sets).await.unwrap();
    assert_eq!(driver.zone(ZONE).await.unwrap(), sets);
    let names: Vec<_> = sets
        .iter()
        .map(|set| remove(set.name.trim_end_matches(ZONE).trim_end_matches('.'), &set.kind))
        .collect();
    let last = driver.change(WORK, ZONE, &names).await.unwrap();
    assert_eq!(driver.zone(ZONE).await.unwrap(), []);
    assert!(first.serial.unwrap() > 1 && last.serial.unwrap() > first.serial.unwrap());
    // What is not there is removed without a word.
    driver.change(WORK, ZONE, &names).await.unwrap();
    assert_eq!(server.dig("example.test", "NS"), ["ns1.host.test.", "ns2.host.test."]);
}

pub async fn a_set_takes_the_place_of_another(program: Program) {
    let server = Server::start(program).await;
    let driver = server.driver();
    let www = |contents: &[&str]| put("www", "A", contents);
    driver.change(WORK, ZONE, &[www(&["192.0.2.1", "192.0.2.2"])]).await.unwrap();
    driver.change(WORK, ZONE, &[www(&["192.0.2.2", "192.0.2.3"])]).await.unwrap();
    assert_eq!(server.dig("www.example.test", "A"), ["192.0.2.2", "192.0.2.3"]);
    // Another time to live alone is a change too.
    let mut longer = set("www", "A", &["192.0.2.2", "192.0.2.3"]);
    longer.ttl = 7200;
    driver.change(WORK, ZONE, &[Change::Put(longer.clone())]).await.unwrap();
    assert_eq!(driver.zone(ZONE).await.unwrap(), [longer]);
    // An alias in place of an address, and back.
    driver.change(WORK, ZONE, &[remove("www", "A"), put("www", "CNAME", &["a.example.net."])]).await.unwrap();
    assert_eq!(server.dig("www.example.test", "CNAME"), ["a.example.net."]);
    driver.change(WORK, ZONE, &[remove("www", "CNAME"), www(&["192.0.2.9"])]).await.unwrap();
    assert_eq!(driver.zone(ZONE).await.unwrap(), [set("www", "A", &["192.0.2.9"])]);
}

pub async fn all_or_none(program: Program) {
    let server = Server::start(program).await;
    let driver = server.driver();
    driver
        .change(WORK, ZONE, &[put("www", "A", &["192.0.2.1"]), put("alias", "CNAME", &["a.example.net."])])
        .await
        .unwrap();
    let before = driver.zone(ZONE).await.unwrap();
    for wrong in [
        put("www", "CNAME", &["a.example.net."]),
        put("alias", "A", &["192.0.2.1"]),
        put("", "CNAME", &["a.example.net."]),
        put("", "NS", &["ns.example.net."]),
        put("broken", "A", &["192.0.2"]),
    ] {
        let changes = [put("new", "A", &["192.0.2.5"]), wrong, remove("www", "A")];
        let changes =
            if changes[1] == put("www", "CNAME", &["a.example.net."]) { &changes[..2] } else { &changes[..] };
        let failure = driver.change(WORK, ZONE, changes).await.unwrap_err();
        assert!(matches!(failure, Failure::Refused(_)), "{failure}: {changes:?}");
        assert_eq!(driver.zone(ZONE).await.unwrap(), before, "{changes:?}");
    }
    // A record of a type that the platform does not know is in the way of an alias too.
    server.nsupdate("update add odd.example.test 60 TYPE65280 \\# 4 0a000001");
    let failure = driver.change(WORK, ZONE, &[put("odd", "CNAME", &["a.example.net."])]).await.unwrap_err();
    assert_eq!(
        failure,
        Failure::Refused("odd.example.test cannot be an alias (CNAME): it has TYPE65280 records".to_owned())
    );
}

pub async fn wildcards_and_delegations_hide_nothing(program: Program) {
    let server = Server::start(program).await;
    let mut options = server.options();
    options.ask = vec![options.server.clone()];
    let driver = DnsUpdate::new(options).unwrap();
    // What a wildcard stands in for is not there, and is made.
    driver.change(WORK, ZONE, &[put("*", "A", &["192.0.2.1"])]).await.unwrap();
    driver.change(WORK, ZONE, &[put("www", "A", &["192.0.2.1"])]).await.unwrap();
    driver.change(WORK, ZONE, &[put("www", "A", &["192.0.2.2"])]).await.unwrap();
    assert_eq!(server.dig("www.example.test", "A"), ["192.0.2.2"]);
    driver.change(WORK, ZONE, &[remove("www", "A")]).await.unwrap();
    assert_eq!(server.dig("www.example.test", "A"), ["192.0.2.1"]);
    driver.change(WORK, ZONE, &[remove("www", "A")]).await.unwrap();
    driver.change(WORK, ZONE, &[remove("*", "A"), put("*", "CNAME", &["a.example.net."])]).await.unwrap();
    driver.change(WORK, ZONE, &[put("www", "A", &["192.0.2.2"])]).await.unwrap();
    assert_eq!(server.dig("www.example.test", "A"), ["192.0.2.2"]);
    driver.change(WORK, ZONE, &[remove("www", "A"), remove("*", "CNAME")]).await.unwrap();
    assert_eq!(driver.zone(ZONE).await.unwrap(), []);
    // The server does not answer for what lies below a delegation; it is in the zone all the same.
    driver.change(WORK, ZONE, &[put("sub", "NS", &["ns1.sub.example.test."])]).await.unwrap();
    driver.change(WORK, ZONE, &[put("ns1.sub", "A", &["192.0.2.53"])]).await.unwrap();
    driver.change(WORK, ZONE, &[put("ns1.sub", "A", &["192.0.2.54"])]).await.unwrap();
    assert_eq!(
        driver.zone(ZONE).await.unwrap(),
        [set("ns1.sub", "A", &["192.0.2.54"]), set("sub", "NS", &["ns1.sub.example.test."])]
    );
    driver.change(WORK, ZONE, &[put("sub", "NS", &["ns1.example.net."])]).await.unwrap();
    driver.change(WORK, ZONE, &[remove("sub", "NS"), remove("ns1.sub", "A")]).await.unwrap();
    assert_eq!(driver.zone(ZONE).await.unwrap(), []);
}

pub async fn zones_are_the_operators(program: Program) {
    let server = Server::start(program).await;
    let driver = server.driver();
    driver.ping().await.unwrap();
    assert_eq!((driver.driver(), driver.name_servers().len()), ("dnsupdate", 2));
    driver.make_zone(WORK, ZONE).await.unwrap();
    driver.make_zone(WORK, "EXAMPLE.test").await.unwrap();
    assert!(matches!(driver.zones().await, Err(Failure::Refused(_))));
    for unknown in ["unknown.test", "child.example.test"] {
        assert!(matches!(driver.make_zone(WORK, unknown).await, Err(Failure::NotThere(_))), "{unknown}");
        assert!(matches!(driver.zone(unknown).await, Err(Failure::NotThere(_))), "{unknown}");
        driver.remove_zone(WORK, unknown).await.unwrap();
        let www = RrSet { name: format!("www.{unknown}"), ..set("", "A", &["192.0.2.1"]) };
        let alias =
            RrSet { kind: "CNAME".to_owned(), contents: vec!["a.example.".to_owned()], ..www.clone() };
        for set in [www, alias] {
            let change = driver.change(WORK, unknown, &[Change::Put(set)]).await;
            assert!(matches!(change, Err(Failure::NotThere(_))), "{change:?}");
        }
    }
    driver.adopt(WORK, ZONE, &every_type()).await.unwrap();
    driver.remove_zone(WORK, ZONE).await.unwrap();
    assert_eq!(driver.zone(ZONE).await.unwrap(), []);
    driver.make_zone(WORK, ZONE).await.unwrap();
    driver.remove_zone(WORK, ZONE).await.unwrap();
}

pub async fn a_wrong_key_is_the_operators_to_see_to(program: Program) {
    let server = Server::start(program).await;
    let good = server.options();
    let wrong = [
        Options { tsig_secret: "YW5vdGhlciBzZWNyZXQ=".to_owned(), ..good.clone() },
        Options { tsig_name: "other".to_owned(), ..good.clone() },
        Options { tsig_algorithm: "hmac-sha512".to_owned(), ..good.clone() },
    ];
    for options in wrong {
        let driver = DnsUpdate::new(options).unwrap();
        let change = driver.change(WORK, ZONE, &[put("www", "A", &["192.0.2.1"])]).await;
        for failure in [
            change.map(|_| ()),
            driver.change(WORK, ZONE, &[put("www", "CNAME", &["a.example."])]).await.map(|_| ()),
            driver.zone(ZONE).await.map(|_| ()),
            driver.make_zone(WORK, ZONE).await,
            driver.remove_zone(WORK, ZONE).await,
        ] {
            assert!(
                matches!(&failure, Err(Failure::Misconfigured(why)) if why.contains("BAD")),
                "{failure:?}"
            );
        }
        // Knot looks for the key only when it has found the zone.
        let ping = driver.ping().await;
        match program {
            Program::Bind => assert!(matches!(ping, Err(Failure::Misconfigured(_))), "{ping:?}"),
            Program::Knot => assert_eq!(ping, Ok(())),
        }
    }
    assert_eq!(server.driver().zone(ZONE).await.unwrap(), []);
}

pub async fn a_server_that_is_away_is_waited_for_so_long(program: Program) {
    let mut server = Server::start(program).await;
    let driver = DnsUpdate::with_patience(server.options(), impatient()).unwrap();
    server.program.pause();
    let since = Instant::now();
    let change = driver.change(WORK, ZONE, &[put("www", "A", &["192.0.2.1"])]).await;
    assert_eq!(change, Err(Failure::Timeout));
    assert_eq!(driver.zone(ZONE).await, Err(Failure::Timeout));
    assert_eq!(driver.ping().await, Err(Failure::Timeout));
    assert!(since.elapsed() < Duration::from_secs(5));
    server.program.goes_on();
    driver.change(WORK, ZONE, &[put("www", "A", &["192.0.2.1"])]).await.unwrap();
    server.program.end();
    let change = driver.change(WORK, ZONE, &[put("www", "A", &["192.0.2.1"])]).await;
    assert!(matches!(change, Err(Failure::Unavailable(_))), "{change:?}");
    assert!(matches!(driver.zone(ZONE).await, Err(Failure::Unavailable(_))));
    assert!(matches!(driver.make_zone(WORK, ZONE).await, Err(Failure::Unavailable(_))));
    assert!(matches!(driver.ping().await, Err(Failure::Unavailable(_))));
}

/// Somebody else's hand between what is read and what is done.
pub async fn a_change_is_made_on_what_is_there_by_then(program: Program) {
    let server = Arc::new(Server::start(program).await);
    let behind = |times| {
        let other = Arc::clone(&server);
        proxy::start(server.port, times, move |nth| {
            other.nsupdate(&format!("update add www.example.test 60 A 203.0.{times}.{nth}"));
        })
    };
    let through = |port: u16| {
        DnsUpdate::new(Options { server: format!("127.0.0.1:{port}"), ..server.options() }).unwrap()
    };
    let driver = through(behind(1).await);
    driver.change(WORK, ZONE, &[put("www", "A", &["192.0.2.1"])]).await.unwrap();
    assert_eq!(server.dig("www.example.test", "A"), ["192.0.2.1"], "the other's is replaced, not beside");
    let driver = through(behind(3).await);
    driver.change(WORK, ZONE, &[remove("www", "A")]).await.unwrap();
    assert_eq!(server.dig("www.example.test", "A"), Vec::<String>::new());
    // An address of somebody else's, where an alias was to be made.
    let driver = through(behind(1).await);
    let change = driver.change(WORK, ZONE, &[put("www", "CNAME", &["a.example.net."])]).await;
    assert!(matches!(change, Err(Failure::Refused(_))), "{change:?}");
    assert_eq!(server.dig("www.example.test", "A"), ["203.0.1.0"]);
    // It never ends.
    let driver = through(behind(99).await);
    let change = driver.change(WORK, ZONE, &[put("www", "A", &["192.0.2.1"])]).await;
    assert!(matches!(change, Err(Failure::Conflict(_))), "{change:?}");
}

pub async fn changes_at_the_same_time_are_all_done(program: Program) {
    let server = Server::start(program).await;
    let driver = Arc::new(server.driver());
    let changes: Vec<_> = (0..20)
        .map(|nth| {
            let driver = Arc::clone(&driver);
            let kind = if nth % 2 == 0 { ("CNAME", "a.example.net.") } else { ("A", "192.0.2.1") };
            tokio::spawn(async move {
                driver.change(WORK, ZONE, &[put(&format!("host{nth}"), kind.0, &[kind.1])]).await
            })
        })
        .collect();
    for change in changes {
        change.await.unwrap().unwrap();
    }
    assert_eq!(driver.zone(ZONE).await.unwrap().len(), 20);
}

pub async fn what_is_too_large_is_refused_at_once(program: Program) {
    let server = Server::start(program).await;
    let driver = server.driver();
    let text = format!("\"{}\"", "a".repeat(250));
    let changes: Vec<_> = (0..300).map(|nth| put(&format!("host{nth}"), "TXT", &[&text])).collect();
    let failure = driver.change(WORK, ZONE, &changes).await.unwrap_err();
    assert!(matches!(&failure, Failure::Refused(why) if why.contains("65535 octets")), "{failure}");
    assert_eq!(driver.zone(ZONE).await.unwrap(), []);
}

/// The server tells `other`, which is asked: the change is done when that answers with it.
pub async fn a_secondary_answers_before_it_is_done(program: Program, other: Program) {
    let port = free_port();
    let primary = Server::start_as(program, free_port(), Role::PrimaryOf(port)).await;
    let secondary = Server::start_as(other, port, Role::SecondaryOf(primary.port)).await;
    let asked = format!("127.0.0.1:{port}");
    let options = Options { ask: vec![primary.options().server, asked.clone()], ..primary.options() };
    let driver = DnsUpdate::new(options.clone()).unwrap();
    for change in [
        vec![put("www", "A", &["192.0.2.1"]), put("", "TXT", &["\"a\""])],
        vec![put("www", "A", &["192.0.2.2"]), remove("", "TXT")],
        vec![remove("www", "A"), put("www", "CNAME", &["a.example.net."])],
        vec![put(
            "large",
            "TXT",
            &(0..20)
                .map(|nth| format!("\"{nth}{}\"", "a".repeat(200)))
                .collect::<Vec<_>>()
                .iter()
                .map(String::as_str)
                .collect::<Vec<_>>(),
        )],
    ] {
        let receipt = driver.change(WORK, ZONE, &change).await.unwrap();
        assert_eq!(receipt.answered, [primary.options().server, asked.clone()]);
        assert!(receipt.serial.is_some());
    }
    assert_eq!(secondary.dig("www.example.test", "CNAME"), ["a.example.net."]);
    // A secondary that does not answer keeps it from being done.
    let driver = DnsUpdate::with_patience(options, impatient()).unwrap();
    secondary.program.pause();
    let change = driver.change(WORK, ZONE, &[put("www2", "A", &["192.0.2.1"])]).await;
    secondary.program.goes_on();
    assert_eq!(
        change,
        Err(Failure::Unavailable("a nameserver does not answer for www2.example.test".to_owned()))
    );
    // One that no longer hears of changes says what it had.
    drop(primary);
    let still = hosting_drivers::answers::Answers::new(std::slice::from_ref(&asked)).unwrap();
    let still = still.with_patience(Duration::from_millis(300));
    let failure = still.until_they_answer(&[remove("www", "CNAME")]).await.unwrap_err();
    let said = "a nameserver still serves a.example.net. as CNAME of www.example.test";
    assert_eq!(failure, Failure::Unavailable(said.to_owned()));
}
