//! Who is let in, and what is asked for.
use super::stage::{Epps, PATIENCE};
use crate::registry::{Keeps, Rules, certificates::Authority};
use hosting_drivers::epp::{Epp, Options};
use hosting_kernel::providers::{Failure, registrar::Registrar};
use std::{
    io::Write,
    sync::{Arc, Mutex},
};
use tracing_subscriber::fmt::MakeWriter;

fn misconfigured(refused: &Result<(), Failure>, word: &str) {
    assert!(matches!(refused, Err(Failure::Misconfigured(why)) if why.contains(word)), "{refused:?}");
}

async fn ping(options: Options) -> Result<(), Failure> {
    Epp::with_patience(options, PATIENCE).unwrap().ping().await
}

#[tokio::test]
async fn a_wrong_password_is_the_operators_to_see_to() {
    for wrong_login in [2200, 2501] {
        let epps = Epps::with(Rules { wrong_login, ..Rules::new(Keeps::Objects) }).await;
        let mut options = epps.options();
        options.password = "another".to_owned();
        misconfigured(&ping(options).await, "client_id");
        assert_eq!(ping(epps.options()).await, Ok(()));
    }
}

/// Registries lock an account after a few wrong passwords.
#[tokio::test]
async fn a_wrong_password_is_not_tried_over_and_over() {
    let epps = Epps::new().await;
    let mut options = epps.options();
    options.password = "another".to_owned();
    let driver = Epp::new(options).unwrap();
    for _ in 0..5 {
        misconfigured(&driver.ping().await, "client_id");
        assert!(matches!(driver.info("a.test").await, Err(Failure::Misconfigured(_))));
    }
    assert_eq!(epps.registry.asked().len(), 1);
}

#[tokio::test]
async fn a_long_password_is_sent_where_it_can_be() {
    let password = "a password of more than sixteen".to_owned();
    let mut rules = Rules { password: password.clone(), ..Rules::new(Keeps::Objects) };
    misconfigured(&ping(Epps::with(rules.clone()).await.options()).await, "password (2005)");
    rules.extensions.insert("urn:ietf:params:xml:ns:epp:loginSec-1.0");
    assert_eq!(ping(Epps::with(rules).await.options()).await, Ok(()));
}

#[tokio::test]
async fn a_certificate_is_shown_where_it_is_asked_for() {
    let epps = Epps::with(Rules { certificate: true, ..Rules::new(Keeps::Objects) }).await;
    misconfigured(&ping(epps.options()).await, "client_certificate");
    for (authority, is_known) in [(&epps.registry.authority, true), (&Authority::new(), false)] {
        let identity = authority.client();
        let mut options = epps.options();
        options.client_certificate = Some(identity.certificate);
        options.client_key = Some(identity.key);
        match is_known {
            true => assert_eq!(ping(options).await, Ok(())),
            false => misconfigured(&ping(options).await, "client_certificate"),
        }
    }
}

#[tokio::test]
async fn a_server_that_somebody_else_vouches_for_is_not_trusted() {
    let (epps, others) = (Epps::new().await, Epps::new().await);
    let mut options = epps.options();
    options.authority = Some(others.authority.clone());
    misconfigured(&ping(options).await, "authority");
    let mut options = epps.options();
    options.server = format!("localhost:{}", epps.registry.port);
    misconfigured(&ping(options).await, "certificate");
    assert_eq!(epps.registry.asked(), [], "it was told nothing");
}

#[tokio::test]
async fn a_server_that_is_away_is_unavailable() {
    let epps = Epps::new().await;
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let mut options = epps.options();
    options.server = free.to_string();
    let away = ping(options).await;
    assert!(matches!(away, Err(Failure::Unavailable(_))), "{away:?}");
}

#[tokio::test]
async fn what_a_server_does_not_have_is_not_asked_for() {
    let mut rules = Rules::new(Keeps::Objects);
    rules.extensions.clear();
    rules.objects.remove("urn:ietf:params:xml:ns:contact-1.0");
    assert_eq!(ping(Epps::with(rules.clone()).await.options()).await, Ok(()));
    rules.objects.remove("urn:ietf:params:xml:ns:host-1.0");
    let epps = Epps::with(rules.clone()).await;
    misconfigured(&ping(epps.options()).await, "hosts = \"attributes\"");
    let mut options = epps.options();
    options.hosts = "attributes".to_owned();
    assert_eq!(ping(options).await, Ok(()));
    rules.objects.clear();
    misconfigured(&ping(Epps::with(rules).await.options()).await, "domain-1.0");
}

/// What is logged.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl MakeWriter<'_> for Log {
    type Writer = Self;

    fn make_writer(&self) -> Self {
        self.clone()
    }
}

#[tokio::test]
async fn the_log_has_ids_and_codes_and_no_secrets() {
    let log = Log::default();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::DEBUG)
        .with_ansi(false)
        .with_writer(log.clone())
        .finish();
    // Of all tests: none of them may say a secret.
    tracing::subscriber::set_global_default(subscriber).unwrap();
    let epps = Epps::with(Rules { password: "s3cret&pass".to_owned(), ..Rules::new(Keeps::Objects) }).await;
    let driver = epps.driver();
    assert!(driver.info("nobody.test").await.is_err());
    let mut options = epps.options();
    options.password = "wr0ng<pass".to_owned();
    assert!(ping(options).await.is_err());
    let text = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
    for asked in epps.registry.asked() {
        let id = asked.client_id.unwrap();
        let line = text.lines().find(|line| line.contains(&id));
        let line = line.unwrap_or_else(|| panic!("{id} is not in it: {text}"));
        for part in [asked.name, asked.code.to_string(), "sv_trid".to_owned()] {
            assert!(line.contains(&part), "{part}: {line}");
        }
    }
    assert!(text.contains("own words for 2303"), "what the registry says of it is for the operator: {text}");
    for secret in ["s3cret", "wr0ng", "<pw>", "<epp"] {
        assert!(!text.contains(secret), "{secret}: {text}");
    }
}
