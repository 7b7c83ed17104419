//! The driver, with a file of its own.
use hosting_drivers::rdap::{Options, Rdap};
use hosting_kernel::providers::{
    Failure,
    registrar::{Availability, Registrar},
};
use serde_json::{Value, json};
use std::{
    env, fs,
    net::TcpListener,
    path::PathBuf,
    process,
    sync::atomic::{AtomicU32, Ordering},
    time::Duration,
};
use tokio::time::timeout;

/// How long a name is waited for where nobody is late: long, for machines that have much to do.
const PATIENCE: Duration = Duration::from_secs(20);

/// A file that goes with its value.
pub struct File(pub PathBuf);

impl File {
    pub fn new(text: &str) -> Self {
        static MADE: AtomicU32 = AtomicU32::new(0);
        let name = format!("hosting-rdap-{}-{}.json", process::id(), MADE.fetch_add(1, Ordering::Relaxed));
        let path = env::temp_dir().join(name);
        fs::write(&path, text).unwrap();
        Self(path)
    }

    /// IANA's, with these services: suffixes and addresses.
    pub fn of(services: &[(&[&str], &[&str])]) -> Self {
        Self::new(&bootstrap(services).to_string())
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// A file as IANA's (RFC 9224 section 3).
fn bootstrap(services: &[(&[&str], &[&str])]) -> Value {
    json!({
        "version": "1.0",
        "publication": "2026-01-01T00:00:00Z",
        "description": "RDAP bootstrap file for Domain Name System registrations",
        "services": services,
    })
}

/// What is said of a name.
pub type Said = Result<Availability, Failure>;

/// The driver of these services.
pub fn driver(services: &[(&[&str], &[&str])]) -> Rdap {
    with_patience(services, PATIENCE)
}

pub fn with_patience(services: &[(&[&str], &[&str])], patience: Duration) -> Rdap {
    let file = File::of(services);
    Rdap::with_patience(&Options { bootstrap: file.0.clone(), suffixes: None }, patience).unwrap()
}

/// What is said of `names`, in the end: a driver that waits for ever is a failure.
pub async fn check(driver: &Rdap, names: &[&str]) -> Vec<Said> {
    let names: Vec<_> = names.iter().map(|&name| name.to_owned()).collect();
    let said = timeout(PATIENCE * 2, driver.check(&names)).await.expect("it comes to an end").unwrap();
    assert_eq!(said.len(), names.len(), "each name has its answer");
    said
}

/// What is said of a name that is free.
pub const FREE: Said = Ok(Availability { available: true, premium: false, price: None });
/// What is said of one that is taken.
pub const TAKEN: Said = Ok(Availability { available: false, premium: false, price: None });

/// What is unavailable, whatever the words.
pub fn is_unavailable(said: &Said) -> bool {
    matches!(said, Err(Failure::Unavailable(_)))
}

/// The address of a server that is away.
pub fn nobody(scheme: &str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    format!("{scheme}://{}/", listener.local_addr().unwrap())
}
