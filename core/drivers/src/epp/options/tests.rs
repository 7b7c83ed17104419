//! Options that are taken, and those that are not.
use super::*;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicU32, Ordering};

/// A file with the certificate of an authority, which goes with its test.
struct Authority(PathBuf);

impl Authority {
    fn new() -> Self {
        static LAST: AtomicU32 = AtomicU32::new(0);
        let (process, number) = (std::process::id(), LAST.fetch_add(1, Ordering::Relaxed));
        let file = std::env::temp_dir().join(format!("epp-options-{process}-{number}.pem"));
        let certified = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
        std::fs::write(&file, certified.cert.pem()).unwrap();
        Self(file)
    }
}

impl Drop for Authority {
    fn drop(&mut self) {
        let _gone = std::fs::remove_file(&self.0);
    }
}

thread_local! {
    /// Each test is a thread of its own.
    static AUTHORITY: Authority = Authority::new();
}

fn good() -> Value {
    let file = AUTHORITY.with(|authority| authority.0.clone());
    json!({
        "server": "epp.example.net:700", "client_id": "platform", "password": "a secret",
        "suffixes": ["com", "co.uk"], "authority": file,
    })
}

fn read(options: Value) -> Result<Settings, String> {
    serde_json::from_value::<Options>(options).map_err(|why| why.to_string())?.read()
}

#[test]
fn what_is_left_out_has_a_default() {
    let settings = read(good()).unwrap();
    assert_eq!((settings.hosts, settings.sessions), (Hosts::Objects, 4));
    assert_eq!(settings.environment, Environment::Production);
    assert_eq!(settings.registrar, "platform");
    for server in ["127.0.0.1:700", "[::1]:700"] {
        let mut options = good();
        options["server"] = json!(server);
        assert!(matches!(read(options).unwrap().server_name, ServerName::IpAddress(_)), "{server}");
    }
}

#[test]
fn what_is_said_is_taken() {
    let mut options = good();
    let identity = rcgen::generate_simple_self_signed(["platform".to_owned()]).unwrap();
    for (option, value) in [
        ("hosts", json!("attributes")),
        ("environment", json!("ote")),
        ("sessions", json!(1)),
        ("registrar", json!("Registrar-9")),
        // As what reads them from files leaves them: without their last line break.
        ("client_certificate", json!(identity.cert.pem().trim())),
        ("client_key", json!(identity.signing_key.serialize_pem().trim())),
    ] {
        options[option] = value;
    }
    let settings = read(options).unwrap();
    assert_eq!((settings.hosts, settings.sessions), (Hosts::Attributes, 1));
    assert_eq!((settings.environment, settings.registrar.as_str()), (Environment::Ote, "Registrar-9"));
}

#[test]
fn wrong_options_are_refused_by_name() {
    for (option, wrong) in [
        ("server", json!("epp.example.net")),
        ("server", json!("a..b:700")),
        ("client_id", json!("")),
        ("client_id", json!("a name that is too long")),
        ("password", json!("")),
        ("password", json!("a secret\n")),
        ("client_certificate", json!("a secret")),
        ("client_key", json!("a secret")),
        ("authority", json!("/nowhere/at/all.pem")),
        ("authority", json!("/dev/null")),
        ("suffixes", json!([])),
        ("suffixes", json!([".com"])),
        ("suffixes", json!(["COM"])),
        ("suffixes", json!([""])),
        ("hosts", json!("both")),
        ("environment", json!("test")),
        ("sessions", json!(0)),
        ("sessions", json!(33)),
        ("else", json!(1)),
    ] {
        let mut options = good();
        options[option] = wrong.clone();
        let why = read(options).err().unwrap_or_default();
        assert!(why.contains(option), "{option}: {wrong}: {why}");
        assert!(!why.contains("a secret"), "a secret is not told: {why}");
    }
    for option in ["server", "client_id", "password", "suffixes"] {
        let mut options = good();
        options.as_object_mut().unwrap().remove(option);
        assert!(read(options).err().unwrap_or_default().contains(option), "{option} is missing");
    }
}

#[test]
fn a_certificate_has_to_be_that_of_the_key() {
    let identity = || rcgen::generate_simple_self_signed(["platform".to_owned()]).unwrap();
    let mut options = good();
    options["client_certificate"] = json!(identity().cert.pem());
    options["client_key"] = json!(identity().signing_key.serialize_pem());
    let why = read(options.clone()).err().unwrap_or_default();
    assert!(why.starts_with("client_certificate: "), "{why}");
    for (option, value) in [("client_key", json!("a secret")), ("client_certificate", json!("a secret"))] {
        let mut options = options.clone();
        options[option] = value;
        let why = read(options).err().unwrap_or_default();
        assert!(why.starts_with(option) && !why.contains("a secret"), "{why}");
    }
}

#[test]
fn a_name_lies_under_its_longest_suffix() {
    let mut options = good();
    options["suffixes"] = json!(["uk", "co.uk", "com"]);
    let settings = read(options).unwrap();
    for (name, suffix) in [
        ("a.co.uk", Some("co.uk")),
        ("ns1.a.uk", Some("uk")),
        ("telecom", None),
        ("a.telecom", None),
        ("com", None),
        ("a.net", None),
    ] {
        assert_eq!(settings.suffix_of(name), suffix, "{name}");
    }
    assert!(
        lies_within("a.com", "a.com") && lies_within("b.a.com", "a.com") && !lies_within("ba.com", "a.com")
    );
}
