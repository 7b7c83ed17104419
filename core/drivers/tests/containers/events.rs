//! What a server tells by itself of its instances.
use crate::{
    certificates::{Authority, Identity},
    fake::{Asked, Fake, Reply, found, good, is_away, one, shown, wrong},
    stage::work,
};
use futures_util::StreamExt;
use hosting_drivers::incus::{Incus, Options};
use hosting_kernel::providers::{Failure, hypervisor::Hypervisor};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;
use uuid::Uuid;

/// What is told of an action on what is at `source`.
fn event(action: &str, source: &str) -> String {
    format!(
        r#"{{"type":"lifecycle","timestamp":"2026-11-26T12:00:00Z","location":"none",
        "metadata":{{"action":"{action}","source":"{source}","context":{{}},"requestor":null}}}}"#
    )
}

/// All that the server tells `driver`, up to its end.
async fn heard(driver: &Incus) -> Result<Vec<Uuid>, Failure> {
    Ok(driver.follow().await?.expect("it tells").collect().await)
}

#[tokio::test]
async fn what_becomes_of_instances_is_heard_until_the_server_goes_away() {
    let id = work();
    let fake = Fake::start(move |asked, _| match asked {
        "GET /1.0/events" => Reply::Told(vec![
            event("instance-stopped", "/1.0/instances/web"),
            "not JSON".to_owned(),
            r#"{"type":"lifecycle"}"#.to_owned(),
            event("instance-stopped", "/1.0/instances/web?project=other"),
            event("instance-started", "/1.0/instances/nobodys"),
            event("instance-deleted", "/1.0/instances/gone"),
            event("instance-updated", "/1.0/instances/../../etc"),
            event("network-updated", "/1.0/networks/incusbr0"),
            event("instance-snapshot-deleted", "/1.0/instances/web/snapshots/before?project=default"),
        ]),
        "GET /1.0/instances/web" => good(&shown(id, "Stopped")),
        "GET /1.0/instances/nobodys" => good(r#"{"name":"nobodys","status":"Running","config":{}}"#),
        "GET /1.0/instances/gone" => wrong(404, "Instance not found"),
        _ => Reply::Cut,
    });
    assert_eq!(heard(&fake.driver()).await, Ok(vec![id, id]));
    assert_eq!(fake.count("GET /1.0/events?project=default&type=lifecycle"), 1);
}

#[tokio::test]
async fn one_that_is_gone_is_known_by_the_name_it_had() {
    let id = work();
    let fake = Fake::start(move |asked, _| match asked {
        "GET /1.0/events" => Reply::Told(vec![event("instance-deleted", "/1.0/instances/web")]),
        "GET /1.0/instances/web" => wrong(404, "Instance not found"),
        _ => found(asked, id, "Running").unwrap_or(Reply::Cut),
    });
    let driver = fake.driver();
    assert_eq!(heard(&driver).await, Ok(Vec::new()), "nobody knows whose it was");
    driver.reports().await.unwrap();
    assert_eq!(heard(&driver).await, Ok(vec![id]));
}

#[tokio::test]
async fn a_message_that_is_too_long_ends_it() {
    let id = work();
    let fake = Fake::start(move |asked, _| match asked {
        "GET /1.0/events" => Reply::Told(vec![
            event("instance-paused", "/1.0/instances/web"),
            " ".repeat(2 << 20),
            event("instance-paused", "/1.0/instances/web"),
        ]),
        _ => found(asked, id, "Frozen").unwrap_or(Reply::Cut),
    });
    assert_eq!(heard(&fake.driver()).await, Ok(vec![id]));
}

#[tokio::test]
async fn a_server_that_does_not_tell_is_no_end_of_it() {
    for answer in [|| Reply::Cut, || wrong(503, "Raft leader lost")] {
        let fake = Fake::start(move |_, _| answer());
        assert!(is_away(&heard(&fake.driver()).await));
    }
    for answer in [|| good("{}"), || wrong(403, "secret words of the server")] {
        let fake = Fake::start(move |_, _| answer());
        let no = heard(&fake.driver()).await;
        assert!(matches!(&no, Err(Failure::Misconfigured(why)) if !why.contains("secret")), "{no:?}");
    }
    let fake = Fake::start(|_, _| Reply::Cut);
    let driver = fake.driver();
    drop(fake);
    assert!(is_away(&heard(&driver).await), "there is no such socket");
}

#[tokio::test]
async fn certificates_are_looked_at_on_both_sides() {
    let (id, authority) = (work(), Authority::new());
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let endpoint = format!("https://{}", listener.local_addr().unwrap());
    let acceptor = TlsAcceptor::from(authority.server(true));
    let answer = move |asked: &str, _| match asked {
        "GET /1.0/events" => Reply::Told(vec![event("instance-started", "/1.0/instances/web")]),
        _ => found(asked, id, "Running").unwrap_or(Reply::Cut),
    };
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            if let Ok(stream) = acceptor.accept(stream).await {
                tokio::spawn(async move { one(stream, &answer, &Asked::default()).await });
            }
        }
    });
    let trusted = std::env::temp_dir().join(format!("drivers-events-{id}.crt"));
    std::fs::write(&trusted, &authority.pem).unwrap();
    let driver = |Identity { certificate, key }: Identity| {
        let options = Options {
            endpoint: endpoint.clone(),
            project: "default".to_owned(),
            client_certificate: Some(certificate),
            client_key: Some(key),
            server_certificate: Some(trusted.clone()),
            systems: Vec::new(),
            snapshots: "disk".to_owned(),
        };
        Incus::new(options).unwrap()
    };
    assert_eq!(heard(&driver(authority.client())).await, Ok(vec![id]));
    assert!(
        is_away(&heard(&driver(Authority::new().client())).await),
        "it is nobody's that the server knows"
    );
    std::fs::remove_file(trusted).unwrap();
}
