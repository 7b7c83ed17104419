//! `PowerDNS`, as it is: a server with a database of SQLite.
use crate::{
    keys::worked_out,
    promises,
    server::{Server, folder, free_port, run},
    stage::{Dig, Served, Stage, put, set, work},
};
use hosting_drivers::powerdns::{Options, PowerDns};
use hosting_kernel::providers::{Failure, dns::Dns};
use std::{
    fs::{self, File},
    net::SocketAddr,
    path::Path,
    process::Command,
    time::{Duration, Instant},
};

const KEY: &str = "a key for tests only";
/// Where the package of Debian has it.
const SCHEMA: &str = "/usr/share/pdns-backend-sqlite3/schema/schema.sqlite3.sql";

/// A running server.
struct Backend {
    server: Server,
    api: SocketAddr,
    dns: SocketAddr,
}

impl Backend {
    async fn start() -> Self {
        loop {
            let (api, dns, folder) = (free_port(), free_port(), folder("powerdns"));
            fs::write(folder.join("pdns.conf"), configuration(&folder, api, dns)).unwrap();
            let schema = File::open(SCHEMA).expect("pdns-backend-sqlite3 is there");
            run(Command::new("sqlite3").arg(folder.join("pdns.sqlite3")).stdin(schema));
            let at = format!("--config-dir={}", folder.display());
            let mut server = Server::start(folder, Command::new("pdns_server").arg(at));
            let driver = PowerDns::new(options(api)).unwrap();
            if server.starts(async || driver.ping().await.is_ok()).await {
                return Self { server, api, dns };
            }
        }
    }

    fn driver(&self) -> PowerDns {
        PowerDns::new(options(self.api)).unwrap()
    }

    fn stage(&self) -> Stage {
        let (dns, served) = (Box::new(self.driver()), Box::new(Dig(self.dns)));
        Stage { dns, served, zones_are_made: true, anything_goes: false }
    }

    /// What an operator does by hand.
    fn by_hand(&self, arguments: &[&str]) {
        let at = format!("--config-dir={}", self.server.folder().display());
        run(Command::new("pdnsutil").arg(at).args(arguments));
    }
}

fn configuration(folder: &Path, api: SocketAddr, dns: SocketAddr) -> String {
    let folder = folder.display();
    format!(
        "launch=gsqlite3\n\
         gsqlite3-database={folder}/pdns.sqlite3\n\
         gsqlite3-pragma-foreign-keys=yes\n\
         gsqlite3-dnssec=yes\n\
         local-address={}\n\
         local-port={}\n\
         api=yes\n\
         api-key={KEY}\n\
         webserver=yes\n\
         webserver-address={}\n\
         webserver-port={}\n\
         webserver-allow-from=127.0.0.1\n\
         socket-dir={folder}\n\
         daemon=no\n\
         guardian=no\n\
         disable-syslog=yes\n\
         write-pid=no\n",
        dns.ip(),
        dns.port(),
        api.ip(),
        api.port()
    )
}

fn options(api: SocketAddr) -> Options {
    Options {
        endpoint: format!("http://{api}"),
        api_key: KEY.to_owned(),
        server: "localhost".to_owned(),
        name_servers: vec!["ns1.host.test".to_owned(), "ns2.host.test".to_owned()],
        dnssec: false,
        ask: Vec::new(),
    }
}

#[tokio::test]
#[ignore = "needs pdns_server, sqlite3, dig and dnssec-dsfromkey"]
async fn the_keys_of_a_signed_zone_are_those_that_others_work_out() {
    let backend = Backend::start().await;
    let mut signing = options(backend.api);
    signing.dnssec = true;
    let stage = Stage { dns: Box::new(PowerDns::new(signing).unwrap()), ..backend.stage() };
    promises::all(&stage).await;
    let missing = stage.dns.ds("nowhere.test").await;
    assert!(matches!(missing, Err(Failure::NotThere(_))), "{missing:?}");
    let zone = stage.fresh("made.test").await;
    let told = stage.dns.ds(zone).await.unwrap();
    let by_others: Vec<_> = worked_out(backend.dns, zone);
    assert!(!by_others.is_empty());
    assert!(by_others.iter().all(|key| told.contains(key)), "{told:?} {by_others:?}");
    backend.driver().make_zone(work(), "plain.test").await.unwrap();
    assert_eq!(stage.dns.ds("plain.test").await, Ok(Vec::new()), "it is not signed");
}

#[tokio::test]
#[ignore = "needs pdns_server, sqlite3 and dig"]
async fn powerdns_keeps_the_promises() {
    let backend = Backend::start().await;
    promises::all(&backend.stage()).await;
}

#[tokio::test]
#[ignore = "needs pdns_server, sqlite3 and dig"]
async fn a_change_is_done_when_the_servers_answer_with_it() {
    let backend = Backend::start().await;
    let mut asking = options(backend.api);
    asking.ask = vec![backend.dns.to_string()];
    let stage = Stage { dns: Box::new(PowerDns::new(asking.clone()).unwrap()), ..backend.stage() };
    promises::all(&stage).await;
    let changes = [put("www.served.test", "A", &["192.0.2.1"])];
    let receipt = stage.dns.change(work(), "served.test", &changes).await.unwrap();
    assert_eq!(receipt.answered, asking.ask);
    assert!(receipt.serial.is_some());
}

#[tokio::test]
#[ignore = "needs pdns_server and sqlite3"]
async fn as_much_as_is_sent_is_taken() {
    let backend = Backend::start().await;
    let driver = backend.driver();
    driver.make_zone(work(), "long.test").await.unwrap();
    let long = format!("\"{}\"", "a".repeat(255));
    let sets =
        |count| (0..count).map(|n| put(&format!("n{n:04}.long.test"), "TXT", &[&long])).collect::<Vec<_>>();
    let (fits, too_many) = (sets(5000), sets(6000));
    assert!(driver.change(work(), "long.test", &fits).await.is_ok(), "1.9 MB");
    let refused = driver.change(work(), "long.test", &too_many).await;
    assert_eq!(refused, Err(Failure::Refused("the change is too long for the nameservers".to_owned())));
    let started = Instant::now();
    assert_eq!(driver.zone("long.test").await.unwrap().len(), 5000);
    println!("powerdns: 5000 sets read: {:.3} s", started.elapsed().as_secs_f64());
}

#[tokio::test]
#[ignore = "needs pdns_server and sqlite3"]
async fn a_wrong_key_or_server_is_for_the_operator() {
    let backend = Backend::start().await;
    let misconfigured = |result: Result<(), Failure>| {
        assert!(matches!(result, Err(Failure::Misconfigured(_))), "{result:?}");
    };
    let mut wrong = options(backend.api);
    wrong.api_key = "another key".to_owned();
    let driver = PowerDns::new(wrong).unwrap();
    misconfigured(driver.ping().await);
    let changes = [put("www.key.test", "A", &["192.0.2.1"])];
    misconfigured(driver.change(work(), "key.test", &changes).await.map(|_| ()));
    misconfigured(driver.make_zone(work(), "key.test").await);
    misconfigured(driver.remove_zone(work(), "key.test").await);
    misconfigured(driver.zone("key.test").await.map(|_| ()));
    misconfigured(driver.zones().await.map(|_| ()));
    let mut wrong = options(backend.api);
    wrong.server = "other".to_owned();
    let driver = PowerDns::new(wrong).unwrap();
    misconfigured(driver.ping().await);
    misconfigured(driver.make_zone(work(), "key.test").await);
}

#[tokio::test]
#[ignore = "needs pdns_server and sqlite3"]
async fn a_server_that_is_away_or_silent_is_told_apart() {
    let mut backend = Backend::start().await;
    let driver = PowerDns::with_patience(options(backend.api), Duration::from_millis(500)).unwrap();
    driver.make_zone(work(), "away.test").await.unwrap();
    let changes = [put("www.away.test", "A", &["192.0.2.1"])];
    backend.server.pause();
    let started = Instant::now();
    assert_eq!(driver.ping().await, Err(Failure::Timeout));
    assert_eq!(driver.change(work(), "away.test", &changes).await, Err(Failure::Timeout));
    assert!(started.elapsed() < Duration::from_secs(5));
    backend.server.goes_on();
    backend.driver().change(work(), "away.test", &changes).await.unwrap();
    backend.server.end();
    for result in [driver.ping().await, driver.change(work(), "away.test", &changes).await.map(|_| ())] {
        assert!(matches!(result, Err(Failure::Unavailable(_))), "{result:?}");
    }
}

#[tokio::test]
#[ignore = "needs pdns_server, pdnsutil and sqlite3"]
async fn what_is_changed_by_hand_is_shown() {
    let backend = Backend::start().await;
    let driver = backend.driver();
    driver.make_zone(work(), "hand.test").await.unwrap();
    driver.change(work(), "hand.test", &[put("www.hand.test", "A", &["192.0.2.1"])]).await.unwrap();
    backend.by_hand(&["add-record", "hand.test", "www", "A", "60", "192.0.2.2"]);
    backend.by_hand(&["add-record", "hand.test", "mail", "MX", "60", "10 Mail.Example.net."]);
    backend.by_hand(&["secure-zone", "hand.test"]);
    backend.by_hand(&["create-zone", "other.test", "ns1.host.test"]);
    let off = "INSERT INTO records (domain_id, name, type, content, ttl, disabled) \
               SELECT id, 'off.hand.test', 'A', '192.0.2.3', 60, 1 FROM domains WHERE name = 'hand.test'";
    run(Command::new("sqlite3").arg(backend.server.folder().join("pdns.sqlite3")).arg(off));
    let sets = driver.zone("hand.test").await.unwrap();
    let (mail, www) = (
        set("mail.hand.test", "MX", &["10 mail.example.net."]),
        set("www.hand.test", "A", &["192.0.2.1", "192.0.2.2"]),
    );
    assert_eq!(sets, [mail, www]);
    assert_eq!(driver.zones().await.unwrap(), ["hand.test", "other.test"]);
}

#[tokio::test]
#[ignore = "needs pdns_server and sqlite3"]
async fn refusals_are_told_in_our_words() {
    let backend = Backend::start().await;
    let driver = backend.driver();
    driver.make_zone(work(), "refused.test").await.unwrap();
    let www = "www.refused.test";
    driver.change(work(), "refused.test", &[put(www, "A", &["192.0.2.1"])]).await.unwrap();
    for (changes, told) in [
        (vec![put(www, "CNAME", &["a.example.net."])], "the only record of its name"),
        (vec![put("www.other.test", "A", &["192.0.2.1"])], "not within the zone"),
        (vec![put(www, "A", &["not-an-ip"])], "cannot read the data"),
        (vec![put(www, "A", &["192.0.2.1", "192.0.2.1"])], "given twice"),
        (vec![put(www, "MX", &["10 mail"])], "cannot read the data"),
        (vec![put(www, "SRV", &["1 2 3 _sip.example.net."])], "is a host"),
        (vec![put(www, "NONSENSE", &["1"])], "do not know the type"),
        (vec![put("w..refused.test", "A", &["192.0.2.1"])], "do not take the change"),
    ] {
        match driver.change(work(), "refused.test", &changes).await {
            Err(Failure::Refused(said)) => assert!(said.contains(told), "{said}"),
            other => panic!("{told}: {other:?}"),
        }
    }
    assert_eq!(driver.zone("refused.test").await.unwrap(), [set(www, "A", &["192.0.2.1"])]);
}

#[tokio::test]
#[ignore = "needs pdns_server, sqlite3 and dig"]
async fn a_zone_begins_with_the_date_and_each_change_is_counted() {
    let backend = Backend::start().await;
    let (driver, dig) = (backend.driver(), Dig(backend.dns));
    // Names that the API has to be told in a form of its own.
    for zone in ["serial.test", "128/25.2.0.192.in-addr.arpa", "a_b.test"] {
        driver.make_zone(work(), zone).await.unwrap();
        let soa = dig.data(zone, zone, "SOA").await.concat();
        let words: Vec<&str> = soa.split(' ').collect();
        assert!(words[2].len() == 10 && words[2].ends_with("01"), "{soa}");
        assert_eq!(words[3..], ["10800", "3600", "604800", "3600"]);
        let mut serial: u32 = words[2].parse().unwrap();
        let started = Instant::now();
        for number in 1..=100 {
            let name = format!("n{number}.{zone}");
            let receipt = driver.change(work(), zone, &[put(&name, "A", &["192.0.2.1"])]).await.unwrap();
            // By one, or to the next date.
            assert!(receipt.serial > Some(serial), "{receipt:?} after {serial}");
            serial = receipt.serial.unwrap();
        }
        println!("powerdns: 100 changes of {zone}: {:.3} s", started.elapsed().as_secs_f64());
        driver.remove_zone(work(), zone).await.unwrap();
    }
    assert_eq!(driver.zones().await.unwrap(), [""; 0]);
}
