//! Incus over HTTPS, with certificates on both sides.
use crate::{
    backend::{Backend, PATIENCE},
    read::until,
    stage::work,
};
use futures_util::StreamExt;
use hosting_drivers::incus::{Incus, Options};
use hosting_kernel::providers::{
    Failure,
    hypervisor::{Containers, Hypervisor, InstanceStatus::Running, Power, Size},
};
use rcgen::{CertifiedKey, generate_simple_self_signed};
use std::{fs, net::TcpListener, time::Duration};
use tokio::io::AsyncWriteExt;

fn certificate() -> (String, String) {
    let CertifiedKey { cert, signing_key } = generate_simple_self_signed(["platform".to_owned()]).unwrap();
    (cert.pem(), signing_key.serialize_pem())
}

#[tokio::test]
#[ignore = "needs incusd"]
async fn certificates_are_looked_at_on_both_sides() {
    let backend = Backend::start().await;
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    backend.incus(&["config", "set", "core.https_address", &format!("127.0.0.1:{port}")]);
    let id = backend.stage().instance("web", Running).await;
    let (certificate_pem, key) = certificate();
    let options = Options {
        endpoint: format!("https://127.0.0.1:{port}"),
        client_certificate: Some(certificate_pem.clone()),
        client_key: Some(key),
        server_certificate: Some(backend.folder().join("server.crt")),
        ..backend.options()
    };
    let driver = |options: Options| Incus::with_patience(options, PATIENCE).unwrap();
    // It is not trusted yet.
    let stranger = driver(options.clone());
    for outcome in [stranger.ping().await, stranger.power(work(), id, Power::Restart).await] {
        assert!(matches!(outcome, Err(Failure::Misconfigured(_))), "{outcome:?}");
    }
    let file = backend.folder().join("platform.crt");
    fs::write(&file, certificate_pem).unwrap();
    backend.incus(&[
        "config",
        "trust",
        "add-certificate",
        file.to_str().unwrap(),
        "--restricted",
        "--projects",
        "default",
    ]);
    let trusted = driver(options.clone());
    trusted.ping().await.unwrap();
    trusted.power(work(), id, Power::Restart).await.unwrap();
    assert_eq!(trusted.reports().await.unwrap().told.len(), 1);
    let mut terminal = trusted.terminal(id, Size { columns: 80, rows: 24 }).await.unwrap();
    terminal.bytes.write_all(b"echo $((6*7))\r").await.unwrap();
    until(&mut terminal.bytes, &mut String::new(), "42").await;
    // What becomes of its instances is told to who is let in to its project alone.
    let mut told = trusted.follow().await.unwrap().unwrap();
    backend.incus(&["stop", "web", "--force"]);
    let heard = tokio::time::timeout(Duration::from_mins(1), told.next()).await;
    assert_eq!(heard.expect("it is told"), Some(id));
    // Somebody else's certificate is not the server's.
    let other = backend.folder().join("other.crt");
    fs::write(&other, certificate().0).unwrap();
    for server_certificate in [Some(other), None] {
        let outcome = driver(Options { server_certificate, ..options.clone() }).ping().await;
        assert!(matches!(outcome, Err(Failure::Misconfigured(_))), "{outcome:?}");
    }
}
